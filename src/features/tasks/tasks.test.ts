import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { type TaskName, taskNames } from '../../contract/tasks.ts';
import { ManualClock } from '../../platform/clock.ts';
import { Database } from '../../platform/storage/database.ts';
import type { Scheduler } from '../../platform/scheduler.ts';
import { createLog } from '../../platform/log.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { bytesOf } from '../../testing/media.ts';
import { assertRefusal } from '../accounts/testing/assert-refusal.ts';
import { takeBackup } from '../backups/take-backup.ts';
import { createTaskStore } from './store.ts';
import { TaskFailure } from '../../platform/process/failures.ts';
import { createTasks, type TaskSchedule } from './tasks.ts';

/** Returns the task runner with the given tasks. All other tasks do nothing. */
function makeTasks(schedules: Partial<Record<TaskName, Partial<TaskSchedule>>>) {
  const clock = new ManualClock();
  const database = new Database(':memory:');
  database.exec(
    'CREATE TABLE task_runs (name TEXT PRIMARY KEY, started_at INTEGER NOT NULL, duration_ms INTEGER, succeeded INTEGER, result TEXT, last_success_at INTEGER) STRICT',
  );
  const scheduledRuns = new Map<string, () => void>();
  let catchUp = () => {};
  const cancelled: string[] = [];
  const schedule: Scheduler = {
    cron(expression, run) {
      scheduledRuns.set(expression, run);
      return { cancel: () => cancelled.push(expression) };
    },
    catchUp(run) {
      catchUp = run;
      return { cancel: () => cancelled.push('catch up') };
    },
  };
  const published: unknown[] = [];
  const logged: string[] = [];
  const taskSchedules = Object.fromEntries(
    taskNames.map((name) => [name, { schedule: name, work: () => 'Nada.', ...schedules[name] }]),
  ) as Record<TaskName, TaskSchedule>;
  const tasks = createTasks({
    taskSchedules,
    store: createTaskStore(database),
    schedule,
    publish: (topic, message) => published.push([topic, message]),
    database,
    clock,
    log: createLog('warn', clock, (line) => logged.push(line)),
  });
  tasks.start();
  const taskOf = (name: TaskName) => tasks.list().find((task) => task.name === name);
  return { tasks, clock, scheduledRuns, catchUp: () => catchUp(), cancelled, published, logged, taskOf };
}

const start = (app: TestApp, name: string) => app.admin.call('POST /api/admin/tasks/:name/run', { params: { name } });
const lastRunOf = async (app: TestApp, name: TaskName) =>
  (await app.admin.call('GET /api/admin/tasks')).find((task) => task.name === name)?.lastRun;
/** Returns a clinic with one processed content. */
async function clinicWithContent(app: TestApp) {
  const clinic = await app.customer();
  const { id } = await clinic.upload(await bytesOf('logo.png'), { name: 'Fachada' });
  await app.parts.processing.whenIdle();
  return { clinic, id };
}

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

test('a run stores its start, duration, success and sentence, and notifies the settings page', async () => {
  const { tasks, clock, published, taskOf, scheduledRuns } = makeTasks({
    backup: {
      work: async () => {
        clock.advance(1_500);
        return 'Feito.';
      },
    },
  });
  const startedAt = new Date(clock.now()).toISOString();
  assert.deepEqual(taskOf('backup'), { name: 'backup', schedule: 'backup', isRunning: false, lastRun: null });
  scheduledRuns.get('backup')?.();
  assert.equal(taskOf('backup')?.isRunning, true);
  await nextTick();
  assert.deepEqual(taskOf('backup'), {
    name: 'backup',
    schedule: 'backup',
    isRunning: false,
    lastRun: { startedAt, durationMs: 1_500, succeeded: true, result: 'Feito.' },
  });
  assert.deepEqual(published, [['managers', { type: 'adminChanged', what: 'settings' }]]);
  assert.equal(tasks.lastSuccessAt('backup'), Date.parse(startedAt));
});

