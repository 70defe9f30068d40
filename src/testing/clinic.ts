/** Creates a clinic with an object of each kind, and a second clinic. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipFrom } from '../features/media/import/testing/archives.ts';
import { dataFolder } from '../platform/storage/data-folder.ts';
import type { TestContext } from 'node:test';
import { type MemberRole, memberRoles, type TokenScope, tokenScopes } from '../contract/accounts/capabilities.ts';
import { limits } from '../contract/limits.ts';
import { createMediaUrls } from '../features/media/library/urls.ts';
import { takeBackup } from '../features/backups/take-backup.ts';
import type { Customer, TestApp } from './app.ts';
import type { Client } from './client.ts';
import { addContent } from './contents.ts';
import { bytesOf } from './media.ts';
import { startStation } from './servers/station.ts';
import { samplePoster } from '../features/media/testing/sample-poster.ts';

export type Clinic = Awaited<ReturnType<typeof createClinic>>;

export async function createClinic(app: TestApp, t: TestContext) {
  const { admin } = app;
  const { database, processing } = app.parts;
  const owner = await app.customer({ username: 'clinica', quotas: { maxPlaylists: 5 } });
  const other = await app.customer({ username: 'vizinha', quotas: { maxPlaylists: 5 } });
  const subject = await app.customer({ username: 'assunto' });
  const gestor = await app.gestor();
  await app.login(owner.user.email, owner.password);
  const otherSession = (await owner.call('GET /api/user/sessions')).find(({ isCurrent }) => !isCurrent);
  const team = await createTeam(app, owner, other);
  const screen = await app.screen(owner);
  const otherScreen = await app.screen(other);

  const picture = new Uint8Array(await bytesOf('logo.png'));
  const video = await owner.upload(Buffer.from(picture), { name: 'Fachada' });
  await processing.whenIdle();
  // Later background work would change rows during the tests.
  await processing.stop();
  const stored = (await owner.call('GET /api/videos')).find(({ id }) => id === video.id);
  const mediaUrl = new URL(stored?.mediaUrl ?? '', app.url);
  const failedId = addContent(app, { userId: owner.user.id, status: 'failed' });
  database.exec(`UPDATE videos SET original_r2_path = 'uploads/nada' WHERE id = ${failedId}`);

  const replacedId = addContent(app, { userId: owner.user.id });
  database.exec(`
    INSERT INTO replacements (video_id, media_type, processing_status, processing_error, created_at)
    VALUES (${replacedId}, 'video', 'failed', 'Não deu', 0)`);
  app.parts.media.posters.set(replacedId, samplePoster());

  const deletedVideoId = addContent(app, { userId: owner.user.id });
  const deletedPlaylist = await owner.call('POST /api/playlists', { body: { name: 'Apagada' } });
  const setPendingDeletion = `SET delete_at = ${app.clock.now() + limits.undoMs}`;
  database.exec(`UPDATE videos ${setPendingDeletion} WHERE id = ${deletedVideoId}`);
  database.exec(`UPDATE playlists ${setPendingDeletion} WHERE id = ${deletedPlaylist.id}`);

  const category = await admin.call('POST /api/admin/categories', { body: { name: 'Saúde' } });
  for (const { id: userId } of [owner.user, subject.user])
    await admin.call('POST /api/admin/users/:userId/categories/:categoryId', {
      params: { userId, categoryId: category.id },
    });
  const platformId = addContent(app, { userId: null, categoryId: category.id });

  const playlist = await owner.call('POST /api/playlists', { body: { name: 'Recepção', isRandom: false } });
  for (const videoId of [video.id, platformId])
    await owner.call('POST /api/videos/:videoId/assignments', {
      params: { videoId },
      body: { playlistId: playlist.id },
    });
  database.exec(`
    INSERT INTO video_playlist_assignments (video_id, playlist_id, frequency, position)
    SELECT id, ${playlist.id}, 1, 100 + id FROM videos WHERE id IN (${failedId}, ${deletedVideoId})`);
  await owner.call('POST /api/my-players/:id/assign-playlist', {
    params: { id: screen.playerId },
    body: { playlistId: playlist.id },
  });
  // The rule holds three days from now in any time zone, so the screen now plays its assigned playlist. Monday is 0 here.
  const days = [(new Date(app.clock.now()).getUTCDay() + 2) % 7];
  const schedule = await owner.call('POST /api/schedules', {
    body: {
      ...{ plays: playlist.id, days, from: 0, to: 60 },
      targets: [{ kind: 'screen', id: screen.playerId }],
    },
  });
  const group = await owner.call('POST /api/screen-groups', {
    body: { name: 'Recepções', playerIds: [screen.playerId] },
  });
  const otherGroup = await other.call('POST /api/screen-groups', { body: { name: 'Deles' } });
  const urgent = await owner.call('POST /api/urgent', { body: { text: 'Saiam com calma', isForAll: true } });
  const platformUrgent = await admin.call('POST /api/admin/urgent', {
    body: { text: 'Manutenção agora', userIds: [owner.user.id] },
  });
  const message = await owner.call('POST /api/breaking-news', { body: { title: 'Aviso', message: 'Traga o cartão' } });
  await owner.call('POST /api/breaking-news/:id/playlists', {
    params: { id: message.id },
    body: { playlistIds: [playlist.id] },
  });
  const [spare] = await admin.call('POST /api/admin/users/:userId/players/batch', {
    params: { userId: owner.user.id },
    body: { quantity: 1 },
  });
  const pairing = await app.guest().call('POST /api/player/pairing', { body: { deviceInfo: 'teste' } });
  const station = await admin.call('POST /api/admin/radio-stations', {
    body: { name: 'Rádio Teste', genre: 'MPB', upstreamUrl: (await startStation(t)).upstreamUrl, unheard: true },
  });
  const notice = await admin.call('POST /api/admin/notices', {
    body: { title: 'Manutenção', message: 'Hoje às 18h', noticeType: 'global' },
  });
  const emptyUpload = await reserve(owner, picture);
  const finishedUpload = await reserve(owner, picture);
  await put(owner, finishedUpload, picture);
  const archive = zipFrom({ 'sala/sala.png': Buffer.from(picture) });
  const [listed, archiveKey] = [await sendArchive(owner, archive), await sendArchive(owner, archive)];
  const { id: importId } = await owner.call('POST /api/imports', { body: { r2Path: listed, name: 'Sala' } });
  await app.parts.imports.whenIdle();
  const importFolder = join(dataFolder(app.dataDir).import, 'pendrive');
  await mkdir(importFolder);

  const music = await createMusic(app, owner);
  const otherMusic = await createMusic(app, other);
  const queue = await createQueue(app, owner, screen);
  const otherQueue = await createQueue(app, other, otherScreen);

  const otherPlaylist = await other.call('POST /api/playlists', { body: { name: 'Sala' } });
  const otherVideoId = addContent(app, { userId: other.user.id });
  await other.call('POST /api/videos/:videoId/assignments', {
    params: { videoId: otherVideoId },
    body: { playlistId: otherPlaylist.id },
  });
  await other.call('POST /api/my-players/:id/assign-playlist', {
    params: { id: otherScreen.playerId },
    body: { playlistId: otherPlaylist.id },
  });
  const otherMessage = await other.call('POST /api/breaking-news', { body: { message: 'Deles' } });
  const otherUpload = await reserve(other, picture);
  await put(other, otherUpload, picture);

  const backupDir = app.parts.backups.location.directory();
  const { name: backupName } = await takeBackup({
    dataDir: app.dataDir,
    backupDir,
    name: '2026-11-21-030000',
    createdAt: app.clock.now(),
    version: '0.1.0',
  });

  const form = new FormData();
  form.set('name', 'Sala de espera');
  form.set('file', new Blob([picture], { type: 'image/png' }), 'sala.png');

  return {
    owner,
    other,
    /** Session key of the owner in another browser. */
    otherSessionKey: otherSession?.key ?? '',
    /** Members and API tokens of the owner and of the other clinic. */
    team,
    /** An account for calls that change accounts. */
    subject,
    gestor,
    screen,
    otherScreen,
    picture,
    videoId: video.id,
    mediaUrl,
    /** A failed content that may be retried. */
    failedId,
    /** A poster whose replacement failed. */
    replacedId,
    /** Just deleted: the deletion can still be undone. */
    deletedVideoId,
    deletedPlaylistId: deletedPlaylist.id,
    categoryId: category.id,
    platformId,
    playlistId: playlist.id,
    messageId: message.id,
    scheduleId: schedule.id,
    groupId: group.id,
    /** Running urgent notices: the clinic's own, and the administration's on its screens. */
    urgentId: urgent.id,
    urgentKey: app.parts.urgents.findOrThrow(owner.user.id, urgent.id).key,
    platformUrgentId: platformUrgent.id,
    /** Code of a screen without a device. */
    activationCode: spare?.activationCode ?? '',
    spareId: spare?.id ?? 0,
    /** A device that shows a code. */
    pairing,
    stationId: station.id,
    stationUrl: station.upstreamUrl,
    noticeId: notice.id,
    /** Keys of a reserved upload without bytes and of a complete one. */
    emptyUpload,
    finishedUpload,
    form,
    /** An import whose files are listed, a complete upload of an archive, and a folder of the server that can be imported. */
    importId,
    archiveKey,
    importFolder,
    /** Test data of the calls: a room, a waiting ticket, a call, and the path of a speech clip. */
    queue,
    /** A soundtrack with a licensed, a failed and a deleted track, and an upload for another one. */
    music,
    backupName,
    /** Ids of the other clinic. */
    foreign: {
      playlistId: otherPlaylist.id,
      videoId: otherVideoId,
      playerId: otherScreen.playerId,
      messageId: otherMessage.id,
      groupId: otherGroup.id,
      queue: otherQueue,
      /** Both clinics' licences have the same bytes, so the shared file remains when the owner deletes a licence. */
      music: otherMusic,
      uploadKey: otherUpload,
    },
  };
}

