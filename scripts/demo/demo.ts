/**
 * Fills an empty installation through the public API. Creates an approved customer with a team of two, an API token, generated
 * images, short videos and posters, the clinic's profile, playlists, a message, a radio station, two screens in a group with a
 * programme and a month of plays, a queue of patients, an urgent notice that has ended and, on the server's own computer, five
 * weeks of calls; and a clinic in Manaus (whose clock is an hour behind) with a team, a token and a screen.
 *
 *   npm run demo                                    the server at http://127.0.0.1:PORT (8080), secrets from data/first-run.txt
 *   npm run demo -- http://127.0.0.1:9000           another address
 *   ADMIN_EMAIL=... ADMIN_PASSWORD=... ACCESS_CODE=... npm run demo
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { MemberRole } from '../../src/contract/accounts/capabilities.ts';
import { switchToDataOwner } from '../../src/cli/folders.ts';
import { dataFolder } from '../../src/platform/storage/data-folder.ts';
import { Database } from '../../src/platform/storage/database.ts';
import { fileStats } from '../../src/platform/storage/files.ts';
import { accountIdOf } from '../../src/testing/admin.ts';
import { ApiError, Client } from '../../src/testing/client.ts';
import { readSecrets, type Secrets } from '../first-run-secrets.ts';
import { reportMonth } from './plays.ts';
import { fillPosters } from './posters.ts';
import { fillQueue, type PastOptions } from './queue.ts';
import { drawSlide, type Slide } from './slides.ts';

const run = promisify(execFile);
/** Account that owns the demo's data. */
export const demoCustomer = { username: 'Clínica Boa Vida', email: 'clinica@exemplo.com.br', password: 'boavida1' };
/** Members of the demo's team; they sign in with the same password. */
export const demoTeam = [
  { name: 'Rita Campos', email: 'rita@exemplo.com.br', role: 'reception' },
  { name: 'Caio Nunes', email: 'caio@exemplo.com.br', role: 'editor' },
] as const;

/** A second clinic, in the time zone of Manaus. */
const riverClinic = { username: 'Clínica Rio Negro', email: 'manaus@exemplo.com.br', password: demoCustomer.password };
const riverTeam = [
  { name: 'Jussara Lima', email: 'jussara@exemplo.com.br', role: 'reception' },
  { name: 'Davi Moura', email: 'davi@exemplo.com.br', role: 'reader' },
] as const;

const slides: Slide[] = [
  {
    name: 'Boas-vindas',
    title: 'Bem-vindo',
    text: 'Sinta-se em casa. Logo chamaremos você.',
    lightColour: '#0f9488',
    darkColour: '#115e59',
    drawing: 'room',
  },
  {
    name: 'Vacina da gripe',
    title: 'Vacina da gripe',
    text: 'Pergunte na recepção: leva cinco minutos.',
    lightColour: '#3b82f6',
    darkColour: '#1e3a8a',
    drawing: 'shield',
  },
  {
    name: 'Água é saúde',
    title: 'Beba água',
    text: 'O bebedouro fica ao lado da sala 2.',
    lightColour: '#0ea5e9',
    darkColour: '#075985',
    drawing: 'water',
  },
];

const heart: Slide = {
  name: 'Cuide do coração',
  title: 'Cuide do coração',
  text: 'Meia hora de caminhada por dia já faz bem.',
  lightColour: '#f43f5e',
  darkColour: '#9f1239',
};

/** Videos to generate. `source`: arguments of ffmpeg; `slide`: a picture over which the video moves slowly. */
const clips: { name: string; slide?: Slide; source: string[] }[] = [
  {
    name: 'Cores da manhã',
    source: ['-f', 'lavfi', '-i', 'gradients=size=1280x720:rate=25:duration=8:c0=0x0f766e:c1=0xf59e0b:speed=0.02'],
  },
  {
    name: heart.name,
    slide: heart,
    source: ['-vf', "scale=1330:748,crop=1280:720:x='(iw-ow)*t/8':y='(ih-oh)/2'", '-r', '25'],
  },
];

