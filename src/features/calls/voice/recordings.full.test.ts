import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { CallRecording } from '../../../contract/calls.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { type TestApp } from '../../../testing/app.ts';
import type { Client } from '../../../testing/client.ts';
import { bytesOf, ffmpeg } from '../../../testing/media.ts';
import { createDoctor, repairAll } from '../../backups/doctor/doctor.ts';
import { samplesOf } from './wave.ts';
import { assertRefused, putBytes, startClinic, startClinics, startScreen } from '../../../testing/steps.ts';

const record = (client: Client, word: string, bytes: Buffer) =>
  putBytes<CallRecording[]>(
    client,
    `/api/call-recordings?${new URLSearchParams({ word })}`,
    bytes,
    'application/octet-stream',
  );

/** Returns a tone between two silences as a file in the format of the extension of `name`. `volume` 1: an eighth of the maximum. */
async function createSound(
  t: TestContext,
  name: string,
  seconds: number,
  silenceSeconds = 0,
  volume = 1,
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'antessala-sound-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  const tone = `sine=frequency=440:duration=${seconds}`;
  await ffmpeg(
    '-f',
    'lavfi',
    '-i',
    tone,
    '-af',
    `volume=${volume},adelay=${silenceSeconds * 1000},apad=pad_dur=${silenceSeconds}`,
    path,
  );
  return readFileSync(path);
}

const recordedWords = (list: readonly CallRecording[]) =>
  list.filter(({ url }) => url !== null).map(({ word }) => word);
const pathOf = (app: TestApp, url: string | null | undefined) => {
  const name = url?.slice('/media/'.length).replace(/\?.*/, '') ?? '';
  return join(app.dataDir, 'media', name.slice(0, 2), name);
};
const fetchBytes = async (app: TestApp, url: string) => {
  const response = await app.guest().request(url);
  assert.equal(response.status, 200, url);
  return Buffer.from(await response.arrayBuffer());
};
const millisecondsOf = (file: Buffer) => samplesOf(file).length / 44.1;

test('a recording is converted without the silence around it, and can be listed, played, replaced and deleted', async (t) => {
  const { app, clinic } = await startClinic(t);
  const studio = await clinic.socket();
  await clinic.call('POST /api/call-rooms', { body: { name: 'Guichê 12' } });
  const before = await clinic.call('GET /api/call-recordings');
  assert.deepEqual(
    [before.length, before[0]?.text, before[1], before.at(-1)?.text, before.at(-1)?.word],
    [68, 'Senha', { word: 'zero', text: '0', group: 'digit', url: null, durationMs: null }, 'Guichê 12', 'guichê doze'],
  );

  for (const name of ['a.mp3', 'a.m4a', 'a.ogg', 'a.wav', 'a.webm']) {
    const list = await record(clinic, 'GUICHÊ 12', await createSound(t, name, 0.6, 0.5));
    const recorded = list.find(({ url }) => url !== null);
    assert.deepEqual([recorded?.text, recorded?.group, recorded?.word], ['Guichê 12', 'room', 'guichê doze'], name);
    assert.ok(Math.abs((recorded?.durationMs ?? 0) - 660) < 120, `${name}: ${recorded?.durationMs} ms`);
    const bytes = await fetchBytes(app, recorded?.url ?? '');
    assert.ok(Math.abs(millisecondsOf(bytes) - (recorded?.durationMs ?? 0)) < 2, name);
  }
  await studio.waitFor('callsChanged');
  const first = (await clinic.call('GET /api/call-recordings')).find(({ url }) => url !== null);
  assert.ok(existsSync(pathOf(app, first?.url)));
  assert.equal(
    readdirSync(join(app.dataDir, 'media'), { recursive: true }).filter((name) => String(name).endsWith('.wav')).length,
    1,
  );
  await clinic.call('DELETE /api/call-recordings', { query: { word: 'guichê doze' } });
  assert.equal(existsSync(pathOf(app, first?.url)), false);
  assert.deepEqual(recordedWords(await clinic.call('GET /api/call-recordings')), []);
  assert.equal(await clinic.status('DELETE /api/call-recordings', { query: { word: 'guichê doze' } }), 404);
  const sentences = (await clinic.call('GET /api/user/audit')).entries.map(({ sentence }) => sentence);
  assert.equal(sentences.filter((sentence) => sentence.endsWith(' gravou “guichê doze” para as chamadas')).length, 5);
  assert.equal(sentences.filter((sentence) => /apagou a gravação de “guichê doze”/.test(sentence)).length, 1);
});

