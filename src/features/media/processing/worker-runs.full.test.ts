/** Tests which pictures share a process, and when a failed picture is tried again in a new process. A used process has processed pictures before. */
import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fixture } from '../../../testing/media.ts';
import { until } from '../../../testing/until.ts';
import type { Job } from './jobs.ts';
import { findTools } from './tools.ts';
import { createWorkerRuns } from './worker-runs.ts';

async function startRuns(t: TestContext) {
  const base = mkdtempSync(join(tmpdir(), 'antessala-runs-'));
  const runs = createWorkerRuns({ tools: await findTools({}), keepOriginals: true });
  t.after(() => {
    runs.endSpare();
    rmSync(base, { recursive: true, force: true });
  });
  const photo = join(base, 'photo');
  copyFileSync(await fixture('turned.jpg'), photo);
  const broken = join(base, 'broken');
  writeFileSync(broken, 'not a picture');
  let videoId = 0;
  /** Runs a job. Returns the id of its first process, and its outcome. */
  async function run(
    userId: number | null,
    job: Partial<Job> = {},
    during: (pid: number, directory: string) => void = () => {},
  ) {
    const { running, directory } = start(userId, job);
    const pid = runs.pid();
    assert.ok(pid);
    during(pid, directory);
    const outcome = await running;
    assert.equal(runs.pid(), undefined);
    return { pid, outcome };
  }
  function start(userId: number | null, job: Partial<Job> = {}) {
    const whole: Job = {
      ...{ videoId: (videoId += 1), userId, isReplacement: false, kind: 'image', source: photo },
      ...{ wantsAmbient: false, attempt: 1, ...job },
    };
    const directory = mkdtempSync(join(base, 'job-'));
    const outcome = runs.run(whole, { directory, sizeLimit: { bytes: 1e9, failure: 'disk_full' } }, () => {});
    const running = outcome.then((it) => (it.type === 'failed' || it.type === 'workerExited' ? it.code : it.type));
    return { running, directory };
  }
  return { runs, run, start, photo, broken };
}

test('pictures of one account share a process, and pictures of another account get a different one', async (t) => {
  const { run } = await startRuns(t);
  const [first, second, others, third] = [await run(1), await run(1), await run(2), await run(1)];
  assert.deepEqual(
    [first, second, others, third].map(({ outcome }) => outcome),
    ['done', 'done', 'done', 'done'],
  );
  assert.equal(second.pid, first.pid);
  assert.equal(new Set([first.pid, others.pid, third.pid]).size, 3);
});

test('a process ends after a corrupt picture, and after a blurred copy', async (t) => {
  const { run, broken } = await startRuns(t);
  const first = await run(null);
  const failed = await run(null, { source: broken });
  assert.deepEqual(failed, { pid: first.pid, outcome: 'corrupt_image' });
  const blurred = await run(null, { kind: 'ambient' });
  const last = await run(null);
  assert.deepEqual([blurred.outcome, last.outcome], ['done', 'done']);
  assert.equal(new Set([failed.pid, blurred.pid, last.pid]).size, 3);
});

test('a process ends after twenty pictures', async (t) => {
  const { run } = await startRuns(t);
  const pids: number[] = [];
  for (let picture = 0; picture < 21; picture += 1) pids.push((await run(1)).pid);
  assert.equal(new Set(pids.slice(0, 20)).size, 1);
  assert.notEqual(pids[20], pids[0]);
});

test('a picture whose used process dies is retried in a new one; a picture whose new process dies is not', async (t) => {
  const { run } = await startRuns(t);
  const kill = (pid: number) => process.kill(pid, 'SIGKILL');
  const first = await run(1);
  assert.deepEqual(await run(1, {}, kill), { pid: first.pid, outcome: 'done' });
  // The process of the retry is kept.
  await run(1, {}, kill);
  assert.equal((await run(2, {}, kill)).outcome, 'crashed');
});

test('a file that a used process rejects is checked again by a new process', async (t) => {
  const { runs, run, photo, broken } = await startRuns(t);
  const first = await run(1);
  const retried = await run(1, { source: broken }, (pid) => {
    const retry = until('a new process runs', () => ![pid, undefined].includes(runs.pid()));
    void retry.then(() => copyFileSync(photo, broken));
  });
  assert.deepEqual(retried, { pid: first.pid, outcome: 'done' });
});