/** Fills the server at `url`, unless it already has the demo. `past`: the server's database and time, to add older calls. */
export async function fillDemo(url: string, secrets: Secrets, past?: Omit<PastOptions, 'userId'>): Promise<void> {
  const admin = new Client(url);
  await admin.call('POST /api/login', { body: { email: secrets.email, password: secrets.password } });
  const found = await admin.call('GET /api/admin/users', { query: { search: demoCustomer.email } });
  if (found.some(({ email }) => email === demoCustomer.email)) {
    console.log('The demo is already there: nothing to do.');
    return;
  }

  const { studio, id } = await openClinic(admin, url, { ...demoCustomer, accessCode: secrets.accessCode });
  await changeQuotas(admin, id, { maxPlaylists: 5 });
  await addTeam(studio, url, demoTeam);

  const directory = await mkdtemp(join(tmpdir(), 'antessala-demo-'));
  try {
    const contentIds: number[] = [];
    for (const slide of slides) {
      const image = await drawSlide(slide);
      contentIds.push(
        (await studio.upload(image, { name: slide.name, fileName: `${slide.name}.png`, displayDuration: 20 })).id,
      );
      console.log(`Image: ${slide.name}`);
    }
    for (const clip of clips) {
      const [file, picture] = [join(directory, 'clip.mp4'), join(directory, 'slide.png')];
      if (clip.slide) await writeFile(picture, await drawSlide(clip.slide));
      const input = clip.slide ? ['-loop', '1', '-framerate', '25', '-i', picture] : [];
      const output = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-movflags', '+faststart', '-t', '8', file];
      await run('ffmpeg', ['-y', '-v', 'error', ...input, ...clip.source, ...output]);
      contentIds.push((await studio.upload(file, { name: clip.name })).id);
      console.log(`Video: ${clip.name}`);
    }
    await fillClinic(studio, contentIds);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }

  const screens = await admin.call('POST /api/admin/users/:userId/players/batch', {
    params: { userId: id },
    body: { quantity: 2 },
  });
  const playlists = await studio.call('GET /api/playlists');
  const playerIds = screens.map((screen) => screen.id);
  await studio.call('POST /api/screen-groups', { body: { name: 'Térreo', playerIds } });
  const codes = await simulateScreens(admin, studio, url, screens, past && { ...past, userId: id });
  for (const [index, screen] of screens.entries()) {
    const playlist = playlists[index % playlists.length];
    if (playlist)
      await studio.call('POST /api/my-players/:id/assign-playlist', {
        params: { id: screen.id },
        body: { playlistId: playlist.id },
      });
    console.log(`Screen: ${screen.name}: open ${url}/player and type ${codes[index] ?? screen.activationCode}`);
  }
  await addRules(studio, screens, playlists);
  await fillRiverClinic(admin, url, secrets.accessCode);
}

/**
 * Pairs the screens, fills the queue, and sends a month of plays, and receipts of the calls and of an urgent notice, as TVs
 * would. Then resets the screens. Returns their new activation codes in the same order.
 */
async function simulateScreens(
  admin: Client,
  studio: Client,
  url: string,
  screens: readonly { id: number; activationCode: string }[],
  past: PastOptions | undefined,
): Promise<string[]> {
  const tvs: Client[] = [];
  for (const { activationCode } of screens) {
    const tv = new Client(url);
    tv.bearer = (await tv.call('POST /api/player/activate', { body: { activationCode } })).token;
    tvs.push(tv);
  }
  const videos = await studio.call('GET /api/videos');
  for (const [index, tv] of tvs.entries())
    await reportMonth(
      tv,
      videos.filter((_, position) => index === 0 || position % 2 === 0),
      past?.now ?? Date.now(),
    );
  const callIds = await fillQueue(studio, past);
  const text = 'Estamos sem energia. Aguardem sentados: o atendimento volta assim que possível.';
  const { id: noticeId } = await studio.call('POST /api/urgent', {
    body: { preset: 'power', text, minutes: 15, isForAll: true },
  });
  for (const tv of tvs) {
    const body = { hadSound: true };
    for (const id of callIds) await tv.call('POST /api/player/calls/:id/shown', { params: { id }, body });
    await tv.call('POST /api/player/urgent/:id/shown', { params: { id: noticeId }, body });
  }
  await studio.call('POST /api/urgent/:id/end', { params: { id: noticeId } });
  for (const { id } of screens) await admin.call('POST /api/admin/players/:id/reset', { params: { id } });
  console.log('Calls of patients and an urgent notice that has ended, with the receipts of the TVs.');
  const current = await studio.call('GET /api/my-players');
  return screens.map(({ id }) => current.find((screen) => screen.id === id)?.activationCode ?? '');
}

/** Adds two rules: another playlist in the mornings for the first screen, and dark from 1:00 to 5:00 for both. */
async function addRules(studio: Client, screens: readonly { id: number }[], playlists: readonly { id: number }[]) {
  const [first] = screens;
  const morning = playlists[1];
  const targets = screens.map(({ id }) => ({ kind: 'screen' as const, id }));
  if (!first || !morning) return;
  await studio.call('POST /api/schedules', {
    body: { plays: morning.id, days: [0, 1, 2, 3, 4], from: 7 * 60, to: 12 * 60, targets: targets.slice(0, 1) },
  });
  await studio.call('POST /api/schedules', {
    body: { plays: 'dark', days: [0, 1, 2, 3, 4, 5, 6], from: 60, to: 5 * 60, targets },
  });
  console.log('The programme: mornings from Monday to Friday, dark from 1:00 to 5:00.');
}

/** Registers and approves an account and signs it in. */
async function openClinic(
  admin: Client,
  url: string,
  person: { username: string; email: string; password: string; accessCode: string },
): Promise<{ studio: Client; id: number }> {
  const studio = new Client(url);
  await studio.call('POST /api/register', { body: person });
  const id = await accountIdOf(admin, person.email);
  await admin.call('POST /api/admin/users/:id/approve', { params: { id } });
  await studio.call('POST /api/login', { body: person });
  console.log(`Account: ${person.email} / ${person.password}`);
  return { studio, id };
}

