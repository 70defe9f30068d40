import assert from 'node:assert/strict';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type TestApp, startTestApp } from '../../../testing/app.ts';
import { addContent } from '../../../testing/contents.ts';
import { addItem, pollScreen, sendPlaylist } from '../../../testing/steps.ts';
import { type Client, refusal } from '../../../testing/client.ts';
import { bytesOf } from '../../../testing/media.ts';
import { limits } from '../../../contract/limits.ts';
import { Database } from '../../../platform/storage/database.ts';
import { CommandError } from '../../../platform/process/failures.ts';
import { codeOf, stepAt } from '../../accounts/sign-in/totp.ts';
import { createAccountStore } from '../../accounts/store.ts';
import { requireSecondFactor } from '../../accounts/testing/manage.ts';
import { createAudit, shellAuthor } from '../../audit/audit.ts';
import { bringBack } from './bring-back.ts';

/** Brings an account back from the backup called `name`, as `restore --account` does, on a connection of its own. */
async function bringBackFrom(app: TestApp, name: string, email: string) {
  const database = new Database(join(app.dataDir, 'antessala.db'));
  try {
    return await bringBack({
      ...{ from: join(app.dataDir, 'backups', name), dataDir: app.dataDir, email, database },
      ...{
        accounts: createAccountStore(database, app.clock),
        audit: createAudit(database, app.clock),
        by: shellAuthor,
        clock: app.clock,
      },
    });
  } finally {
    database.close();
  }
}

/** Starts an app with a clinic that has contents, playlists and a screen, and makes a backup of it, which is called `name`. */
async function startClinics(t: Parameters<typeof startTestApp>[0]) {
  const app = await startTestApp(t);
  const clinic = await app.customer({ username: 'clinica' });
  const other = await app.customer({ username: 'vizinha' });
  const upload = async (name: string, file: string) => {
    const { id } = await clinic.upload(Buffer.from(await bytesOf(file)), { name });
    await app.parts.processing.whenIdle();
    return id;
  };
  const [front, garden] = [await upload('Fachada', 'logo.png'), await upload('Jardim', 'photo.jpg')];
  const playlist = await clinic.call('POST /api/playlists', { body: { name: 'Recepção' } });
  const kept = await clinic.call('POST /api/playlists', { body: { name: 'Consultório' } });
  for (const { id } of [playlist, kept]) for (const videoId of [front, garden]) await addItem(clinic, videoId, id, 2);
  const platform = addContent(app, { userId: null, name: 'Da plataforma' });
  await addItem(clinic, platform, playlist.id);
  const screen = await app.screen(clinic);
  await sendPlaylist(clinic, screen.playerId, playlist.id);
  const { name } = await app.parts.backups.take(new AbortController().signal);
  const itemsOf = async (client: Client, id: number) =>
    (await client.call('GET /api/playlists/:id/assignments', { params: { id } })).map((item) => item.video.name);
  return { app, clinic, other, front, garden, playlist, kept, screen, name, itemsOf };
}

/** Lets the time for undoing deletions pass, and completes them. */
async function completeDeletions(app: TestApp): Promise<void> {
  app.clock.advance(60_000);
  app.parts.mediaDeletions.start();
  app.parts.playlistDeletions.start();
  await app.parts.accountRemoval.run();
}

test('contents and playlists that were deleted after a backup come back with files, order and screen, and nothing else changes', async (t) => {
  const { app, clinic, other, front, playlist, kept, screen, name, itemsOf } = await startClinics(t);
  await clinic.call('DELETE /api/videos/:id', { params: { id: front } });
  await clinic.call('DELETE /api/playlists/:id', { params: { id: playlist.id } });
  await clinic.call('PATCH /api/playlists/:id', { params: { id: kept.id }, body: { name: 'Sala 2' } });
  await other.call('POST /api/playlists', { body: { name: 'Alheia' } });
  await completeDeletions(app);
  rmSync(join(app.dataDir, 'media'), { recursive: true });
  assert.equal((await pollScreen(screen)).playlist, null);

  const { wasDeleted, added, notBroughtBack } = await bringBackFrom(app, name, 'CLINICA@clinica.test');
  assert.deepEqual([wasDeleted, added, notBroughtBack], [false, { playlists: 1, videos: 1 }, []]);
  assert.deepEqual(await itemsOf(clinic, playlist.id), ['Fachada', 'Jardim', 'Da plataforma']);
  assert.deepEqual(await itemsOf(clinic, kept.id), ['Fachada', 'Jardim']);
  const lists = await clinic.call('GET /api/playlists');
  assert.deepEqual(lists.map((each) => each.name).sort(), ['Recepção', 'Sala 2']);
  assert.deepEqual(
    (await other.call('GET /api/playlists')).map((each) => each.name),
    ['Alheia'],
  );
  const restored = (await clinic.call('GET /api/videos')).find(({ id }) => id === front);
  assert.equal((await clinic.request(restored?.mediaUrl ?? '')).status, 200);
  app.clock.advance(3_000);
  assert.equal((await pollScreen(screen)).playlist?.id, playlist.id, 'the screen plays it');
  const [shown] = await clinic.call('GET /api/my-players');
  assert.deepEqual([shown?.id, shown?.assignedPlaylist?.id], [screen.playerId, playlist.id]);
  const { entries } = await app.admin.call('GET /api/admin/audit');
  assert.match(entries[0]?.sentence ?? '', /^Linha de comando do servidor trouxe de volta 2 itens da conta clinica/);
  assert.deepEqual((await bringBackFrom(app, name, clinic.user.email)).added, {}, 'a second time nothing is missing');
});

