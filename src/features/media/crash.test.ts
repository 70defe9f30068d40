import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import { testAdmin } from '../../testing/admin.ts';
import { Client } from '../../testing/client.ts';
import { fixture } from '../../testing/media.ts';
import { freePort } from '../../testing/ports.ts';
import { programEnvironment, programFile } from '../../testing/program.ts';

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
    const dataDir = mkdtempSync(join(tmpdir(), 'antessala-crash-'));
    const port = await freePort();
    const env = programEnvironment(dataDir, port);
    let server: ChildProcess | undefined;
    t.after(() => {
      server?.kill('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    });

    async function start(): Promise<Client> {
      server = spawn(process.execPath, [programFile('server')], { env, stdio: 'ignore' });
      const admin = new Client(`http://127.0.0.1:${port}`);
      for (const end = performance.now() + 60_000; performance.now() < end;) {
        const answer = await admin.status('POST /api/login', { body: testAdmin }).catch(() => 0);
        if (answer === 200) return admin;
        await sleep(50);
      }
      throw new Error('the server did not start');
    }
    const kill = async () => {
      const gone = once(server as ChildProcess, 'exit');
      server?.kill('SIGKILL');
      await gone;
    };

    const first = await start();
    const { id } = await first.upload(await fixture('4k.mp4'), { name: 'Grande' });
    while ((await first.call('GET /api/videos'))[0]?.processingStatus !== 'processing') await sleep(10);
    let workers: number[] = [];
    while (workers.length === 0) {
      workers = childrenOf(server?.pid ?? 0);
      await sleep(20);
    }
    await sleep(300);
    const descendants = [...workers, ...workers.flatMap(childrenOf)];
    await kill();
    for (let tries = 0; tries < 500 && descendants.some(isRunning); tries += 1) await sleep(20);
    assert.deepEqual(descendants.filter(isRunning), []);

    const second = await start();
    const find = async () => (await second.call('GET /api/videos')).find((video) => video.id === id);
    for (let tries = 0; tries < 1_200 && (await find())?.processingStatus !== 'completed'; tries += 1) await sleep(50);
    const video = await find();
    assert.deepEqual([video?.name, video?.processingStatus, video?.width], ['Grande', 'completed', 1920]);
    assert.equal((await second.request(video?.mediaUrl ?? '')).status, 200);
    assert.deepEqual([readdirSync(join(dataDir, 'uploads')), readdirSync(join(dataDir, 'tmp'))], [[], []]);
    await kill();
  },
);