test('quiet and loud recordings get the same level, and none is clipped', async (t) => {
  const { app, clinic } = await startClinic(t);
  const levelOf = async (volume: number) => {
    const list = await record(clinic, 'Senha', await createSound(t, 'a.wav', 0.6, 0.2, volume));
    const samples = samplesOf(await fetchBytes(app, list.find(({ url }) => url !== null)?.url ?? ''));
    // The middle of the tone.
    return Math.max(...Array.from({ length: 2_000 }, (_, index) => samples.readInt16LE(8_000 + index * 2))) / 32_768;
  };
  // A tone of -19 dB RMS has this peak.
  for (const volume of [0.1, 1, 7.9]) assert.ok(Math.abs((await levelOf(volume)) - 0.158) < 0.01, `${volume}`);
  // A click beside the word limits the gain.
  const click = 'aevalsrc=if(lt(t\\,0.02)\\,0.9*sin(2*PI*800*t)\\,0.02*sin(2*PI*440*t)):d=0.6';
  const folder = await mkdtemp(join(tmpdir(), 'antessala-sound-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await ffmpeg('-f', 'lavfi', '-i', click, join(folder, 'click.wav'));
  const list = await record(clinic, 'Senha', readFileSync(join(folder, 'click.wav')));
  const samples = samplesOf(await fetchBytes(app, list.find(({ url }) => url !== null)?.url ?? ''));
  const peak =
    Math.max(...Array.from({ length: samples.length / 2 }, (_, index) => samples.readInt16LE(index * 2))) / 32_768;
  assert.ok(peak <= 0.85, `${peak}`);
});

test('a recording belongs to one account and is deleted with it; equal recordings share one file', async (t) => {
  const { app, clinic, other } = await startClinics(t);
  const word = await bytesOf('word.mp3');
  const recorded = (await record(clinic, 'Senha', word)).find(({ url }) => url !== null);
  assert.deepEqual(recordedWords(await other.call('GET /api/call-recordings')), []);
  assert.equal(await other.status('DELETE /api/call-recordings', { query: { word: 'senha' } }), 404);
  await record(other, 'zero', word);
  await app.admin.call('DELETE /api/admin/users/:id', { params: { id: other.user.id } });
  assert.ok(existsSync(pathOf(app, recorded?.url)));
  await app.admin.call('DELETE /api/admin/users/:id', { params: { id: clinic.user.id } });
  assert.equal(existsSync(pathOf(app, recorded?.url)), false);
});

test('an unusable recording is refused with the reason, and the previous one remains', async (t) => {
  const { app, clinic } = await startClinic(t);
  const validBytes = await bytesOf('word.mp3');
  const recorded = recordedWords(await record(clinic, 'Senha', validBytes));
  const click = await createSound(t, 'click.wav', 0.001, 1);
  const tooLarge = Buffer.concat([validBytes, Buffer.alloc(limits.calls.recording.maxMb * 1024 ** 2)]);
  const damaged = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(900, 7)]);
  const refusals: [string, string, Buffer, number, ErrorBody['code']][] = [
    ['a picture', 'Senha', await bytesOf('logo.png'), 415, 'unsupported_media_type'],
    ['nothing', 'Senha', Buffer.alloc(0), 415, 'unsupported_media_type'],
    ['a click', 'Senha', click, 422, 'unreadable_media'],
    ['six seconds', 'Senha', await createSound(t, 'long.mp3', 6), 422, 'unreadable_media'],
    ['a video without sound', 'Senha', await bytesOf('silent.mp4'), 422, 'unreadable_media'],
    ['a damaged file', 'Senha', damaged, 422, 'unreadable_media'],
    ['too many bytes', 'Senha', tooLarge, 413, 'payload_too_large'],
    ['a word without letters', '...', validBytes, 400, 'invalid_input'],
    ['no word', ' ', validBytes, 400, 'invalid_input'],
  ];
  for (const [name, word, bytes, status, code] of refusals)
    await assertRefused(record(clinic, word, bytes), status, code, name);
  assert.deepEqual(recordedWords(await clinic.call('GET /api/call-recordings')), recorded);

  const { sha256 } =
    app.parts.database.prepare<[], { sha256: string }>('SELECT sha256 FROM call_recordings').get() ?? {};
  for (let at = recorded.length; at < limits.calls.recording.words; at += 1)
    app.parts.database.exec(
      `INSERT INTO call_recordings VALUES (${clinic.user.id}, 'palavra ${at}', '${sha256}', 500)`,
    );
  await assertRefused(record(clinic, 'zero', validBytes), 403, 'quota_exceeded');
  await record(clinic, 'Senha', validBytes);
});

