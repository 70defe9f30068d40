import assert from 'node:assert/strict';
import { resolveObjectURL } from 'node:buffer';
import { test, type TestContext } from 'node:test';
import { createConnections } from '../server/requests/connections.ts';
import { createSpeechClips } from './speech-clips.ts';

/** Simulates a browser that receives a sound from every address; returns the requested addresses. */
function browser(t: TestContext): string[] {
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
  const before = globalThis.XMLHttpRequest;
  Object.assign(globalThis, { XMLHttpRequest: Request });
  t.after(() => Object.assign(globalThis, { XMLHttpRequest: before }));
  return requested;
}

test('the clip of a room is downloaded once for all calls', async (t) => {
  const requested = browser(t);
  const spoken = createSpeechClips(createConnections(5));
  t.after(() => spoken.stop());
  for (let number = 1; number <= 200; number += 1) {
    const local = await spoken.load([`/api/voice/n${number}?s=${number}`, `/api/voice/room?s=${number}`]);
    assert.equal(local.length, 2);
    for (const url of local) assert.ok(resolveObjectURL(url), `call ${number} got an address that was revoked`);
  }
  assert.equal(requested.filter((url) => url.includes('room')).length, 1);
});

test('the last 60 clips stay in memory, and none after stop()', async (t) => {
  browser(t);
  const spoken = createSpeechClips(createConnections(5));
  const urls: string[] = [];
  for (let number = 1; number <= 100; number += 1) urls.push(...(await spoken.load([`/api/voice/n${number}`])));
  const isKept = (url: string) => resolveObjectURL(url) !== undefined;
  assert.deepEqual(urls.map(isKept), [...Array(40).fill(false), ...Array(60).fill(true)]);
  spoken.stop();
  assert.equal(urls.some(isKept), false);
});
