/** Tests which stations are refused when they are saved (contract/README 7.1). */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test, type TestContext } from 'node:test';
import { ApiError, startTestApp, type TestApp } from '../../../testing/app.ts';
import { loopTurns, until } from '../../../testing/until.ts';
import { startStationServer } from '../testing/station-server.ts';
import { timeoutMs } from './assert-plays.ts';

/** MPEG 1, layer 3, 64 kbit/s, 44.1 kHz: 208 bytes a frame. */
const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x50, 0xc4]), Buffer.alloc(204)]);
/** Begins in the middle of a frame, as stations' streams do. */
const mp3 = Buffer.concat(Array.from({ length: 20 }, () => frame)).subarray(100);
const ogg = (packet: string) =>
  Buffer.concat([
    Buffer.from('OggS'),
    Buffer.alloc(22),
    Buffer.from([1, packet.length]),
    Buffer.from(packet, 'latin1'),
  ]);

type WriteResponse = (response: ServerResponse) => void;

/** Sends `bytes` with a content type and does not end the response, like a stream with a pause. */
const sends =
  (type: string | undefined, bytes: string | Buffer): WriteResponse =>
  (response) =>
    void response.writeHead(200, type === undefined ? {} : { 'content-type': type }).write(bytes);

/** Starts a server with a response for each path, and 404 for other paths. */
async function startStations(t: TestContext, responses: Record<string, WriteResponse>) {
  const server = await startStationServer(t, (request, response) => {
    const respond = responses[decodeURIComponent(request.url ?? '').slice(1)];
    if (respond) respond(response);
    else response.writeHead(404).end();
  });
  const { url, onAir } = server;
  return { url, onAir, paths: () => server.requests.map((request) => request.url) };
}

let stationCount = 0;

/** Tries to save a station with this address. Returns the code and message of the error, or undefined if it was saved. */
async function refusalOf(app: TestApp, upstreamUrl: string): Promise<string | undefined> {
  const body = { name: `Rádio ${(stationCount += 1)}`, genre: 'MPB', upstreamUrl };
  try {
    await app.admin.call('POST /api/admin/radio-stations', { body });
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ApiError && error.status === 422, String(error));
    assert.equal(error.body.fields?.upstreamUrl, error.body.message, 'the message belongs to the field');
    const isSaved = (await app.admin.call('GET /api/admin/radio-stations')).some(({ name }) => name === body.name);
    assert.equal(isSaved, false);
    return `${error.body.code}: ${error.body.message}`;
  }
}

