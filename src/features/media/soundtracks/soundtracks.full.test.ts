import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test, type TestContext } from 'node:test';
import { limits } from '../../../contract/limits.ts';
import type { Track } from '../../../contract/radio.ts';
import { type Customer, startTestApp, type TestApp } from '../../../testing/app.ts';
import { bytesOf, fixture } from '../../../testing/media.ts';
import { assertRefused, putBytes } from '../../../testing/steps.ts';
import { fileCountIn, ofItem, pathOf, usedBytes } from '../testing/steps.ts';

async function start(t: TestContext) {
  const app = await startTestApp(t);
  const [clinic, other] = [await app.customer(), await app.customer()];
  const soundtrack = await clinic.call('POST /api/soundtracks', { body: { name: 'Manhã' } });
  return { app, clinic, other, soundtrack };
}

async function send(client: Customer, bytes: Buffer, contentType = ''): Promise<string> {
  const body = { fileName: 'a', contentType, fileSize: bytes.length, isTrack: true };
  const { uploadUrl, r2Key } = await client.call('POST /api/upload-url', { body });
  await putBytes(client, uploadUrl, bytes, 'application/octet-stream');
  return r2Key;
}

/** Uploads files as tracks, and returns them when they are processed. */
async function addTracks(app: TestApp, client: Customer, id: number, files: string[]): Promise<Track[]> {
  for (const file of files) {
    const r2Path = await send(client, readFileSync(await fixture(file)));
    await client.call('POST /api/soundtracks/:id/tracks', { ...ofItem(id), body: { name: file, r2Path } });
  }
  await app.parts.processing.whenIdle();
  const soundtracks = await client.call('GET /api/soundtracks');
  return soundtracks.find((soundtrack) => soundtrack.id === id)?.tracks ?? [];
}

test('music of every accepted format becomes AAC without metadata and cover, at one loudness', async (t) => {
  const { app, clinic, soundtrack } = await start(t);
  const files = ['loud.mp3', 'quiet.m4a', 'raw.aac', 'tone.ogg', 'tone.wav'];
  const tracks = await addTracks(app, clinic, soundtrack.id, files);
  assert.deepEqual(
    tracks.map(({ name, processingStatus, processingError }) => [name, processingStatus, processingError]),
    files.map((name) => [name, 'completed', null]),
  );
  const screen = await app.screen(clinic);
  await clinic.call('PUT /api/radio-settings', { body: { selectedSoundtrackId: soundtrack.id, isEnabled: true } });
  const played = (await screen.call('GET /api/player/radio-settings')).soundtrack?.tracks ?? [];
  for (const [index, { url, sizeBytes, sha256, durationS, loudness = 0 }] of played.entries()) {
    const path = pathOf(app, url);
    assert.equal(readFileSync(path).length, sizeBytes);
    assert.ok(path.includes(sha256));
    const json = execFileSync('ffprobe', ['-v', 'error', '-of', 'json', '-show_streams', '-show_format', path], {
      encoding: 'utf8',
    });
    assert.ok(!/Segredo|"video"/.test(json), files[index]);
    assert.match(json, /"codec_name": "aac"/);
    assert.ok(Math.abs(durationS - (index === 0 ? 3 : 2)) < 0.2, `${files[index]} lasts ${durationS} s`);
    assert.ok(Math.abs(loudness + 18) < 2, `${files[index]} has ${loudness} LUFS`);
  }
  assert.equal(played.length, files.length);
  assert.equal(fileCountIn(app, 'uploads'), 0);
  const ranged = await app.guest().request(played[0]?.url ?? '', { headers: { range: 'bytes=0-9' } });
  assert.deepEqual([ranged.status, ranged.headers.get('content-type')], [206, 'audio/mp4']);
});

test('a file that is not music is refused at once by its first bytes, or fails with a message when it is processed', async (t) => {
  const { app, clinic, soundtrack } = await start(t);
  const zip = Buffer.from(`PK\x03\x04${'x'.repeat(500)}`);
  for (const bytes of [zip, await bytesOf('logo.png'), await bytesOf('old.avi'), await bytesOf('tone.mkv')])
    await assertRefused(send(clinic, bytes), 415, 'unsupported_media_type');
  await assertRefused(send(clinic, zip, 'application/zip'), 415, 'unsupported_media_type');
  const hostile = ['plain.mp4', 'hours.ogg', 'cut.m4a', 'text.mp4'];
  const tracks = await addTracks(app, clinic, soundtrack.id, hostile);
  assert.deepEqual(
    tracks.map(({ processingStatus, processingError }) => `${processingStatus} ${processingError?.slice(0, 32)}`),
    [
      'failed Este arquivo é um vídeo. Envie s',
      'failed A música tem mais de 60 minutos.',
      'failed Não foi possível ler esta música',
      'failed Não foi possível ler esta música',
    ],
  );
  assert.equal(usedBytes(app, clinic), 0, 'a file that cannot be read is not kept');
});