test('a failed run is shown and logged, keeps the time of the last success, and does not stop later runs', async () => {
  let error: Error | undefined = undefined;
  const { tasks, clock, taskOf, logged } = makeTasks({
    backup: { work: () => (error ? Promise.reject(error) : 'Feito.') },
    'disk-guard': {
      work() {
        throw new Error('secret detail');
      },
    },
  });
  await tasks.run('backup');
  const succeededAt = clock.now();
  clock.advance(1_000);
  error = new TaskFailure('Não há espaço.');
  await tasks.run('backup');
  assert.deepEqual(
    [taskOf('backup')?.lastRun?.succeeded, taskOf('backup')?.lastRun?.result],
    [false, 'Não há espaço.'],
  );
  assert.equal(tasks.lastSuccessAt('backup'), succeededAt);
  await tasks.run('disk-guard');
  assert.match(taskOf('disk-guard')?.lastRun?.result ?? '', /^Erro inesperado/);
  assert.match(logged.join(), /secret detail/);
});

test('a task never runs twice at once', async () => {
  let runs = 0;
  let finish = () => {};
  const { tasks, scheduledRuns } = makeTasks({
    backup: { work: () => ((runs += 1), new Promise<string>((resolve) => (finish = () => resolve('Feito.')))) },
  });
  tasks.begin('backup');
  scheduledRuns.get('backup')?.();
  assert.throws(() => tasks.begin('backup'), /já está em andamento/);
  const waiting = tasks.run('backup');
  finish();
  await waiting;
  assert.equal(runs, 1);
  tasks.begin('backup');
  assert.equal(runs, 2);
  finish();
});

test('a stop cancels scheduled runs, aborts the current ones, and waits for their end', async () => {
  const { tasks, scheduledRuns, cancelled, taskOf } = makeTasks({
    backup: {
      work: (signal) =>
        new Promise((_, reject) =>
          signal.addEventListener('abort', () => setImmediate(() => reject(new Error('aborted')))),
        ),
    },
  });
  tasks.begin('backup');
  await tasks.stop();
  assert.equal(cancelled.length, taskNames.length + 1);
  assert.deepEqual(
    [taskOf('backup')?.isRunning, taskOf('backup')?.lastRun?.result],
    [false, 'Interrompida: o servidor foi desligado.'],
  );
  scheduledRuns.get('quota-recount')?.();
  assert.equal(taskOf('quota-recount')?.lastRun, null);
});

test('after a start, a missed daily task runs; a task that is not daily, or ran within the last day, does not', async () => {
  const ran: string[] = [];
  const work = (name: string) => async () => {
    ran.push(`${name} begins`);
    await nextTick();
    ran.push(`${name} ends`);
    return 'Feito.';
  };
  const { tasks, clock, catchUp } = makeTasks({
    backup: { work: work('backup'), catchesUp: true },
    'quota-recount': { work: work('recount'), catchesUp: true },
    'disk-guard': { work: work('disk') },
  });
  await tasks.run('quota-recount');
  clock.advance(20 * 3_600_000);
  ran.length = 0;
  catchUp();
  for (let turns = 0; turns < 10; turns += 1) await nextTick();
  assert.deepEqual(ran, ['backup begins', 'backup ends']);
});

test('an administrator sees the tasks, runs one and is notified of its end; an unknown task is a 404', async (t) => {
  const app = await startTestApp(t);
  const socket = await app.admin.socket();
  const names = (await app.admin.call('GET /api/admin/tasks')).map(({ name }) => name);
  assert.deepEqual(names, [...taskNames]);
  const started = await start(app, 'processing-sweep');
  assert.deepEqual([started.name, started.lastRun?.succeeded], ['processing-sweep', true]);
  await socket.waitFor('adminChanged', ({ what }) => what === 'settings');
  await assertRefusal(start(app, 'nothing'), 404);
  await app.restart();
  assert.equal((await lastRunOf(app, 'processing-sweep'))?.result, started.lastRun?.result);
});