test('a playable station is saved, also with a generic content type or through a playlist file', async (t) => {
  const app = await startTestApp(t);
  const { url, onAir } = await startStations(t, {
    mp3: sends('audio/mpeg', mp3),
    untyped: sends(undefined, mp3),
    vague: sends('application/octet-stream', mp3),
    opus: sends('application/ogg', ogg('OpusHead')),
    vorbis: sends('audio/mpeg', ogg('\x01vorbis')),
    flac: sends('audio/ogg', ogg('\x7fFLAC')),
    'lista.m3u': (response) => response.writeHead(200, { 'content-type': 'audio/x-mpegurl' }).end('#EXTM3U\n/mp3\n'),
    lista: (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('[playlist]\nFile1=mp3\n'),
  });
  for (const name of ['mp3', 'untyped', 'vague', 'opus', 'vorbis', 'flac', 'lista.m3u', 'lista'])
    assert.equal(await refusalOf(app, `${url}/${name}`), undefined, name);
  await until('the station is disconnected', () => onAir.size === 0);
});

test('an unplayable address is refused with the reason, whatever its content type is', async (t) => {
  const app = await startTestApp(t);
  const sendsAll =
    (type: string, text: string): WriteResponse =>
    (response) =>
      void response.writeHead(200, { 'content-type': type }).end(text);
  const { url } = await startStations(t, {
    site: sendsAll('text/html; charset=utf-8', '<!doctype html><title>Rádio</title>'),
    'site sem tipo': sendsAll('', ' \n<html><title>Rádio</title>'),
    'site com tipo errado': sendsAll('audio/mpeg', '<!DOCTYPE html><title>Rádio</title>'),
    'foto.jpg': sendsAll('image/jpeg', 'x'),
    texto: sendsAll('text/plain', 'bom dia'),
    'hls.m3u8': sendsAll('application/vnd.apple.mpegurl', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=64000\nlow.m3u8'),
    'vazia.pls': sendsAll('audio/x-scpls', '[playlist]\nNumberOfEntries=0'),
    'volta.m3u': sendsAll('audio/x-mpegurl', '#EXTM3U\n/volta.m3u'),
    speex: sends('audio/ogg', ogg('Speex   ')),
    wma: sends('audio/x-ms-wma', Buffer.from('3026b2758e66cf11', 'hex')),
    flac: sends('audio/flac', 'fLaC'),
  });
  for (const [name, reason] of [
    ['site', /^unplayable_station: Este endereço abre uma página, não o áudio\. Procure no site/],
    ['site sem tipo', /^unplayable_station: Este endereço abre uma página/],
    ['site com tipo errado', /^unplayable_station: Este endereço abre uma página/],
    ['foto.jpg', /^unplayable_station: Este endereço não traz áudio/],
    ['texto', /^unplayable_station: Este endereço não traz áudio/],
    ['hls.m3u8', /^unplayable_station: Esta rádio transmite em HLS/],
    ['vazia.pls', /^unplayable_station: Esta lista \(\.m3u ou \.pls\) não traz nenhum endereço/],
    ['volta.m3u', /^unplayable_station: Esta lista leva a outras listas/],
    ['speex', /^unplayable_station: O áudio desta estação está em Speex/],
    ['wma', /^unplayable_station: O áudio desta estação está em Windows Media/],
    ['flac', /^unplayable_station: O áudio desta estação está em FLAC/],
  ] as const)
    assert.match((await refusalOf(app, `${url}/${encodeURIComponent(name)}`)) ?? 'saved', reason, name);
});

test('an address that does not play now is refused with the reason, and saved with `unheard`', async (t) => {
  const app = await startTestApp(t);
  const { url, onAir } = await startStations(t, {
    proibida: (response) => void response.writeHead(403).end(),
    muda: (response) => void response.writeHead(200, { 'content-type': 'audio/mpeg' }).flushHeaders(),
    pendurada: () => {},
    estranha: (response) => void response.writeHead(200, { 'content-type': 'audio/mpeg' }).end('som som'),
  });
  for (const [address, reason] of [
    ['http://127.0.0.1:1/', /^unheard_station: Este endereço não responde/],
    [`${url}/nada`, /^unheard_station: A estação respondeu que não há nada .* \(404\)/],
    [`${url}/proibida`, /^unheard_station: A estação recusou a conexão \(403\)/],
    [`${url}/estranha`, /^unheard_station: O que vem deste endereço não parece som/],
  ] as const)
    assert.match((await refusalOf(app, address)) ?? 'saved', reason, address);
  for (const [name, reason] of [
    ['muda', /^unheard_station: A estação respondeu, mas em 8 segundos não veio som/],
    ['pendurada', /^unheard_station: Este endereço não responde/],
  ] as const) {
    const refusal = refusalOf(app, `${url}/${name}`);
    await until('the station is connected', () => onAir.size > 0);
    // The response must arrive before the timeout of the manual clock.
    await loopTurns(300);
    app.clock.advance(timeoutMs);
    assert.match((await refusal) ?? 'saved', reason, name);
    await until('the station is disconnected', () => onAir.size === 0);
  }
  const body = { name: 'De noite fora do ar', genre: 'MPB', upstreamUrl: 'http://127.0.0.1:1/', unheard: true };
  const { id } = await app.admin.call('POST /api/admin/radio-stations', { body });
  assert.ok(id > 0);
});

test('a changed station is tested only if it is active, and either has a new address or was inactive before', async (t) => {
  const app = await startTestApp(t);
  const { url, paths } = await startStations(t, { mp3: sends('audio/mpeg', mp3), outra: sends('audio/mpeg', mp3) });
  const body = { name: 'Rádio', genre: 'MPB', upstreamUrl: `${url}/mp3`, isActive: false };
  const { id } = await app.admin.call('POST /api/admin/radio-stations', { body });
  const params = { id };
  const change = (patch: object) => app.admin.call('PATCH /api/admin/radio-stations/:id', { params, body: patch });
  await change({ name: 'Rádio Nova', upstreamUrl: `${url}/outra` });
  assert.deepEqual(paths(), [], 'an inactive station is not tested');
  await change({ isActive: true });
  await change({ genre: 'Pop', upstreamUrl: `${url}/outra` });
  assert.deepEqual(paths(), ['/outra']);
  await assert.rejects(change({ upstreamUrl: `${url}/nada` }), { status: 422 });
  const saved = (await app.admin.call('GET /api/admin/radio-stations')).find((each) => each.id === id);
  assert.equal(saved?.upstreamUrl, `${url}/outra`);
  await change({ upstreamUrl: `${url}/nada`, unheard: true });
  assert.deepEqual(paths(), ['/outra', '/nada']);
  // A name that is taken is refused before the station is tested.
  const sameName = { ...body, name: 'RÁDIO NOVA', isActive: true };
  assert.equal(await app.admin.status('POST /api/admin/radio-stations', { body: sameName }), 409);
  assert.equal(paths().length, 2);
});

test('a private address is refused without a connection', async (t) => {
  const app = await startTestApp(t, { env: { RADIO_ALLOW_PRIVATE: 'off' } });
  const { url, paths } = await startStations(t, { mp3: sends('audio/mpeg', mp3) });
  assert.match((await refusalOf(app, `${url}/mp3`)) ?? 'saved', /^unplayable_station: Este endereço é da rede interna/);
  assert.deepEqual(paths(), []);
});
