/** Tests when the database is checked, and that free pages are returned to the file system. */
import assert from 'node:assert/strict';
import { closeSync, existsSync, openSync, readFileSync, statSync, utimesSync, writeFileSync, writeSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { Database, DatabaseCorruptError } from '../../platform/storage/database.ts';
import { dataFolder } from '../../platform/storage/data-folder.ts';
import { createLog } from '../../platform/log.ts';
import { systemClock } from '../../platform/clock.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { startMailServer } from '../../testing/servers/mail-server.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { until } from '../../testing/until.ts';

const megabytes = 1024 ** 2;

/** Adds rows of 4 KB each to the audit log. */
const addRows = ({ parts }: Pick<TestApp, 'parts'>, at: number, count: number) =>
  parts.database.exec(`WITH RECURSIVE row (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM row LIMIT ${count})
    INSERT INTO audit_log (created_at, actor_name, action, target_kind, target_name, details, for_gestores, search_text)
    SELECT ${at}, '', 'system.test', 'system', '', hex(zeroblob(2000)), 0, '' FROM row`);

/** Starts a server on a large database and stops it. Returns its folder. */
async function stoppedServer(t: TestContext) {
  const folder = dataFolder(temporaryFolder(t));
  const app = await startTestApp(t, { dataDir: folder.directory });
  addRows(app, app.clock.now(), 10_000);
  await app.close();
  return folder;
}

function damage(file: string): void {
  const { size, atime, mtime } = statSync(file);
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(64 * 1024, 255), 0, undefined, size / 2);
  closeSync(handle);
  utimesSync(file, atime, mtime);
}

test('after a clean stop the server starts on a damaged database and reports the damage, but the next start fails', async (t) => {
  const folder = await stoppedServer(t);
  damage(folder.database);
  const { size, mtimeMs } = statSync(folder.database);
  assert.match(readFileSync(folder.cleanStop, 'utf8'), new RegExp(`^${size} `));
  // Records the file's new mtime (`utimes` drops its fractions), so that the damage looks like a disk fault and not like a change
  // by another program.
  writeFileSync(folder.cleanStop, `${size} ${mtimeMs}\n`);
  const mail = await startMailServer(t);
  const logged: string[] = [];
  const app = await startTestApp(t, {
    dataDir: folder.directory,
    env: { SMTP_URL: mail.url },
    log: createLog('warn', systemClock, (line) => logged.push(line)),
  });
  assert.ok(!existsSync(folder.cleanStop), 'a kill from now on is no clean stop');
  await until('the damage is found', () => app.parts.integrity.isDamaged());
  assert.match(logged.join('\n'), /the database is damaged\. (Restore the last good backup|There is no backup)/);
  assert.match((await app.guest().call('GET /healthz')).problems.join(' '), /O banco de dados está danificado/);
  assert.match(await (await app.guest().request('/metrics')).text(), /^antessala_problem\{kind="damage"\} 1$/m);
  await app.close();
  assert.ok(!existsSync(folder.cleanStop));
  await assert.rejects(startTestApp(t, { dataDir: folder.directory }), DatabaseCorruptError);
});

test('after another program has changed the database, a start checks it first', async (t) => {
  const folder = await stoppedServer(t);
  damage(folder.database);
  utimesSync(folder.database, 1, 1);
  await assert.rejects(startTestApp(t, { dataDir: folder.directory }), DatabaseCorruptError);
});

test('the nightly task removes old audit entries, and returns their pages to the file system', async (t) => {
  const folder = await stoppedServer(t);
  const app = await startTestApp(t, { dataDir: folder.directory });
  const sizeMb = () => statSync(folder.database).size / megabytes;
  const before = sizeMb();
  app.clock.advance(400 * 86_400_000);
  const { result } = await runTask(app);
  assert.match(result ?? '', /10\.0\d\d registros antigos removidos; \d+(,\d)? MB devolvidos ao disco\.$/);
  assert.ok(before > 35, `${before} MB`);
  // The file shrinks when the write-ahead log is copied into it; a reader may delay that until a later run.
  await until('the file is smaller', async () => {
    if (sizeMb() < 15) return true;
    await runTask(app);
    return false;
  });
});

async function runTask(app: TestApp) {
  const admin = await app.login(app.admin.user.email, app.admin.password);
  const find = async () => (await admin.call('GET /api/admin/tasks')).find(({ name }) => name === 'database-optimize');
  await admin.call('POST /api/admin/tasks/:name/run', { params: { name: 'database-optimize' } });
  await until('the end of the task', async () => (await find())?.isRunning === false);
  return (await find())?.lastRun ?? { result: '' };
}

test('a database of an older version is rewritten once at the start, with all of its rows', async (t) => {
  const folder = await stoppedServer(t);
  const old = new Database(folder.database);
  old.exec('PRAGMA journal_mode = DELETE; PRAGMA auto_vacuum = NONE; VACUUM');
  old.exec('DELETE FROM audit_log WHERE id % 10 > 0');
  assert.equal(old.pages().canShrink, false);
  const rowsOf = (database: Database) => database.prepare('SELECT id, created_at FROM audit_log').all();
  const rows = rowsOf(old);
  old.close();
  const { database } = (await startTestApp(t, { dataDir: folder.directory })).parts;
  assert.deepEqual([database.pages().canShrink, database.pages().free], [true, 0]);
  assert.deepEqual(rowsOf(database).slice(0, rows.length), rows);
  assert.ok(statSync(folder.database).size < 10 * megabytes);
});