test('a backup is made while the server runs, listed and downloaded', { timeout: 240_000 }, async (t) => {
  const app = await startTestApp(t);
  await clinicWithContent(app);
  assert.equal((await start(app, 'backup')).isRunning, true);
  await assertRefusal(start(app, 'backup'), 409);
  await app.parts.tasks.run('backup');
  const { result, startedAt } = (await lastRunOf(app, 'backup')) ?? {};
  assert.match(result ?? '', /^Backup \d{4}-\d\d-\d\d-\d{6}: [\d,.]+ MB, \d+ arquivos, \d+ novos\.$/);
  assert.equal((await app.admin.call('GET /api/admin/overview')).lastBackupAt, startedAt);

  const { backups, keep, directory, isSameDisk } = await app.admin.call('GET /api/admin/backups');
  assert.deepEqual([backups.length, keep, directory, isSameDisk], [1, 7, join(app.dataDir, 'backups'), true]);
  const [backup] = backups;
  assert.equal(backup?.kind, 'full');
  assert.ok(backup && backup.sizeMb > 0, 'a backup with a size');
  const response = await app.admin.request(`/api/admin/backups/${backup.name}/download`);
  assert.equal(response.headers.get('content-disposition'), `attachment; filename="antessala-${backup.name}.tar"`);
  const archive = Buffer.from(await response.arrayBuffer());
  assert.equal(archive.length, Number(response.headers.get('content-length')));
  const database = readFileSync(join(directory, backup.name, 'antessala.db'));
  assert.ok(archive.includes(database), 'the archive holds the database');
  for (const name of ['2026-01-01-030000', '.lock', 'antessala.db'])
    assert.equal((await app.admin.request(`/api/admin/backups/${name}/download`)).status, 404, name);

  // A backup made by the shell counts as the last one, the copy before an upgrade does not.
  app.clock.advance(60_000);
  const createdAt = app.clock.now();
  const later = { name: '2030-01-01-030000', createdAt, version: '0.1.0' };
  await takeBackup({ dataDir: app.dataDir, backupDir: directory, ...later });
  app.clock.advance(60_000);
  app.parts.backups.beforeMigration(app.parts.database, '009-later.sql');
  assert.deepEqual(
    (await app.admin.call('GET /api/admin/backups')).backups.map(({ name, kind }) => [name, kind]),
    [
      ['before-009-later', 'database'],
      ['2030-01-01-030000', 'full'],
      [backup.name, 'full'],
    ],
  );
  assert.equal((await app.admin.call('GET /api/admin/overview')).lastBackupAt, new Date(createdAt).toISOString());
  assert.match(await (await app.guest().request('/metrics')).text(), /^antessala_backup_age_seconds 60$/m);
});

test('a stop aborts a running backup, and the next backup removes its leftovers', { timeout: 240_000 }, async (t) => {
  const app = await startTestApp(t);
  app.parts.tasks.begin('backup');
  await app.restart();
  assert.equal((await lastRunOf(app, 'backup'))?.result, 'Interrompida: o servidor foi desligado.');
  await app.parts.tasks.run('backup');
  assert.equal((await app.admin.call('GET /api/admin/backups')).backups.length, 1);
});