test('a deleted account comes back with password, second factor and contents; an exceeded quota and an unknown account are refused', async (t) => {
  const { app, clinic, front, playlist, itemsOf } = await startClinics(t);
  const { secret } = await clinic.call('POST /api/user/second-factor/key');
  const currentCode = () => codeOf(secret, stepAt(app.clock.now()));
  const { recoveryCodes } = await clinic.call('POST /api/user/second-factor', {
    body: { currentPassword: clinic.password, code: currentCode() },
  });
  await requireSecondFactor(app.admin, clinic.user.id, true);
  app.clock.advance(60_000);
  const { name } = await app.parts.backups.take(new AbortController().signal);
  await clinic.call('DELETE /api/videos/:id', { params: { id: front } });
  await completeDeletions(app);
  const params = { id: clinic.user.id };
  await app.admin.call('PUT /api/admin/users/:id/quotas', { params, body: { maxVideos: 1 } });
  await assert.rejects(bringBackFrom(app, name, clinic.user.email), /2 contents \(limit 1\)/);
  await assert.rejects(bringBackFrom(app, name, 'nobody@clinica.test'), CommandError);
  await assert.rejects(bringBackFrom(app, '2020-01-01-030000', clinic.user.email), CommandError);

  await app.admin.call('DELETE /api/admin/users/:id', { params });
  await completeDeletions(app);
  const [media, away] = [join(app.dataDir, 'media'), join(app.dataDir, 'away')];
  renameSync(media, away);
  writeFileSync(media, '');
  await assert.rejects(bringBackFrom(app, name, clinic.user.email));
  rmSync(media);
  renameSync(away, media);
  const { entries } = await app.admin.call('GET /api/admin/audit');
  assert.deepEqual(
    entries.slice(0, 2).map(({ action }) => action),
    ['account.brought_back', 'account.created'],
    'the log has entries about the account that was added before the interruption',
  );
  const { wasDeleted, added } = await bringBackFrom(app, name, clinic.user.email);
  assert.deepEqual([wasDeleted, added], [false, { videos: 2, players: 1 }], 'continues where it was interrupted');
  const browser = app.guest();
  const { body } = await refusal(
    browser.call('POST /api/login', { body: { email: clinic.user.email, password: clinic.password } }),
  );
  assert.equal(body.code, 'second_factor_required', 'the password alone is not enough, as before');
  await browser.call('POST /api/login/second-factor', { body: { code: recoveryCodes[0] ?? '' } });
  const { isRequired, recoveryCodesLeft } = await browser.call('GET /api/user/second-factor');
  assert.deepEqual([isRequired, recoveryCodesLeft], [true, 9]);
  assert.deepEqual(await itemsOf(browser, playlist.id), ['Fachada', 'Jardim', 'Da plataforma']);
  assert.equal((await browser.call('GET /api/videos')).length, 2);
});

