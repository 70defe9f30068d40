import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { AppError } from '../../contract/errors.ts';
import { ManualClock } from '../../platform/clock.ts';
import { parseClockSync } from '../../platform/process/clock-sync.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { startMailServer } from '../../testing/servers/mail-server.ts';
import { until } from '../../testing/until.ts';
import type { Health } from './health.ts';
import { healthRoutes } from './routes.ts';

test('the health of the server is public', async (t) => {
  const app = await startTestApp(t);
  const health = await app.guest().call('GET /healthz');
  assert.ok(['ok', 'degraded'].includes(health.status));
  assert.equal(health.status === 'ok', health.problems.length === 0);
  // The version must be known when the server runs from source too, because backups contain the version.
  const { version, releaseDate } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'),
  ) as Record<string, string>;
  assert.equal(health.version, `${version} (${releaseDate})`);
  assert.equal((await app.guest().call('GET /readyz')).message, 'Pronto.');
});

test('problems make the status degraded, and a server that cannot serve is not ready', async () => {
  const clock = new ManualClock();
  let state: Health = { isReady: true, problems: [] };
  const routes = healthRoutes({
    ...{ health: () => state, isReady: () => state.isReady, ffmpeg: true, version: '1.2.3', clock },
  });
  clock.advance(61_500);
  const healthy = {
    status: 'ok',
    version: '1.2.3',
    uptimeS: 61,
    ffmpeg: true,
    clock: 'unknown',
    standbyAgeS: null,
    problems: [],
  };
  assert.deepEqual(await routes['GET /healthz']({} as never), healthy);
  const sentence = 'ffmpeg não encontrado.';
  state = { isReady: false, problems: [{ kind: 'ffmpeg', sentence }] };
  const degraded = { ...healthy, status: 'degraded', problems: [sentence] };
  assert.deepEqual(await routes['GET /healthz']({} as never), degraded);
  await assert.rejects(
    async () => routes['GET /readyz']({} as never),
    (error: unknown) => error instanceof AppError && error.status === 503,
  );
});

/** Advances the clock, and checks that /healthz, the overview, /readyz and the metrics agree. Returns the state. */
async function readState(app: TestApp) {
  app.clock.advance(20_000);
  const { status, problems } = await app.guest().call('GET /healthz');
  const overview = await app.admin.call('GET /api/admin/overview');
  assert.deepEqual(overview.problems, problems, 'the overview has the same problems');
  const metrics = await (await app.guest().request('/metrics')).text();
  const kinds = [...metrics.matchAll(/^antessala_problem\{kind="([a-z-]+)"\} 1$/gm)].map(([, kind]) => kind);
  const backups = kinds.filter((kind) => kind?.startsWith('backup'));
  assert.equal(overview.isBackupOverdue, backups.length > 0, 'the overview marks the backup too');
  const ready = await app.guest().status('GET /readyz');
  assert.match(metrics, new RegExp(`^antessala_ready ${ready === 200 ? 1 : 0}$`, 'm'));
  return { status, ready, kinds, backups, problems: problems.join(' '), disk: overview.disk, metrics };
}

test('a server that cannot write is not ready until it can write again', { timeout: 240_000 }, async (t) => {
  const app = await startTestApp(t);
  const { database } = app.parts;
  const healthy = await readState(app);
  assert.equal(healthy.ready, 200);
  assert.ok(!healthy.kinds.includes('write'));

  const expectFailure = async () => {
    const { status, ready, kinds, problems } = await readState(app);
    assert.deepEqual([status, ready, kinds[0]], ['degraded', 503, 'write']);
    assert.match(problems, /^O servidor não consegue gravar dados/);
  };
  const expectRecovery = async () => {
    const { ready, kinds } = await readState(app);
    assert.deepEqual([ready, kinds], [200, healthy.kinds]);
  };
  // A read-only database, as on a worn-out memory card.
  database.exec('PRAGMA query_only = ON');
  await expectFailure();
  database.exec('PRAGMA query_only = OFF');
  await expectRecovery();
  // A full disk on which the database still has room in its own file: only the probe file fails.
  mkdirSync(join(app.dataDir, '.write-probe'));
  await expectFailure();
  rmSync(join(app.dataDir, '.write-probe'), { recursive: true });
  await expectRecovery();
});

test('a nearly full disk and an unreadable one are problems', { timeout: 240_000 }, async (t) => {
  const gb = 1024 ** 3;
  let freeBytes: number | undefined = 500 * gb;
  const app = await startTestApp(t, {
    async freeSpace() {
      if (freeBytes === undefined) throw new Error('EIO');
      return { freeBytes, totalBytes: 1_000 * gb };
    },
  });
  assert.ok(!(await readState(app)).kinds.includes('disk'));
  freeBytes = 50 * gb;
  const low = await readState(app);
  assert.deepEqual([low.status, low.ready, low.kinds.includes('disk')], ['degraded', 200, true]);
  assert.match(low.problems, /Pouco espaço em disco: 50 GB livres de 1\.000 GB/);
  freeBytes = undefined;
  const unreadable = await readState(app);
  assert.deepEqual([unreadable.status, unreadable.ready, unreadable.kinds.includes('disk')], ['degraded', 200, true]);
  assert.match(unreadable.problems, /O espaço livre em disco não pôde ser lido/);
  assert.deepEqual([unreadable.disk.freeMb, unreadable.disk.isLow], [null, true]);
  assert.match(low.metrics, /^antessala_disk_free_bytes \d/m);
  assert.doesNotMatch(
    unreadable.metrics,
    /antessala_disk_free_bytes/,
    'an unknown value is left out, because 0 would be false',
  );
});