test('untracked files are set aside after a day and deleted 30 days later; data from before a restore are deleted after 7 days; missing files are reported', async (t) => {
  const app = await startTestApp(t);
  await clinicWithContent(app);
  const put = (name: string, ageMs: number) => {
    const path = join(app.dataDir, 'media', name.slice(0, 2), name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'orphan');
    const at = new Date(app.clock.now() - ageMs);
    utimesSync(path, at, at);
    return path;
  };
  const [old, fresh] = [put(`${'a'.repeat(64)}.jpg`, 25 * 3_600_000), put(`${'b'.repeat(64)}.jpg`, 3_600_000)];
  const [former, recent] = [7, 6].map((days) => {
    const path = join(app.dataDir, `before-restore-${days}`);
    mkdirSync(path);
    writeFileSync(join(path, 'antessala.db'), 'names');
    const at = new Date(app.clock.now() - days * 86_400_000);
    utimesSync(path, at, at);
    return path;
  });
  const result = async () => {
    await app.parts.tasks.run('orphaned-files');
    const lastRun = await lastRunOf(app, 'orphaned-files');
    return [lastRun?.succeeded, lastRun?.result];
  };
  const aside = join(app.dataDir, 'set-aside/media/aa', `${'a'.repeat(64)}.jpg`);
  assert.deepEqual(await result(), [
    true,
    '1 arquivo sem dono guardado em set-aside por 30 dias; 1 cópia dos dados anteriores a uma restauração excluída.',
  ]);
  assert.deepEqual(
    [old, former, aside, fresh, recent].map((path) => existsSync(path ?? '')),
    [false, false, true, true, true],
  );
  rmSync(recent ?? '', { recursive: true });
  app.clock.advance(22 * 3_600_000);
  assert.deepEqual(await result(), [true, 'Nenhum arquivo sem dono.']);
  app.clock.advance(30 * 86_400_000);
  app.admin = await app.login(app.admin.user.email, app.admin.password);
  assert.deepEqual(await result(), [
    true,
    '1 arquivo sem dono guardado em set-aside por 30 dias; 1 arquivo antigo de set-aside excluído.',
  ]);
  assert.deepEqual([existsSync(aside), existsSync(fresh)], [false, false]);

  const [stored] = app.parts.database
    .prepare<[], { sha256: string; extension: string }>('SELECT sha256, extension FROM media_files')
    .all();
  rmSync(app.parts.folder.mediaPath(stored?.sha256 ?? '', stored?.extension ?? ''));
  const [succeeded, sentence] = await result();
  assert.equal(succeeded, false);
  assert.match(String(sentence), /^1 arquivo de conteúdo falta no disco/);
});

test('wrong counters are corrected and reported, and a replacement that waits for processing is counted', async (t) => {
  const app = await startTestApp(t);
  const { clinic, id } = await clinicWithContent(app);
  const used = async () => (await clinic.call('GET /api/user')).storageUsed;
  let expected = await used();
  const recount = async () => {
    await app.parts.tasks.run('quota-recount');
    return (await lastRunOf(app, 'quota-recount'))?.result;
  };
  assert.equal(await recount(), '1 conteúdo e 2 contas conferidos: nada a corrigir.');
  app.parts.database.exec('UPDATE users SET storage_used_bytes = 5; UPDATE videos SET size_bytes = 7');
  assert.equal(await recount(), '1 conteúdo e 2 contas conferidos; corrigidos: 1 conteúdo e 2 contas.');
  assert.equal(await used(), expected);

  await app.parts.processing.stop();
  await clinic.replace(id, await bytesOf('photo.jpg'));
  expected = await used();
  assert.equal(await recount(), '1 conteúdo e 2 contas conferidos: nada a corrigir.');
  assert.equal(await used(), expected);
});

test('abandoned uploads, idle sessions and replaced tokens are deleted; a session ended from the shell loses its socket', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const screen = await app.screen(clinic);
  await clinic.call('POST /api/upload-url', { body: { fileName: 'sala.png', fileSize: 1_000 } });
  await screen.call('POST /api/player/renew-token', { body: { playerId: screen.playerId, deviceInfo: 'test' } });
  const socket = await clinic.socket();
  app.clock.advance(16 * 60_000);
  const result = async (name: TaskName) => {
    await app.parts.tasks.run(name);
    return app.parts.tasks.find(name).lastRun?.result;
  };
  assert.equal(await result('abandoned-uploads'), '1 envio abandonado removido.');
  assert.equal(await result('abandoned-uploads'), 'Nenhum envio abandonado.');
  assert.equal(await result('expired-sessions'), 'Removidos: 0 sessões e 1 chave de tela.');
  app.parts.database.exec(`DELETE FROM sessions WHERE user_id = ${clinic.user.id}`);
  await result('expired-sessions');
  await socket.waitFor('sessionEnded');
  app.clock.advance(31 * 86_400_000);
  assert.match((await result('expired-sessions')) ?? '', /^Removidos: \d sess/);
  assert.equal(await result('processing-sweep'), 'Nenhum conteúdo na fila.');
  assert.equal(await result('database-optimize'), 'Banco de dados otimizado.');
  assert.match((await result('disk-guard')) ?? '', /livres de/);
});
