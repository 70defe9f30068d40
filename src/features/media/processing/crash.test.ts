import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import { createCrashingServer } from '../../../testing/servers/crashing-server.ts';
import { fixture } from '../../../testing/media.ts';
import { until } from '../../../testing/until.ts';

/** The children of a process, found by their parent in /proc. */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => {
      try {
        return readFileSync(`/proc/${child}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(pid);
      } catch {
        return false;
      }
    });
}

/** A dead process that nobody has fetched yet (state Z) does not run. */
function isRunning(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.startsWith('Z');
  } catch {
    return false;
  }
}

test(
  'a server killed in the middle of processing loses nothing, and its workers end with it',
  { skip: !existsSync('/proc/self/stat') },
  async (t) => {
    const server = await createCrashingServer(t);
    const { dataDir } = server;

    const first = await server.start();
    const { id } = await first.upload(await fixture('4k.mp4'), { name: 'Grande' });
    while ((await first.call('GET /api/videos'))[0]?.processingStatus !== 'processing') await sleep(10);
    let workers: number[] = [];
    while (workers.length === 0) {
      workers = childrenOf(server.pid());
      await sleep(20);
    }
    await sleep(300);
    const descendants = [...workers, ...workers.flatMap(childrenOf)];
    await server.kill();
    for (let tries = 0; tries < 3_000 && descendants.some(isRunning); tries += 1) await sleep(20);
    assert.deepEqual(descendants.filter(isRunning), []);

    const second = await server.start();
    const find = async () => (await second.call('GET /api/videos')).find((video) => video.id === id);
    for (let tries = 0; tries < 3_600 && (await find())?.processingStatus !== 'completed'; tries += 1) await sleep(50);
    const video = await find();
    assert.deepEqual([video?.name, video?.processingStatus, video?.width], ['Grande', 'completed', 1920]);
    assert.equal((await second.request(video?.mediaUrl ?? '')).status, 200);
    assert.deepEqual(readdirSync(join(dataDir, 'uploads')), []);
    // Removed once the item is reported as ready.
    await until('the work is removed', () => readdirSync(join(dataDir, 'tmp')).length === 0);
    await server.kill();
  },
);