test('a call joins recordings and sounds of espeak-ng, and names never use recordings', async (t) => {
  const { app, clinic } = await startClinic(t, { speaks: true });
  if (!(await clinic.call('GET /api/call-settings')).canSpeak) return t.skip('espeak-ng is not installed');
  const tv = await app.screen(clinic);
  const { id: roomId } = await clinic.call('POST /api/call-rooms', { body: { name: 'Guichê 1' } });
  await clinic.call('PUT /api/call-settings/names', { body: { namePolicy: 'firstNameAndInitial' } });
  async function speak(label: string): Promise<Buffer[]> {
    const { id } = await clinic.call('POST /api/calls', { body: { label, roomId } });
    await app.parts.calls.voice.whenIdle();
    const { calls } = await tv.call('GET /api/player/calls', { query: { after: id - 1 } });
    return Promise.all((calls[0]?.sounds ?? []).map((url) => fetchBytes(app, url)));
  }
  const [plainLabel, plainRoom] = await speak('P01');
  const [plainName] = await speak('Ana Zero');
  await record(clinic, 'Senha', await createSound(t, 'a.wav', 1.5));
  await record(clinic, 'Guichê 1', await createSound(t, 'b.wav', 2));
  await record(clinic, 'Ana', await createSound(t, 'c.wav', 2));
  const [label, room] = await speak('P01');
  const [name] = await speak('Ana Zero');
  assert.ok(label && room && name && plainLabel && plainRoom && plainName);
  // The recorded tone, a short pause, and the other words by espeak-ng.
  assert.ok(samplesOf(label).length > 1.5 * 44_100 + 20_000, `${millisecondsOf(label)} ms`);
  assert.notDeepEqual(label, plainLabel);
  // The recording, and the pause after it.
  assert.ok(Math.abs(millisecondsOf(room) - 2_360) < 120, `${millisecondsOf(room)} ms`);
  assert.deepEqual(name, plainName);
  await clinic.call('DELETE /api/call-recordings', { query: { word: 'senha' } });
  assert.deepEqual((await speak('P01'))[0], plainLabel, 'the same sound as before the recordings');
});

test('without espeak-ng a call is spoken if all of its words are recorded', async (t) => {
  const { app, clinic, screen: tv } = await startScreen(t);
  const { id: roomId } = await clinic.call('POST /api/call-rooms', { body: { name: 'Triagem' } });
  const word = await bytesOf('word.mp3');
  for (const text of ['Senha', 'quarenta', 'e', '2', 'Triagem']) await record(clinic, text, word);
  const soundsOf = async (label: string) => {
    const { id } = await clinic.call('POST /api/calls', { body: { label, roomId } });
    const { calls } = await tv.call('GET /api/player/calls', { query: { after: id - 1 } });
    return calls[0]?.sounds ?? [];
  };
  const [label, room] = await soundsOf('42');
  assert.ok(millisecondsOf(await fetchBytes(app, label ?? '')) > 1_500, 'four words');
  assert.ok(millisecondsOf(await fetchBytes(app, room ?? '')) < 1_000, 'one word and a pause');
  assert.deepEqual(await soundsOf('43'), []);
  await clinic.call('PUT /api/call-settings', { body: { isDigitByDigit: true } });
  await record(clinic, '4', word);
  assert.equal((await soundsOf('42')).length, 2, 'digit by digit');
  assert.deepEqual(await soundsOf('40'), []);
});

test('the doctor command checks recordings, and backups contain them', async (t) => {
  const { app, clinic } = await startClinic(t);
  const recorded = (await record(clinic, 'Senha', await bytesOf('word.mp3'))).find(({ url }) => url !== null);
  const path = pathOf(app, recorded?.url);
  const { dataDir, clock } = app;
  const backupDir = join(dataDir, 'backups');
  const doctor = createDoctor({ dataDir, backupDir, migrationsDir: 'src/migrations', clock, isDeep: true });
  t.after(doctor.close);
  assert.deepEqual(await doctor.examine(), []);
  await app.parts.backups.take(new AbortController().signal);
  rmSync(path);
  assert.match((await doctor.examine())[0]?.description ?? '', /used by .* \(recording of "senha"\)$/);
  await repairAll(doctor, () => undefined);
  assert.deepEqual(recordedWords(await clinic.call('GET /api/call-recordings')), ['senha'], 'restored from the backup');
  rmSync(backupDir, { recursive: true });
  rmSync(path);
  await repairAll(doctor, () => undefined);
  assert.deepEqual(recordedWords(await clinic.call('GET /api/call-recordings')), []);
});