test('a track is not listed, played or counted as a content, and calls for contents refuse tracks and vice versa', async (t) => {
  const { app, clinic, soundtrack } = await start(t);
  const [track] = await addTracks(app, clinic, soundtrack.id, ['tone.wav']);
  assert.ok(track);
  const { id } = track;
  assert.deepEqual(await clinic.call('GET /api/videos'), []);
  const me = await clinic.call('GET /api/user/me');
  assert.equal(me.videoCount, 0);
  assert.ok(me.storageUsed > 0, 'its bytes count');
  const playlist = await clinic.call('POST /api/playlists', { body: { name: 'Sala' } });
  const assign = { params: { videoId: id }, body: { playlistId: playlist.id } };
  assert.equal(await clinic.status('POST /api/videos/:videoId/assignments', assign), 404);
  assert.equal(await clinic.status('PATCH /api/videos/:id', { ...ofItem(id), body: { name: 'x' } }), 404);
  assert.equal(await clinic.status('DELETE /api/videos/:id', ofItem(id)), 404);
  const content = await clinic.upload(await bytesOf('logo.png'));
  await app.parts.processing.whenIdle();
  for (const key of ['DELETE /api/tracks/:id', 'POST /api/tracks/:id/retry'] as const)
    assert.equal(await clinic.status(key, ofItem(content.id)), 404);
  const r2Path = await send(clinic, await bytesOf('word.mp3'));
  assert.equal(await clinic.status('POST /api/videos', { body: { name: 'x', r2Path } }), 404);
});

test('a screen plays its own soundtrack, else that of the account, else the station', async (t) => {
  const { app, clinic, other, soundtrack } = await start(t);
  const [screen, hall] = [await app.screen(clinic), await app.screen(clinic)];
  const [station] = await clinic.call('GET /api/radio-stations');
  const played = async (player: typeof screen) => {
    const settings = await player.call('GET /api/player/radio-settings');
    return [settings.selectedRadioId, settings.soundtrack?.id ?? null];
  };
  const selectedRadioId = station?.id ?? 0;
  await clinic.call('PUT /api/radio-settings', { body: { selectedRadioId, isEnabled: true } });
  const own = await clinic.call('POST /api/soundtracks', { body: { name: 'Corredor' } });
  const choose = { ...ofItem(hall.playerId), body: { soundtrackId: own.id } };
  assert.equal(await other.status('PUT /api/my-players/:id/soundtrack', choose), 404);

  const socket = await hall.socket();
  await clinic.call('PUT /api/my-players/:id/soundtrack', choose);
  await socket.waitFor('radioSettingsUpdated');
  assert.deepEqual((await clinic.call('GET /api/radio-settings')).screens, [
    { playerId: hall.playerId, soundtrackId: own.id },
  ]);
  assert.deepEqual(await played(hall), [null, null], 'an empty soundtrack is silence');
  await addTracks(app, clinic, own.id, ['tone.wav']);
  assert.deepEqual(
    [await played(hall), await played(screen)],
    [
      [null, own.id],
      [selectedRadioId, null],
    ],
  );
  await addTracks(app, clinic, soundtrack.id, ['tone.ogg']);
  await clinic.call('PUT /api/radio-settings', { body: { selectedSoundtrackId: soundtrack.id } });
  assert.deepEqual(
    [await played(hall), await played(screen)],
    [
      [null, own.id],
      [null, soundtrack.id],
    ],
  );
  await clinic.call('DELETE /api/soundtracks/:id', ofItem(soundtrack.id));
  await clinic.call('DELETE /api/soundtracks/:id', ofItem(own.id));
  assert.deepEqual(
    [await played(hall), await played(screen)],
    [
      [selectedRadioId, null],
      [selectedRadioId, null],
    ],
  );
  assert.equal(usedBytes(app, clinic), 0);
  assert.equal(fileCountIn(app, 'media'), 0);
});

test('a deleted track plays for ten more seconds, and can be restored until then', async (t) => {
  const { app, clinic, soundtrack } = await start(t);
  const screen = await app.screen(clinic);
  const [track] = await addTracks(app, clinic, soundtrack.id, ['tone.wav']);
  const ofTrack = ofItem(track?.id ?? 0);
  await clinic.call('PUT /api/radio-settings', { body: { selectedSoundtrackId: soundtrack.id, isEnabled: true } });
  const inStudio = async () => (await clinic.call('GET /api/soundtracks'))[0]?.tracks.length;
  const onScreen = async () => (await screen.call('GET /api/player/radio-settings')).soundtrack?.tracks.length ?? 0;
  await clinic.call('DELETE /api/tracks/:id', ofTrack);
  assert.deepEqual([await inStudio(), await onScreen(), usedBytes(app, clinic)], [0, 1, 0]);
  const restored = await clinic.call('POST /api/tracks/:id/restore', ofTrack);
  assert.deepEqual([restored.name, await inStudio()], ['tone.wav', 1]);
  await clinic.call('DELETE /api/tracks/:id', ofTrack);
  app.clock.advance(limits.undoMs + 1_000);
  assert.deepEqual([await inStudio(), await onScreen()], [0, 0]);
  assert.equal(await clinic.status('POST /api/tracks/:id/restore', ofTrack), 404);
});

