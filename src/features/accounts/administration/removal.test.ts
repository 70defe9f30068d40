import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { addContent } from '../../../testing/contents.ts';
import { listedAccount, remove } from '../testing/manage.ts';

const rowsOf = ({ parts }: TestApp, table: string) =>
  parts.database.prepare<[], { rows: number }>(`SELECT count(*) AS rows FROM ${table}`).get()?.rows ?? 0;

/** Adds `count` calls, each with a receipt of the screen. */
function addCalls({ parts, clock }: TestApp, userId: number, playerId: number, count: number): void {
  parts.database.exec(`
    INSERT INTO calls (user_id, day, label, is_name, room_name, colour, on_all, is_priority, times, is_test, created_at)
    WITH RECURSIVE each (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM each WHERE n < ${count})
    SELECT ${userId}, '2026-03-02', 'A' || n, 0, 'Sala', '#000000', 1, 0, 1, 0, ${clock.now()} + n FROM each;
    INSERT INTO call_receipts SELECT id, ${playerId}, 100, 1 FROM calls WHERE user_id = ${userId}`);
}

test('all rows of a deleted account with many calls and contents are deleted, and none of another account', async (t) => {
  const app = await startTestApp(t);
  const [deleted, other] = [await app.customer(), await app.customer()];
  const [screen, otherScreen] = [await app.screen(deleted), await app.screen(other)];
  addCalls(app, deleted.user.id, screen.playerId, 3_000);
  addCalls(app, other.user.id, otherScreen.playerId, 10);
  app.parts.database.tx(() => {
    for (let i = 0; i < 300; i += 1) addContent(app, { userId: deleted.user.id });
  });
  addContent(app, { userId: other.user.id });
  // Refuse to delete the row in `users` while large tables have rows of the account: SQLite would delete all of them with it.
  const hasRows = ['calls', 'players', 'videos', 'urgent_notices']
    .map((table) => `EXISTS (SELECT 1 FROM ${table} WHERE user_id = old.id)`)
    .join(' OR ');
  app.parts.database.exec(`
    INSERT INTO urgent_notices (user_id, preset, text, chime, author, created_at, ends_at)
    SELECT user_id, 'free', label, 0, '', 0, 0 FROM calls;
    CREATE TEMP TRIGGER last_statement BEFORE DELETE ON users BEGIN SELECT raise(ABORT, 'many rows') WHERE ${hasRows}; END`);
  await remove(app.admin, deleted.user.id);
  assert.deepEqual(
    ['calls', 'call_receipts', 'players', 'videos', 'media_files', 'urgent_notices'].map((table) => rowsOf(app, table)),
    [10, 10, 1, 1, 1, 10],
  );
  assert.equal(rowsOf(app, `users WHERE id = ${deleted.user.id}`), 0);
});

test('a deleted account disappears at once, and rows that a crash leaves are deleted after the restart', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer({ username: 'Clinica Sol' });
  const screen = await app.screen(clinic);
  addCalls(app, clinic.user.id, screen.playerId, 500);
  const content = addContent(app, { userId: clinic.user.id, mediaType: 'image', status: 'pending' });
  const { accountRemoval, database, media } = app.parts;
  assert.equal(media.queue.next('image')?.videoId, content);
  // The state in which a crash leaves the account: hidden, with all of its calls.
  database.tx(() => accountRemoval.hide(clinic.user.id));
  assert.equal(rowsOf(app, 'calls'), 500);
  assert.equal(await listedAccount(app, clinic.user.id), undefined);
  assert.deepEqual(await app.admin.call('GET /api/admin/players'), []);
  assert.equal((await app.admin.call('GET /api/admin/overview')).screens.total, 0);
  assert.equal(await clinic.status('GET /api/user'), 401);
  assert.equal(await screen.status('GET /api/player/info'), 401);
  assert.equal(await app.admin.status('DELETE /api/admin/users/:id', { params: { id: clinic.user.id } }), 404);
  assert.deepEqual(
    [media.queue.next('image'), media.queue.has(content)],
    [undefined, false],
    "the account's content is not processed",
  );
  await app.customer({ username: 'Clinica Sol' });

  await app.restart();
  await app.parts.accountRemoval.run();
  assert.deepEqual([rowsOf(app, 'calls'), rowsOf(app, `users WHERE id = ${clinic.user.id}`)], [0, 0]);
});