test('an account is recognized also under a new e-mail, and is refused while another account has its old e-mail or name', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer({ username: 'clinica' });
  const playlist = await clinic.call('POST /api/playlists', { body: { name: 'Recepção' } });
  app.clock.advance(1_000);
  const other = await app.customer({ username: 'vizinha' });
  const rename = (person: typeof clinic, username: string, email: string) =>
    app.parts.accounts.setIdentity(person.user.id, { username, email });
  rename(clinic, 'Clínica', clinic.user.email);
  const { name } = await app.parts.backups.take(new AbortController().signal);
  const bring = () => bringBackFrom(app, name, clinic.user.email);

  rename(clinic, 'nova', 'nova@clinica.test');
  await clinic.call('DELETE /api/playlists/:id', { params: { id: playlist.id } });
  await completeDeletions(app);
  const { id, email, wasDeleted, added } = await bring();
  assert.deepEqual([id, email, wasDeleted, added], [clinic.user.id, 'nova@clinica.test', false, { playlists: 1 }]);

  rename(other, 'vizinha', clinic.user.email);
  await assert.rejects(bring(), /has nova@clinica.test today, and another account has clinica@clinica.test/);
  await app.admin.call('DELETE /api/admin/users/:id', { params: { id: clinic.user.id } });
  await completeDeletions(app);
  await assert.rejects(bring(), /has the e-mail clinica@clinica.test today/);
  rename(other, 'CLÍNICA', 'vizinha@clinica.test');
  await assert.rejects(bring(), /has the username Clínica today/);
  rename(other, 'vizinha', 'vizinha@clinica.test');
  const body = { email: clinic.user.email, role: 'reception' as const };
  const { code } = await other.call('POST /api/team/members', { body });
  await app.guest().call('POST /api/invitations/accept', { body: { code, name: 'Ana', password: 'segredo2' } });
  await assert.rejects(bring(), /has the e-mail clinica@clinica.test today/);
  await app.login(clinic.user.email, 'segredo2');
  assert.deepEqual(await other.call('GET /api/playlists'), []);
});

test('things come back even if other things have their ids now, and only once if two commands run; an exceeded limit is refused', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer({ username: 'clinica', quotas: { maxPlaylists: 3 } });
  const { database, backups } = app.parts;
  const run = (sql: string) => database.prepare<[{ id: number }]>(sql).run({ id: clinic.user.id });
  run("INSERT INTO call_rooms (id, user_id, name, colour) VALUES (7, @id, 'Sala nova', '#000000')");
  run("INSERT INTO soundtracks (id, user_id, name) VALUES (7, @id, 'Calma')");
  run("INSERT INTO playlists (id, user_id, name, created_at) VALUES (7, @id, 'Recepção', 1), (8, @id, 'Espera', 1)");
  const { name } = await backups.take(new AbortController().signal);
  const bring = () => bringBackFrom(app, name, clinic.user.email);
  // As after a restore of an older backup, when ids are given to new things again.
  run("UPDATE call_rooms SET name = 'Outra' WHERE user_id = @id");
  run("UPDATE soundtracks SET name = 'Trilha' WHERE user_id = @id");
  run("UPDATE playlists SET name = 'Outra', created_at = 2 WHERE user_id = @id AND id = 7");

  for (let count = 1; count < limits.soundtrack.perAccount; count += 1)
    run(`INSERT INTO soundtracks (user_id, name) VALUES (@id, 'Trilha ${count}')`);
  await assert.rejects(bring(), /21 soundtracks \(limit 20\)/);
  run("DELETE FROM soundtracks WHERE user_id = @id AND name LIKE 'Trilha %'");

  const [won, lost] = (await Promise.allSettled([bring(), bring()])).sort((a, b) => (a.status < b.status ? -1 : 1));
  assert.deepEqual(won?.status === 'fulfilled' && won.value.added, { soundtracks: 1, playlists: 1, call_rooms: 1 });
  assert.match(String(lost?.status === 'rejected' && lost.reason), /Another command is bringing back an account/);
  assert.deepEqual((await bring()).added, {}, 'a second time nothing is missing');
  const lists = await clinic.call('GET /api/playlists');
  assert.deepEqual(lists.map((each) => each.name).sort(), ['Espera', 'Outra', 'Recepção']);
});

test('it was decided for each column of accounts, second factors and screens whether it comes back', async (t) => {
  const { parts } = await startTestApp(t);
  const columnsOf = (table: string) =>
    parts.database
      .prepare<[string], { name: string }>('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map(({ name }) => name);
  // Before you add a column here, decide whether it may come back. Secrets that give access may not: reset them.
  assert.deepEqual(
    ['users', 'second_factors', 'players'].map((table) => columnsOf(table).join(' ')),
    [
      'id username email password role user_type status storage_limit_mb storage_used_bytes created_at space_requested_at space_asked_at time_zone stored_steps removed_at',
      'id user_id member_id secret last_step created_at',
      'id user_id name screen_id activation_code status created_at last_ping ip_address state offline_reported_at call_layout rotation volume quiet_hours dark_brightness soundtrack_id',
    ],
  );
});