test('a clock that is not synchronized over the network is a problem, an unknown one is not', async (t) => {
  assert.deepEqual(['yes\n', 'no\n', 'Failed to connect to bus'].map(parseClockSync), [true, false, undefined]);
  let isClockSynchronized: boolean | undefined;
  const app = await startTestApp(t, { isClockSynchronized: async () => isClockSynchronized });
  const clock = async () => (await app.guest().call('GET /healthz')).clock;
  assert.deepEqual([await clock(), (await readState(app)).kinds.includes('clock')], ['unknown', false]);
  isClockSynchronized = true;
  assert.deepEqual([await clock(), (await readState(app)).kinds.includes('clock')], ['kept', false]);
  isClockSynchronized = false;
  assert.deepEqual([await clock(), (await readState(app)).kinds.includes('clock')], ['adrift', true]);
});

test('an unusable backup folder, a failed and an overdue backup are problems', { timeout: 240_000 }, async (t) => {
  const app = await startTestApp(t);
  const backups = async () => (await readState(app)).backups;
  assert.deepEqual(await backups(), [], 'a new installation has time until its first night');
  app.clock.advance(27 * 3_600_000);
  assert.deepEqual(await backups(), ['backup-overdue']);
  assert.match((await readState(app)).problems, /Ainda não há nenhum backup/);
  await app.parts.tasks.run('backup');
  assert.deepEqual(await backups(), []);

  const folder = join(app.dataDir, 'backups');
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'a file where the folder should be');
  assert.deepEqual(
    await backups(),
    ['backup-folder', 'backup-overdue'],
    'the backups in the lost folder do not count, so a backup is overdue',
  );
  await app.parts.tasks.run('backup');
  const { status, backups: all, problems } = await readState(app);
  assert.deepEqual([status, all], ['degraded', ['backup-folder', 'backup-failed', 'backup-overdue']]);
  assert.ok(!problems.includes(app.dataDir), 'public problems contain no path');
  rmSync(folder);
  await app.parts.tasks.run('backup');
  assert.deepEqual(await backups(), []);
});

test('health checks wait 3 s at most for a backup folder that does not respond, and report it until it responds', async (t) => {
  const app = await startTestApp(t);
  const unresponsive = join(app.dataDir, 'backups/2026-01-01-030000');
  mkdirSync(unresponsive, { recursive: true });
  // Reading a FIFO blocks until there is a writer, like a network disk without its network.
  execFileSync('mkfifo', [join(unresponsive, 'manifest.json')]);
  const guest = app.guest();
  let responseCount = 0;
  const requested = Promise.all(
    [guest.call('GET /healthz'), guest.call('GET /healthz'), app.admin.call('GET /api/admin/overview')].map((call) =>
      call.finally(() => (responseCount += 1)),
    ),
  );
  assert.ok(await guest.call('GET /readyz'), 'the server is ready, and serves other requests');
  assert.equal(responseCount, 0);
  await until('the responses without the folder', () => {
    app.clock.advance(1_000);
    return responseCount === 3;
  });
  await requested;
  // Later requests neither wait for the folder nor occupy another thread.
  assert.equal((await readState(app)).kinds.includes('backup-folder'), true);
  assert.deepEqual((await app.admin.call('GET /api/admin/backups')).backups, []);
  writeFileSync(join(unresponsive, 'manifest.json'), '');
  rmSync(unresponsive, { recursive: true });
  const problems = async () => (await guest.call('GET /healthz')).problems.join();
  await until('the folder responds', async () => !(await problems()).includes('A pasta dos backups'));
  assert.equal((await readState(app)).kinds.includes('backup-folder'), false);
});

test('guesses at a code are a problem that only managers see, while they continue', { timeout: 240_000 }, async (t) => {
  const server = await startMailServer(t);
  const app = await startTestApp(t, { env: { SMTP_URL: server.url, TRUST_PROXY: '127.0.0.1' } });
  const guess = async (i: number) => {
    const { status } = await app.guest().request('/api/player/options-code', {
      method: 'POST',
      body: JSON.stringify({ action: 'exit', code: 'ERRADO' }),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${i}` },
    });
    assert.equal(status, 403);
  };
  const guessed = (problems: readonly string[]) => problems.filter((sentence) => /adivinhar/.test(sentence));
  const reported = async () => guessed((await app.admin.call('GET /api/admin/overview')).problems);
  const before = await app.guest().call('GET /healthz');
  for (let i = 1; i < 50; i += 1) await guess(i);
  assert.deepEqual(await reported(), []);
  await guess(50);
  assert.deepEqual(await reported(), [
    'Alguém está tentando adivinhar o código de saída ou o de reset da tela. Cada erro já espera mais que o anterior. Se o código for curto ou muita gente o conhecer, troque-o em Configurações, Códigos.',
  ]);
  const after = await app.guest().call('GET /healthz');
  assert.deepEqual([after.status, after.problems], [before.status, before.problems], 'the public health is unchanged');
  await until('the mail', () => server.emails.length > 0);
  const [email = ''] = server.emails;
  assert.match(email, new RegExp(`^To: ${app.admin.user.email}`, 'm'));
  app.clock.advance(3_600_000);
  assert.deepEqual(await reported(), []);
  assert.equal(server.emails.length, 1, 'one mail is sent');
});
