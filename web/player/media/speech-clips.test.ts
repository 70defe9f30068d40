import assert from 'node:assert/strict';
import { resolveObjectURL } from 'node:buffer';
import { test, type TestContext } from 'node:test';
import { createConnections } from '../server/requests/connections.ts';
import { createSpeechClips } from './speech-clips.ts';

/** Simulates a browser that receives a sound from every address; returns the requested addresses. */
function simulateBrowser(t: TestContext): string[] {
  const requested: string[] = [];
  class Request {
    status = 200;
    response = new Blob(['sound'], { type: 'audio/mpeg' });
    onload: () => void = () => undefined;
    open(_method: string, url: string): void {
      requested.push(url);
    }
    send(): void {
      setImmediate(() => this.onload());
    }
  }
  const original = globalThis.XMLHttpRequest;
  Object.assign(globalThis, { XMLHttpRequest: Request });
  t.after(() => Object.assign(globalThis, { XMLHttpRequest: original }));
  return requested;
}

test('the clip of a room is downloaded once for all calls', async (t) => {
  const requested = simulateBrowser(t);
  const clips = createSpeechClips(createConnections(5));
  t.after(() => clips.stop());
  for (let number = 1; number <= 200; number += 1) {
    const local = await clips.load([`/api/voice/n${number}?s=${number}`, `/api/voice/room?s=${number}`]);
    assert.equal(local.length, 2);
    for (const url of local) assert.ok(resolveObjectURL(url), `call ${number} got an address that was revoked`);
  }
  assert.equal(requested.filter((url) => url.includes('room')).length, 1);
});

test('the last 60 clips stay in memory, and none after stop()', async (t) => {
  simulateBrowser(t);
  const clips = createSpeechClips(createConnections(5));
  const urls: string[] = [];
  for (let number = 1; number <= 100; number += 1) urls.push(...(await clips.load([`/api/voice/n${number}`])));
  const isInMemory = (url: string) => resolveObjectURL(url) !== undefined;
  assert.deepEqual(urls.map(isInMemory), [...Array(40).fill(false), ...Array(60).fill(true)]);
  clips.stop();
  assert.equal(urls.some(isInMemory), false);
});
