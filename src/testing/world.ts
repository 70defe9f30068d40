/**
 * A clinic with one of everything, its neighbour, and one call of every endpoint: what tests need that walk the
 * whole contract. Calls are made with fixed credentials, so that no answer changes who asks.
 */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { type Api, api, type ApiKey } from '../contract/api.ts';
import type { BodyInput, Params, QueryInput } from '../contract/endpoint.ts';
import type { Topic } from '../contract/events.ts';
import { type Customer, type Screen, startTestApp, type TestApp } from './app.ts';
import type { Client } from './client.ts';
import { addContent } from './contents.ts';
import { bytesOf } from './media.ts';
import { changes, createTables, type Dump, type Tables } from './tables.ts';

/** Who calls. All ids in the calls are those of `common`, the clinic. */
export const callers = ['nobody', 'pending', 'blocked', 'common', 'flagless', 'other', 'gestor', 'administrator', 'player', 'otherPlayer', 'blockedPlayer'] as const;
export type Caller = (typeof callers)[number];

/** What an endpoint is called with. Bodies that are not JSON stand in `raw`. */
export type SampleCall<Key extends ApiKey = ApiKey> = {
  params?: Params<Key>;
  query?: QueryInput<Api[Key]>;
  body?: BodyInput<Api[Key]>;
  raw?: { content: Uint8Array<ArrayBuffer> | FormData; type?: string };
};
export type SampleCalls = { [Key in ApiKey]: SampleCall<Key> };

export interface WorldAnswer {
  status: number;
  /** Parsed when it is JSON, text otherwise. */
  body: unknown;
}

export interface RawRequest {
  method: string;
  path: string;
  content?: RequestInit['body'];
  type?: string;
  headers?: Record<string, string>;
}

export interface World {
  app: TestApp;
  tables: Tables;
  owner: Customer;
  other: Customer;
  screen: Screen;
  otherScreen: Screen;
  calls: SampleCalls;
  /** Ids of the other customer's things. */
  foreign: { playlistId: number; videoId: number; playerId: number; messageId: number; uploadKey: string };
  /** Puts the tables into the state in which `caller` is what the name says. */
  become(caller: Caller): Dump;
  send(caller: Caller, request: RawRequest): Promise<WorldAnswer>;
  call<Key extends ApiKey>(caller: Caller, key: Key, sample?: SampleCall<Key>): Promise<WorldAnswer>;
  /** The answer, and what the call changed and told; every attempt begins in the same world. */
  attempt(caller: Caller, call: () => Promise<WorldAnswer>): Promise<WorldAnswer & { effect: Effect }>;
}

export interface Effect {
  changed: ReturnType<typeof changes>;
  published: Topic[];
}

export const noEffect: Effect = { changed: {}, published: [] };