async function changeQuotas(admin: Client, id: number, change: { maxPlaylists?: number; maxStorageGb?: number }) {
  const quotas = await admin.call('GET /api/admin/users/:id/quotas', { params: { id } });
  await admin.call('PUT /api/admin/users/:id/quotas', { params: { id }, body: { ...quotas, ...change } });
}

/** Creates the clinic in Manaus and changes its time zone, its quotas and a screen, which fills its log of activities. */
async function fillRiverClinic(admin: Client, url: string, accessCode: string): Promise<void> {
  const { studio, id } = await openClinic(admin, url, { ...riverClinic, accessCode });
  await studio.call('PUT /api/user/time-zone', { body: { timeZone: 'America/Manaus' } });
  await addTeam(studio, url, riverTeam);
  await changeQuotas(admin, id, { maxStorageGb: 5 });
  const [screen] = await admin.call('POST /api/admin/users/:userId/players/batch', {
    params: { userId: id },
    body: { quantity: 1 },
  });
  if (!screen) throw new Error('No screen was created.');
  const params = { id: screen.id };
  await studio.call('PATCH /api/my-players/:id/rename', { params, body: { name: 'Recepção Manaus' } });
  for (const status of ['paused', 'active'] as const)
    await admin.call('PATCH /api/admin/players/:id', { params, body: { status } });
}

/** Adds the members of a team, and an API token with the scope `messages`. */
async function addTeam(
  studio: Client,
  url: string,
  team: readonly { name: string; email: string; role: MemberRole }[],
): Promise<void> {
  const { password } = demoCustomer;
  for (const { name, email, role } of team) {
    const { code } = await studio.call('POST /api/team/members', { body: { email, role } });
    await new Client(url).call('POST /api/invitations/accept', { body: { code, name, password } });
    console.log(`Team: ${email} / ${password} (${role})`);
  }
  await studio.call('POST /api/tokens', { body: { name: 'Painel', scopes: ['messages'], days: 90 } });
}

async function main(): Promise<void> {
  const urlArgument = process.argv[2];
  const url = urlArgument ?? `http://127.0.0.1:${process.env.PORT || 8080}`;
  const dataDir = process.env.DATA_DIR ?? 'data';
  // A server at a given address may have another data folder than this computer's.
  const isLocal = urlArgument === undefined && fileStats(dataFolder(dataDir).database) !== undefined;
  const database = isLocal ? new Database(dataFolder(switchToDataOwner(dataDir)).database) : undefined;
  try {
    await fillDemo(url, await readSecrets(), database && { database, now: Date.now() });
  } finally {
    database?.close();
  }
}

async function fillClinic(studio: Client, contentIds: number[]): Promise<void> {
  const reception = await studio.call('POST /api/playlists', { body: { name: 'Recepção', isRandom: true } });
  const waitingRoom = await studio.call('POST /api/playlists', { body: { name: 'Sala de espera', isRandom: false } });
  for (const [index, videoId] of contentIds.entries()) {
    await studio.call('POST /api/videos/:videoId/assignments', {
      params: { videoId },
      body: { playlistId: reception.id, frequency: index === 0 ? 2 : 1 },
    });
    if (index % 2 === 0)
      await studio.call('POST /api/videos/:videoId/assignments', {
        params: { videoId },
        body: { playlistId: waitingRoom.id },
      });
  }
  await fillPosters(studio, waitingRoom.id);
  const message = await studio.call('POST /api/breaking-news', {
    body: {
      title: 'Aviso da recepção',
      message: '💙 Traga seus exames anteriores na consulta. Wi-Fi gratuito: pergunte a senha na recepção.',
    },
  });
  await studio.call('POST /api/breaking-news/:id/playlists', {
    params: { id: message.id },
    body: { playlistIds: [reception.id, waitingRoom.id] },
  });
  const [station] = await studio.call('GET /api/radio-stations');
  if (station)
    await studio.call('PUT /api/radio-settings', {
      body: { selectedRadioId: station.id, isEnabled: false, volume: 30 },
    });
  for (const [name, colour] of [
    ['Guichê 1', '#0E7490'],
    ['Consultório 3', '#B45309'],
  ] as const)
    await studio.call('POST /api/call-rooms', { body: { name, colour } });
  const [desk, office] = await studio.call('GET /api/call-rooms');
  for (const [name, prefix, room] of [
    ['Exames', 'E', desk],
    ['Consulta', 'C', office],
  ] as const)
    await studio.call('POST /api/call-services', { body: { name, prefix, roomIds: room ? [room.id] : [] } });
  await studio.call('PUT /api/call-settings', { body: { queueEnabled: true } });
  console.log('Playlists, a message, a radio station, and two rooms and two services for calls of patients.');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().catch((error: unknown) => {
    if (error instanceof ApiError) console.error(`The server responded with ${error.status}: ${error.body.message}`);
    else console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
}
