import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { entryPoint } from './entry-points.ts';
import { findProgram, run } from './processes.ts';

const node = process.execPath;

test('a worker is found beside the running program', () => {
  for (const name of ['password-worker', 'media-worker', 'backup-worker'] as const)
    assert.ok(existsSync(entryPoint(name)), name);
});

test('a program is found as configured or on PATH', () => {
  assert.equal(findProgram('ffmpeg', node), node);
  assert.equal(findProgram('ffmpeg', '/nowhere/ffmpeg'), undefined);
  assert.equal(findProgram('no-such-program-here'), undefined);
  assert.match(findProgram('sh') ?? '', /\/sh$/);
});

test("run returns a program's output and how it ended", async () => {
  const result = await run(node, ['-e', 'console.log("out"); console.error("err"); process.exit(3)']);
  assert.deepEqual(result, { ending: 'exit', code: 3, stdout: 'out\n', stderr: 'err\n' });
  await assert.rejects(run('/nowhere/program', []), { code: 'ENOENT' });
});

test('a run that takes too long, hangs or prints too much is ended', async () => {
  const forever = 'setInterval(() => {}, 1000)';
  assert.equal((await run(node, ['-e', forever], { timeoutMs: 200 })).ending, 'timeout');
  assert.equal((await run(node, ['-e', forever], { onLine: () => true, stallMs: 200 })).ending, 'stalled');
  assert.equal(
    (await run(node, ['-e', 'for (;;) process.stdout.write("x".repeat(1000))'], { maxOutputBytes: 10_000 })).ending,
    'output',
  );
});

test('a run that exceeds its memory limit is ended', { skip: !existsSync('/proc/self/status') }, async () => {
  const greedy = 'const all = []; setInterval(() => all.push(Buffer.alloc(20e6, 1)), 20)';
  assert.equal((await run(node, ['-e', greedy], { maxMemoryBytes: 150e6, timeoutMs: 60_000 })).ending, 'memory');
});

test("other programs do not get the server's secrets", async () => {
  process.env.SMTP_URL = 'smtp://user:secret@mail';
  const { stdout } = await run(node, ['-e', 'console.log(JSON.stringify(process.env))']);
  delete process.env.SMTP_URL;
  assert.equal(stdout.includes('secret'), false);
});