test('a licence is a PDF or picture that only staff of the clinic can download, and it counts towards the quota', async (t) => {
  const { app, clinic, other, soundtrack } = await start(t);
  const [track] = await addTracks(app, clinic, soundtrack.id, ['tone.wav']);
  const id = track?.id ?? 0;
  const before = usedBytes(app, clinic) ?? 0;
  const path = `/api/tracks/${id}/licence`;
  const pdf = Buffer.from(`%PDF-1.4\n<script>alert(1)</script>${'x'.repeat(100)}`);
  const saved = await putBytes<Track>(clinic, path, pdf, 'text/html');
  assert.deepEqual(saved.licence, { note: '', hasFile: true });
  assert.equal(usedBytes(app, clinic), before + pdf.length);
  const got = await clinic.request(path);
  assert.equal(Buffer.from(await got.arrayBuffer()).toString(), pdf.toString());
  const headers = ['content-type', 'content-disposition', 'x-content-type-options'].map((name) =>
    got.headers.get(name),
  );
  assert.deepEqual(headers, ['application/pdf', `attachment; filename="licenca-${id}.pdf"`, 'nosniff']);
  for (const [person, status] of [
    [other, 404],
    [app.guest(), 401],
    [await app.screen(clinic), 401],
  ] as const)
    assert.equal((await person.request(path)).status, status);
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  await assertRefused(putBytes(clinic, path, html, 'application/pdf'), 415, 'unsupported_media_type');
  const huge = Buffer.concat([pdf, Buffer.alloc(limits.soundtrack.licenceMb * 1024 ** 2)]);
  await assertRefused(putBytes(clinic, path, huge, 'application/pdf'), 413, 'payload_too_large');

  await clinic.call('PATCH /api/tracks/:id', { ...ofItem(id), body: { licenceNote: 'Comprada em 2026' } });
  const [kept] = (await clinic.call('GET /api/soundtracks'))[0]?.tracks ?? [];
  assert.deepEqual([kept?.name, kept?.licence], ['tone.wav', { note: 'Comprada em 2026', hasFile: true }]);
  await clinic.call('DELETE /api/tracks/:id/licence', ofItem(id));
  assert.equal((await clinic.request(path)).status, 404);
  assert.equal(usedBytes(app, clinic), before);
});

test('quiet times and the contract with ECAD (music rights) are stored, and screens get the quiet times', async (t) => {
  const { app, clinic, other } = await start(t);
  const screen = await app.screen(clinic);
  const own = await clinic.call('POST /api/playlists', { body: { name: 'Palestra' } });
  const foreign = await other.call('POST /api/playlists', { body: { name: 'Deles' } });
  const windows = [{ days: [0, 1, 2, 3, 4], from: 720, to: 840 }];
  const ecad = { contract: '123-4', endsOn: '2026-12-31' };
  const quiet = { windows, playlistIds: [own.id, foreign.id] };
  const saved = await clinic.call('PUT /api/radio-settings', { body: { quiet, ecad } });
  assert.deepEqual([saved.quiet, saved.ecad], [{ windows, playlistIds: [own.id] }, ecad]);
  assert.deepEqual((await screen.call('GET /api/player/radio-settings')).quiet, saved.quiet);
  const late = { body: { ecad: { contract: '', endsOn: '2026-02-31' } } };
  assert.equal(await clinic.status('PUT /api/radio-settings', late), 400);
  await clinic.call('DELETE /api/playlists/:id', ofItem(own.id));
  assert.deepEqual((await clinic.call('GET /api/radio-settings')).quiet, { windows, playlistIds: [] });
});

test('soundtracks can be renamed; the number of soundtracks, and of tracks in each, is limited', async (t) => {
  const { app, clinic, other, soundtrack } = await start(t);
  const rename = { ...ofItem(soundtrack.id), body: { name: 'Tarde' } };
  assert.equal((await clinic.call('PATCH /api/soundtracks/:id', rename)).name, 'Tarde');
  assert.equal(await other.status('PATCH /api/soundtracks/:id', rename), 404);
  for (let count = 1; count < limits.soundtrack.perAccount; count += 1)
    await clinic.call('POST /api/soundtracks', { body: { name: `Trilha ${count}` } });
  assert.equal(await clinic.status('POST /api/soundtracks', { body: { name: 'Mais uma' } }), 403);
  app.parts.database.exec(`
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${limits.soundtrack.tracks})
    INSERT INTO videos (user_id, name, uploaded_at, processing_status, soundtrack_id)
    SELECT ${clinic.user.id}, 'x', 0, 'failed', ${soundtrack.id} FROM n`);
  const r2Path = await send(clinic, await bytesOf('word.mp3'));
  const add = { ...ofItem(soundtrack.id), body: { name: 'x', r2Path } };
  assert.equal(await clinic.status('POST /api/soundtracks/:id/tracks', add), 403);
});