test('files of a process that died do not disturb the retry in a new one', async (t) => {
  const { run, photo } = await startRuns(t);
  await run(1);
  // Hashing this large file takes a while, so the process is killed while the original is in the directory.
  truncateSync(photo, 400 * 1024 ** 2);
  let killed = false;
  const { outcome } = await run(1, {}, (pid, directory) => {
    const hasOriginal = () => readdirSync(directory, { recursive: true }).join().includes('original');
    void until('the original is stored', hasOriginal).then(() => (killed = process.kill(pid, 'SIGKILL')));
  });
  assert.deepEqual([killed, outcome], [true, 'done']);
});

test('a job that took too long is not retried in a new process', async (t) => {
  const { runs, run } = await startRuns(t);
  const first = await run(1);
  assert.deepEqual(await run(1, {}, () => runs.fail('timeout')), { pid: first.pid, outcome: 'timeout' });
});

test('a used process ends when a job of another kind is run', async (t) => {
  const { run } = await startRuns(t);
  const first = await run(1);
  const exists = () => existsSync(`/proc/${first.pid}`);
  assert.ok(exists());
  assert.equal((await run(1, { kind: 'ambient' })).outcome, 'done');
  await until('the process has ended', () => !exists());
});

test('a run rejects when its own process cannot be started, but not when only a spare process cannot be started', async (t) => {
  const { runs, run, start } = await startRuns(t);
  const { LANG } = process.env;
  /** Calls `begin` while the system refuses to start processes. */
  const withoutStarts = <T>(begin: () => T): T => {
    // The system does not accept such a long environment variable.
    process.env.LANG = 'x'.repeat(200_000);
    try {
      return begin();
    } finally {
      if (LANG === undefined) delete process.env.LANG;
      else process.env.LANG = LANG;
    }
  };
  await assert.rejects(withoutStarts(() => start(1)).running, /cannot be started/);
  assert.equal(runs.pid(), undefined);
  assert.equal((await run(1, {}, () => withoutStarts(() => runs.startSpare('image')))).outcome, 'done');
  assert.equal((await run(2)).outcome, 'done');
});

test('the end of a run does not affect a run that was started meanwhile', async (t) => {
  const { runs, start } = await startRuns(t);
  const older = start(1);
  const pid = runs.pid();
  const newer = start(2);
  assert.ok(pid);
  process.kill(pid, 'SIGKILL');
  assert.equal(await older.running, 'crashed');
  assert.ok(![pid, undefined].includes(runs.pid()));
  assert.equal(await newer.running, 'done');
});

test('a spare process that is started during a run is used for another account, and replaces the used process', async (t) => {
  const { runs, run } = await startRuns(t);
  const first = await run(1, {}, () => runs.startSpare('image'));
  const others = await run(2);
  const next = await run(2);
  assert.notEqual(others.pid, first.pid);
  assert.equal(next.pid, others.pid);
  assert.throws(() => process.kill(first.pid, 0));
});

test('the process of a cancelled picture ends', async (t) => {
  const { runs, run } = await startRuns(t);
  const first = await run(1);
  const cancelled = await run(1, {}, () => runs.cancel(() => true));
  assert.deepEqual(cancelled, { pid: first.pid, outcome: 'stopped' });
  assert.notEqual((await run(1)).pid, first.pid);
});

/** Returns the scheduler's group of a process; empty without autogroup. */
const autogroupOf = (pid: number | undefined) => readFileSync(`/proc/${pid}/autogroup`, 'utf8').trim();
const hasAutogroups = existsSync('/proc/self/autogroup') && autogroupOf(process.pid) !== '';

test(
  'not only the process of a worker but its whole session has a low priority',
  { skip: !hasAutogroups },
  async (t) => {
    const { runs, start } = await startRuns(t);
    const { running } = start(1);
    await until("the worker's session has a lower priority", () => autogroupOf(runs.pid()).endsWith(' nice 5'));
    assert.equal(await running, 'done');
  },
);
