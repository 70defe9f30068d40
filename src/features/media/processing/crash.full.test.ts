import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import { createCrashingServer } from '../../../testing/servers/crashing-server.ts';
import { fixture } from '../../../testing/media.ts';
import { until } from '../../../testing/until.ts';
import { findItem } from '../testing/steps.ts';

/** Returns the ids of a process's children, read from /proc. */
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

/** True if a process runs. False for a zombie (state Z). */
function isRunning(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.startsWith('Z');
  } catch {
    return false;
  }
}

test(
  'a server that is killed during processing loses no item, and its workers end with it',
  { skip: !existsSync('/proc/self/stat') },
  async (t) => {
    const server = await createCrashingServer(t);
    const { dataDir } = server;

    const first = await server.start();
    const { id } = await first.upload(await fixture('4k.mp4'), { name: 'Grande' });
    await until('the item is in progress', async () => (await findItem(first, id))?.processingStatus === 'processing');
    let workers: number[] = [];
    await until('a worker runs', () => (workers = childrenOf(server.pid())).length > 0);
    await sleep(300);
    const descendants = [...workers, ...workers.flatMap(childrenOf)];
    await server.kill();
    await until('the workers have ended', () => !descendants.some(isRunning));

    const second = await server.start();
    await until('the item is completed', async () => (await findItem(second, id))?.processingStatus === 'completed');
    const video = await findItem(second, id);
    assert.deepEqual([video?.name, video?.width], ['Grande', 1920]);
    assert.equal((await second.request(video?.mediaUrl ?? '')).status, 200);
    assert.deepEqual(readdirSync(join(dataDir, 'uploads')), []);
    // The job directory is removed after the item is reported as ready.
    await until('the job directory is removed', () => readdirSync(join(dataDir, 'tmp')).length === 0);
    await server.kill();
  },
);