async function createMusic(app: TestApp, owner: Customer) {
  const { id: soundtrackId } = await owner.call('POST /api/soundtracks', { body: { name: 'Manhã' } });
  const addTrack = (status: 'completed' | 'failed', rest = '') => {
    const id = addContent(app, { userId: owner.user.id, status });
    app.parts.database.exec(`UPDATE videos SET soundtrack_id = ${soundtrackId} ${rest} WHERE id = ${id}`);
    return id;
  };
  const trackId = addTrack('completed');
  const bytes = new Uint8Array(await bytesOf('logo.png'));
  const sent = await owner.request(`/api/tracks/${trackId}/licence`, { method: 'PUT', body: bytes });
  assert.equal(sent.status, 200);
  const sound = new Uint8Array(await bytesOf('word.mp3'));
  const upload = await reserve(owner, sound, { isTrack: true });
  await put(owner, upload, sound);
  return {
    ...{ soundtrackId, trackId, upload },
    failedId: addTrack('failed', ", original_r2_path = 'uploads/nada'"),
    deletedId: addTrack('completed', `, delete_at = ${app.clock.now() + limits.undoMs}`),
  };
}

/** Creates a room, two waiting tickets (one more than a call takes), and a call with a silent speech clip. */
async function createQueue(app: TestApp, owner: Customer, screen: { playerId: number }) {
  const room = await owner.call('POST /api/call-rooms', {
    body: { name: 'Consultório 1', playerIds: [screen.playerId] },
  });
  const service = await owner.call('POST /api/call-services', { body: { name: 'Exames', prefix: 'E' } });
  const ticket = await owner.call('POST /api/tickets', { body: { kind: 'normal' } });
  await owner.call('POST /api/tickets', { body: { kind: 'preferential' } });
  const called = await owner.call('POST /api/calls', { body: { label: '15', roomId: room.id } });
  const sound = new Uint8Array(await bytesOf('word.mp3'));
  const sent = await owner.request(`/api/call-recordings?word=Sala+${room.id}`, { method: 'PUT', body: sound });
  assert.equal(sent.status, 200);
  const key = 'ab'.repeat(32);
  const folder = join(app.dataDir, 'voices', 'words');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${key}.wav`), 'RIFF');
  const urls = createMediaUrls(app.parts.settings.secret('voiceUrls'), app.clock, '/api/voice/');
  return {
    roomId: room.id,
    serviceId: service.id,
    ticketId: ticket.id,
    callId: called.id,
    callKey: app.parts.calls.lastCall({ userId: owner.user.id, playerId: screen.playerId }).lastCallKey,
    sound,
    voiceUrl: new URL(urls.sign(key, 'wav'), app.url),
  };
}

/** Creates a member of each role, an API token of each scope, an open invitation, and an owner and a token of the other clinic. */
async function createTeam(app: TestApp, owner: Customer, other: Customer) {
  const { code } = await owner.call('POST /api/team/members', {
    body: { email: 'convidada@clinica.test', role: 'reception' },
  });
  const members = new Map<MemberRole, Customer>();
  for (const role of memberRoles) members.set(role, await app.member(owner, role));
  const programs = new Map<TokenScope, Client>();
  for (const scope of tokenScopes) programs.set(scope, await app.program(owner, [scope]));
  return {
    invitationCode: code,
    members,
    programs,
    /** For calls that change a member or a token. */
    memberId: members.get('reader')?.user.member?.id ?? 0,
    tokenId: (await app.program(owner, ['urgent'])).tokenId,
    expiredProgram: await app.program(owner, [...tokenScopes]),
    otherMember: await app.member(other, 'owner'),
    otherProgram: await app.program(other, [...tokenScopes]),
  };
}

async function reserve(client: Client, bytes: Uint8Array, { isTrack = false } = {}): Promise<string> {
  const body = { fileName: 'sala.png', fileSize: bytes.length, isTrack };
  return (await client.call('POST /api/upload-url', { body })).r2Key;
}

const sendArchive = (client: Client, archive: Buffer) =>
  client.send(archive, { fileName: 'sala.zip', isArchive: true });

async function put(client: Client, key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  await client.request(`/api/uploads/${key}`, { method: 'PUT', body: bytes });
}
