import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type TestApp, startTestApp } from '../../../testing/app.ts';
import { addContent } from '../../../testing/contents.ts';
import { addItem, pollScreen, sendPlaylist } from '../../../testing/steps.ts';
import { type Client, refusal } from '../../../testing/client.ts';
import { bytesOf } from '../../../testing/media.ts';
import { Database } from '../../../platform/storage/database.ts';
import { CommandError } from '../../../platform/process/failures.ts';
import { codeOf, stepAt } from '../../accounts/sign-in/totp.ts';
import { createAccountStore } from '../../accounts/store.ts';
import { requireSecondFactor } from '../../accounts/testing/manage.ts';
import { createAudit, shellAuthor } from '../../audit/audit.ts';
import { bringBack } from './bring-back.ts';

/** Runs what the command runs, on a connection of its own. */
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

/** Lets the time for undoing pass and what follows it be done. */
async function forget(app: TestApp): Promise<void> {
  app.clock.advance(60_000);
  app.parts.mediaDeletions.start();
  app.parts.playlistDeletions.start();
  await app.parts.accountRemoval.run();
}

test('what an account has lost since a backup comes back with files, order and screen; what exists stays, others are not touched', async (t) => {
  const { app, clinic, other, front, playlist, kept, screen, name, itemsOf } = await startClinics(t);
  await clinic.call('DELETE /api/videos/:id', { params: { id: front } });
  await clinic.call('DELETE /api/playlists/:id', { params: { id: playlist.id } });
  await clinic.call('PATCH /api/playlists/:id', { params: { id: kept.id }, body: { name: 'Sala 2' } });
  await other.call('POST /api/playlists', { body: { name: 'Alheia' } });
  await forget(app);
  rmSync(join(app.dataDir, 'media'), { recursive: true });
  assert.equal((await pollScreen(screen)).playlist, null);

  const { wasDeleted, added, left } = await bringBackFrom(app, name, 'CLINICA@clinica.test');
  assert.deepEqual([wasDeleted, added, left], [false, { playlists: 1, videos: 1 }, []]);
  assert.deepEqual(await itemsOf(clinic, playlist.id), ['Fachada', 'Jardim', 'Da plataforma']);
  assert.deepEqual(await itemsOf(clinic, kept.id), ['Fachada', 'Jardim']);
  const lists = await clinic.call('GET /api/playlists');
  assert.deepEqual(lists.map((each) => each.name).sort(), ['Recepção', 'Sala 2']);
  assert.deepEqual(
    (await other.call('GET /api/playlists')).map((each) => each.name),
    ['Alheia'],
  );
  const again = (await clinic.call('GET /api/videos')).find(({ id }) => id === front);
  assert.equal((await clinic.request(again?.mediaUrl ?? '')).status, 200);
  app.clock.advance(3_000);
  assert.equal((await pollScreen(screen)).playlist?.id, playlist.id, 'the screen plays it');
  const [shown] = await clinic.call('GET /api/my-players');
  assert.deepEqual([shown?.id, shown?.assignedPlaylist?.id], [screen.playerId, playlist.id]);
  const { entries } = await app.admin.call('GET /api/admin/audit');
  assert.match(entries[0]?.sentence ?? '', /^Linha de comando do servidor trouxe de volta 2 itens da conta clinica/);
  assert.deepEqual((await bringBackFrom(app, name, clinic.user.email)).added, {}, 'a second time nothing is missing');
});

test('a deleted account comes back with password and contents, and a quota or an unknown account is refused before', async (t) => {
  const { app, clinic, front, playlist, itemsOf } = await startClinics(t);
  const { secret } = await clinic.call('POST /api/user/second-factor/key');
  const now = () => codeOf(secret, stepAt(app.clock.now()));
  const { recoveryCodes } = await clinic.call('POST /api/user/second-factor', {
    body: { currentPassword: clinic.password, code: now() },
  });
  await requireSecondFactor(app.admin, clinic.user.id, true);
  app.clock.advance(60_000);
  const { name } = await app.parts.backups.take(new AbortController().signal);
  await clinic.call('DELETE /api/videos/:id', { params: { id: front } });
  await forget(app);
  const params = { id: clinic.user.id };
  await app.admin.call('PUT /api/admin/users/:id/quotas', { params, body: { maxVideos: 1 } });
  await assert.rejects(bringBackFrom(app, name, clinic.user.email), /2 contents \(limit 1\)/);
  await assert.rejects(bringBackFrom(app, name, 'nobody@clinica.test'), CommandError);
  await assert.rejects(bringBackFrom(app, '2020-01-01-030000', clinic.user.email), CommandError);

  await app.admin.call('DELETE /api/admin/users/:id', { params });
  await forget(app);
  const { wasDeleted, added } = await bringBackFrom(app, name, clinic.user.email);
  assert.deepEqual([wasDeleted, added], [true, { playlists: 2, videos: 2, players: 1 }]);
  const again = app.guest();
  const { body } = await refusal(
    again.call('POST /api/login', { body: { email: clinic.user.email, password: clinic.password } }),
  );
  assert.equal(body.code, 'second_factor_required', 'the password alone is not enough, as before');
  await again.call('POST /api/login/second-factor', { body: { code: recoveryCodes[0] ?? '' } });
  const { isRequired, recoveryCodesLeft } = await again.call('GET /api/user/second-factor');
  assert.deepEqual([isRequired, recoveryCodesLeft], [true, 9]);
  assert.deepEqual(await itemsOf(again, playlist.id), ['Fachada', 'Jardim', 'Da plataforma']);
  assert.equal((await again.call('GET /api/videos')).length, 2);
});

test('an account is known by id and time of creation: with another e-mail it is the same, and no one else is taken for it', async (t) => {
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
  await forget(app);
  const { id, email, wasDeleted, added } = await bring();
  assert.deepEqual([id, email, wasDeleted, added], [clinic.user.id, 'nova@clinica.test', false, { playlists: 1 }]);

  rename(other, 'vizinha', clinic.user.email);
  await assert.rejects(bring(), /has nova@clinica.test today, and another account has clinica@clinica.test/);
  await app.admin.call('DELETE /api/admin/users/:id', { params: { id: clinic.user.id } });
  await forget(app);
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