export async function createWorld(t: TestContext): Promise<World> {
  // Guesses are counted by address: behind a proxy every call has one of its own.
  const app = await startTestApp(t, { env: { TRUST_PROXY: 'on' } });
  const { database, processing, sockets } = app.parts;
  database.connection.pragma('synchronous = OFF');
  const { admin } = app;
  const owner = await app.customer({ username: 'clinica', quotas: { maxPlaylists: 5 } });
  const other = await app.customer({ username: 'vizinha', quotas: { maxPlaylists: 5 } });
  const subject = await app.customer({ username: 'assunto' });
  const gestor = await app.gestor();
  const screen = await app.screen(owner);
  const otherScreen = await app.screen(other);

  const picture = new Uint8Array(await bytesOf('logo.png'));
  const video = await owner.upload(Buffer.from(picture), { name: 'Fachada' });
  await processing.whenIdle();
  // From here on nothing runs beside the calls.
  await processing.stop();
  const stored = (await owner.call('GET /api/videos')).find(({ id }) => id === video.id);
  const mediaUrl = new URL(stored?.mediaUrl ?? '', app.url);
  const failedId = addContent(app, { userId: owner.user.id, status: 'failed' });
  database.exec(`UPDATE videos SET original_r2_path = 'uploads/nada' WHERE id = ${failedId}`);

  const category = await admin.call('POST /api/admin/categories', { body: { name: 'Saúde' } });
  for (const { id: userId } of [owner.user, subject.user]) await admin.call('POST /api/admin/users/:userId/categories/:categoryId', { params: { userId, categoryId: category.id } });
  const platformId = addContent(app, { userId: null, categoryId: category.id });

  const playlist = await owner.call('POST /api/playlists', { body: { name: 'Recepção', isRandom: false } });
  for (const videoId of [video.id, platformId]) await owner.call('POST /api/videos/:videoId/assignments', { params: { videoId }, body: { playlistId: playlist.id } });
  await owner.call('POST /api/my-players/:id/assign-playlist', { params: { id: screen.playerId }, body: { playlistId: playlist.id } });
  const message = await owner.call('POST /api/breaking-news', { body: { title: 'Aviso', message: 'Traga o cartão' } });
  await owner.call('POST /api/breaking-news/:id/playlists', { params: { id: message.id }, body: { playlistIds: [playlist.id] } });
  const [spare] = await admin.call('POST /api/admin/users/:userId/players/batch', { params: { userId: owner.user.id }, body: { quantity: 1 } });
  const station = await admin.call('POST /api/admin/radio-stations', { body: { name: 'Rádio Teste', genre: 'MPB', upstreamUrl: await startStation(t) } });
  const notice = await admin.call('POST /api/admin/notices', { body: { title: 'Manutenção', message: 'Hoje às 18h', noticeType: 'global' } });
  const growing = await reserve(owner, picture);
  const finished = await reserve(owner, picture);
  await put(owner, finished, picture);

  const otherPlaylist = await other.call('POST /api/playlists', { body: { name: 'Sala' } });
  const otherVideoId = addContent(app, { userId: other.user.id });
  await other.call('POST /api/videos/:videoId/assignments', { params: { videoId: otherVideoId }, body: { playlistId: otherPlaylist.id } });
  await other.call('POST /api/my-players/:id/assign-playlist', { params: { id: otherScreen.playerId }, body: { playlistId: otherPlaylist.id } });
  const otherMessage = await other.call('POST /api/breaking-news', { body: { message: 'Deles' } });
  const otherUpload = await reserve(other, picture);
  await put(other, otherUpload, picture);

  const form = new FormData();
  form.set('name', 'Sala de espera');
  form.set('file', new Blob([picture], { type: 'image/png' }), 'sala.png');

  const codes = app.codes;
  const ofPlaylist = { params: { id: playlist.id } };
  const ofVideo = { params: { id: video.id } };
  const ofScreen = { params: { id: screen.playerId } };
  const ofMessage = { params: { id: message.id } };
  const ofSubject = { params: { id: subject.user.id } };
  const ofCategory = { params: { id: category.id } };
  const ofNotice = { params: { id: notice.id } };
  const ofStation = { params: { id: station.id } };
  const access = { params: { userId: subject.user.id, categoryId: category.id } };
  const noticeBody = { title: 'Aviso', message: 'Amanhã', noticeType: 'user', targetUserId: owner.user.id } as const;
  const quotas = { maxStorageGb: 2, maxPlaylists: 3, maxVideos: 10, maxPlayers: 4 };

  const calls: SampleCalls = {
    'GET /api/user': {},
    'GET /api/user/me': {},
    'POST /api/login': { body: { email: owner.user.email, password: owner.password } },
    'POST /api/register/validate-code': { body: { code: codes.accessCode } },
    'POST /api/register': { body: { username: 'Novata', email: 'novata@clinica.test', password: 'segredo1', accessCode: codes.accessCode } },
    'POST /api/logout': {},
    'GET /api/user/category-access': {},

    'GET /api/capabilities': {},
    'GET /api/videos': {},
    'GET /api/platform-videos': {},
    'POST /api/upload-url': { body: { fileName: 'sala.png', fileType: 'image/png', contentType: 'image/png', fileSize: picture.length } },
    'HEAD /api/uploads/:key': { params: { key: growing } },
    'PUT /api/uploads/:key': { params: { key: growing }, raw: { content: picture, type: 'image/png' } },
    'DELETE /api/uploads/:key': { params: { key: growing } },
    'POST /api/videos': { body: { name: 'Sala', r2Path: finished, sizeMb: 1, mediaType: 'image', displayDuration: 20, useAmbientBackground: false } },
    'POST /api/upload': { raw: { content: form } },
    'PATCH /api/videos/:id': { ...ofVideo, body: { name: 'Nova fachada', displayDuration: 40, useAmbientBackground: false } },
    'DELETE /api/videos/:id': { params: { id: failedId } },
    'POST /api/videos/:id/retry': { params: { id: failedId } },
    'GET /media/:file': { params: { file: mediaUrl.pathname.slice('/media/'.length) }, query: Object.fromEntries(mediaUrl.searchParams) as { e: string; s: string } },

    'GET /api/playlists': {},
    'POST /api/playlists': { body: { name: 'Tarde', isRandom: true } },
    'GET /api/playlists/:id': ofPlaylist,
    'PATCH /api/playlists/:id': { ...ofPlaylist, body: { name: 'Manhã', isRandom: true } },
    'DELETE /api/playlists/:id': ofPlaylist,
    'PUT /api/playlists/:id/order': { ...ofPlaylist, body: { videoIds: [platformId, video.id] } },
    'GET /api/playlists/:id/assignments': ofPlaylist,
    'GET /api/playlists/:id/randomized': ofPlaylist,
    'GET /api/playlists/:id/breaking-news': ofPlaylist,
    'GET /api/videos/:id/assignments': ofVideo,
    'POST /api/videos/:videoId/assignments': { params: { videoId: video.id }, body: { playlistId: playlist.id, frequency: 3 } },
    'DELETE /api/videos/:videoId/assignments/:playlistId': { params: { videoId: video.id, playlistId: playlist.id } },

    'GET /api/my-players': {},
    'POST /api/my-players/:id/assign-playlist': { ...ofScreen, body: { playlistId: playlist.id } },
    'POST /api/my-players/:id/remove-playlist': ofScreen,
    'PATCH /api/my-players/:id/rename': { ...ofScreen, body: { name: 'Entrada' } },
    'POST /api/my-players/:id/disconnect': ofScreen,

    'POST /api/player/activate': { body: { activationCode: spare?.activationCode ?? '', deviceInfo: { userAgent: 'teste' } } },
    'POST /api/player/validate-token': { body: { token: screen.token } },
    'POST /api/player/renew-token': { body: { playerId: screen.playerId, deviceInfo: 'teste' } },
    'POST /api/player/heartbeat': { body: { token: screen.token, playerId: screen.playerId, state: { videoId: video.id, lastError: 'nenhum', version: '1', engine: 'Teste', playingSince: '2026-03-02T12:00:00Z' } } },
    'GET /api/player/info': { query: { playerId: screen.playerId } },
    'GET /api/player/assigned-playlist': {},
    'GET /api/player/playlists/:id/randomized': ofPlaylist,
    'GET /api/player/videos/:id/url': ofVideo,
    'GET /api/player/admin-notices': {},
    'GET /api/player/radio-stations': {},
    'GET /api/player/radio-settings': {},
    'POST /api/player/mode-code': { body: { password: codes.playerModePassword } },
    'POST /api/player/options-code': { body: { action: 'exit', code: codes.playerExitCode } },

    'GET /api/breaking-news': {},
    'POST /api/breaking-news': { body: { title: 'Hoje', message: 'Fechamos às 18h', isActive: true } },
    'PATCH /api/breaking-news/:id': { ...ofMessage, body: { title: 'Hoje', message: 'Fechamos às 17h', isActive: false } },
    'DELETE /api/breaking-news/:id': ofMessage,
    'GET /api/breaking-news/:id/playlists': ofMessage,
    'POST /api/breaking-news/:id/playlists': { ...ofMessage, body: { playlistIds: [] } },
    'GET /api/radio-stations': {},
    'GET /api/radio-settings': {},
    'PUT /api/radio-settings': { body: { selectedRadioId: station.id, isEnabled: true, volume: 45 } },
    'GET /api/radio/:id/stream': ofStation,

    'GET /api/admin/users': {},
    'GET /api/admin/users-with-counts': {},
    'POST /api/admin/users/:id/approve': ofSubject,
    'POST /api/admin/users/:id/block': ofSubject,
    'POST /api/admin/users/:id/reset-password': { ...ofSubject, body: { newPassword: 'novasenha' } },
    'GET /api/admin/users/:id/quotas': ofSubject,
    'PUT /api/admin/users/:id/quotas': { ...ofSubject, body: { ...quotas, canAccessBreakingNews: false, canAccessRadio: false, canAccessManagement: false } },
    'PATCH /api/admin/users/:id/profile': { ...ofSubject, body: { role: 'admin', userType: 'gestor' } },
    'DELETE /api/admin/users/:id': ofSubject,

    'GET /api/admin/players': {},
    'POST /api/admin/users/:userId/players/batch': { params: { userId: subject.user.id }, body: { quantity: 2 } },
    'POST /api/admin/players/:id/assign-playlist': { ...ofScreen, body: { playlistId: playlist.id } },
    'DELETE /api/admin/players/:id/assign-playlist': ofScreen,
    'GET /api/admin/players/:id/playlists': ofScreen,
    'POST /api/admin/players/:id/disconnect': ofScreen,
    'POST /api/admin/players/:id/reset': ofScreen,
    'PATCH /api/admin/players/:id': { ...ofScreen, body: { status: 'paused', name: 'Entrada' } },
    'DELETE /api/admin/players/:id': ofScreen,

    'GET /api/admin/categories': {},
    'POST /api/admin/categories': { body: { name: 'Bem-estar', description: 'Dicas' } },
    'PATCH /api/admin/categories/:id': { ...ofCategory, body: { name: 'Bem-estar', description: 'Dicas' } },
    'DELETE /api/admin/categories/:id': ofCategory,
    'GET /api/admin/categories/:id/users': ofCategory,
    'GET /api/admin/categories/:id/videos': ofCategory,
    'POST /api/admin/users/:userId/categories/:categoryId': access,
    'DELETE /api/admin/users/:userId/categories/:categoryId': access,
    'DELETE /api/admin/platform-videos/:id': { params: { id: platformId } },

    'GET /api/admin/notices': {},
    'POST /api/admin/notices': { body: { ...noticeBody, backgroundColor: '#112233', textColor: '#ffffff', isActive: true, displayIntervalSeconds: 60, displayDurationSeconds: 60 } },
    'PUT /api/admin/notices/:id': { ...ofNotice, body: noticeBody },
    'PATCH /api/admin/notices/:id/toggle': { ...ofNotice, body: { isActive: false } },
    'DELETE /api/admin/notices/:id': ofNotice,

    'GET /api/admin/overview': {},
    'GET /api/admin/settings': {},
    'PATCH /api/admin/settings': { body: { accessCode: 'NOVO1', playerModePassword: 'NOVO2', playerExitCode: 'NOVO3', playerResetCode: 'NOVO4', deviceResetCode: 'NOVO5' } },
    'GET /api/admin/radio-stations': {},
    'POST /api/admin/radio-stations': { body: { name: 'Outra Rádio', genre: 'Pop', upstreamUrl: 'https://radio.test/pop', isActive: true } },
    'PATCH /api/admin/radio-stations/:id': { ...ofStation, body: { name: 'Rádio Nova', genre: 'Rock', upstreamUrl: 'https://radio.test/rock', isActive: false } },
    'DELETE /api/admin/radio-stations/:id': ofStation,
    'GET /healthz': {},
    'GET /readyz': {},
    'GET /api/openapi.json': {},
    'GET /api/docs': {},
    'GET /api/docs.css': {},
  };

  const tables = createTables(app);
  const base = tables.dump();
  const states = { base, ...(await makeStates()) };

  /** Each state is made by the call that makes it in life, except `pending`: no call leads back to it. */
  async function makeStates() {
    const taken = (dump: Dump) => {
      tables.load(base);
      return dump;
    };
    const params = { id: owner.user.id };
    database.exec(`UPDATE users SET status = 'pending' WHERE id = ${owner.user.id}`);
    const pending = taken(tables.dump());
    await admin.call('POST /api/admin/users/:id/block', { params });
    const blocked = taken(tables.dump());
    const flags = { canAccessBreakingNews: false, canAccessRadio: false, canAccessManagement: false };
    await admin.call('PUT /api/admin/users/:id/quotas', { params, body: { maxStorageGb: 3, maxPlaylists: 5, maxVideos: 120, ...flags } });
    const flagless = taken(tables.dump());
    await admin.call('PATCH /api/admin/players/:id', { ...ofScreen, body: { status: 'blocked' } });
    const blockedPlayer = taken(tables.dump());
    return { pending, blocked, flagless, blockedPlayer };
  }

  const published: Topic[] = [];
  const tell = sockets.publish;
  sockets.publish = (topic, news) => {
    published.push(topic);
    tell(topic, news);
  };

  const ownerHeaders = credentialsOf(owner);
  const screenHeaders = credentialsOf(screen);
  const credentials: Record<Caller, Record<string, string>> = {
    nobody: {},
    pending: ownerHeaders,
    blocked: ownerHeaders,
    common: ownerHeaders,
    flagless: ownerHeaders,
    other: credentialsOf(other),
    gestor: credentialsOf(gestor),
    administrator: credentialsOf(admin),
    player: screenHeaders,
    otherPlayer: credentialsOf(otherScreen),
    blockedPlayer: screenHeaders,
  };
  let sent = 0;

  const world: World = {
    app,
    tables,
    owner,
    other,
    screen,
    otherScreen,
    calls,
    foreign: { playlistId: otherPlaylist.id, videoId: otherVideoId, playerId: otherScreen.playerId, messageId: otherMessage.id, uploadKey: otherUpload },

    become(caller) {
      const state = states[caller as keyof typeof states] ?? base;
      tables.load(state);
      return state;
    },

    async send(caller, { method, path, content, type, headers }) {
      sent += 1;
      const response = await fetch(app.url + path, {
        method,
        redirect: 'manual',
        headers: {
          'sec-fetch-site': 'same-origin',
          'x-forwarded-for': `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
          ...credentials[caller],
          ...(type === undefined ? {} : { 'content-type': type }),
          ...headers,
        },
        ...(content === undefined ? {} : { body: content }),
      });
      const kind = response.headers.get('content-type') ?? '';
      if (kind.startsWith('audio/')) {
        await response.body?.cancel();
        return { status: response.status, body: undefined };
      }
      const text = await response.text();
      return { status: response.status, body: kind.includes('json') && text ? JSON.parse(text) : text };
    },

    call(caller, key, sample: SampleCall = calls[key]) {
      const { body, raw } = sample;
      return world.send(caller, {
        ...addressOf(key, sample),
        ...(raw ? { content: raw.content, ...(raw.type ? { type: raw.type } : {}) } : {}),
        ...(body === undefined ? {} : { content: JSON.stringify(body), type: 'application/json' }),
      });
    },

    async attempt(caller, call) {
      const before = world.become(caller);
      published.length = 0;
      const answer = await call();
      return { ...answer, effect: { changed: changes(before, tables.dump()), published: [...published] } };
    },
  };
  return world;
}

/** Every key of the contract, in its order. */
export const apiKeys = Object.keys(api) as ApiKey[];

export function addressOf(key: ApiKey, { params, query }: Pick<SampleCall, 'params' | 'query'>): { method: string; path: string } {
  const [method, template] = key.split(' ') as [string, string];
  const path = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[name])));
  return { method, path: query ? `${path}?${new URLSearchParams(query as Record<string, string>)}` : path };
}

function credentialsOf(client: Client): Record<string, string> {
  return { ...(client.cookies.size > 0 ? { cookie: client.cookieHeader } : {}), ...(client.bearer ? { authorization: `Bearer ${client.bearer}` } : {}) };
}

async function reserve(client: Client, bytes: Uint8Array): Promise<string> {
  return (await client.call('POST /api/upload-url', { body: { fileName: 'sala.png', fileSize: bytes.length } })).r2Key;
}

async function put(client: Client, key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  await client.request(`/api/uploads/${key}`, { method: 'PUT', body: bytes });
}

/** A radio station; it sends until the test ends. */
async function startStation(t: TestContext): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'audio/mpeg' });
    const voice = setInterval(() => response.write('som'), 10);
    response.on('close', () => clearInterval(voice));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
