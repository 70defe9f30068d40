/**
 * Fills an empty installation through the public API, so that the first minute shows something:
 * an approved customer, generated images and short videos, playlists, a message, a radio station, two screens.
 *
 *   npm run demo                                    the server at http://127.0.0.1:8080, secrets from data/first-run.txt
 *   npm run demo -- http://127.0.0.1:9000           another address
 *   ADMIN_EMAIL=... ADMIN_PASSWORD=... ACCESS_CODE=... npm run demo
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { ApiError, Client } from '../src/testing/client.ts';
import { readSecrets, type Secrets } from './secrets.ts';

const run = promisify(execFile);
/** Who the demo's things belong to. */
export const demoCustomer = { username: 'Clínica Boa Vida', email: 'clinica@exemplo.com.br', password: 'boavida1' };

export interface Slide {
  name: string;
  title: string;
  text: string;
  from: string;
  to: string;
}

const slides: Slide[] = [
  {
    name: 'Boas-vindas',
    title: 'Bem-vindo',
    text: 'Sinta-se em casa. Logo chamaremos você.',
    from: '#0f766e',
    to: '#134e4a',
  },
  {
    name: 'Vacina da gripe',
    title: 'Vacina da gripe',
    text: 'Pergunte na recepção: leva cinco minutos.',
    from: '#1d4ed8',
    to: '#1e1b4b',
  },
  {
    name: 'Água é saúde',
    title: 'Beba água',
    text: 'O bebedouro fica ao lado da sala 2.',
    from: '#0369a1',
    to: '#082f49',
  },
];

const clips = [
  { name: 'Cores da manhã', source: 'gradients=size=1280x720:rate=25:duration=8:c0=0x0f766e:c1=0xf59e0b:speed=0.02' },
  {
    name: 'Formas em calma',
    source:
      'life=size=320x180:rate=12:mold=10:ratio=0.08:death_color=#0f172a:life_color=#5eead4,scale=1280:720:flags=neighbor,trim=duration=8',
  },
];

/** `url`: of the server to be filled. */
export async function fillDemo(url: string, secrets: Secrets): Promise<void> {
  const admin = new Client(url);
  await admin.call('POST /api/login', { body: { email: secrets.email, password: secrets.password } });
  if ((await admin.call('GET /api/admin/users')).some((user) => user.email === demoCustomer.email)) {
    console.log('The demo is already there: nothing to do.');
    return;
  }

  const studio = new Client(url);
  await studio.call('POST /api/register', { body: { ...demoCustomer, accessCode: secrets.accessCode } });
  const account = (await admin.call('GET /api/admin/users')).find((user) => user.email === demoCustomer.email);
  if (!account) throw new Error('The registered account is not in the list.');
  await admin.call('POST /api/admin/users/:id/approve', { params: { id: account.id } });
  await studio.call('POST /api/login', { body: demoCustomer });
  console.log(`Account: ${demoCustomer.email} / ${demoCustomer.password}`);

  const directory = await mkdtemp(join(tmpdir(), 'antessala-demo-'));
  try {
    const items: number[] = [];
    for (const slide of slides) {
      const image = await draw(slide);
      items.push(
        (await studio.upload(image, { name: slide.name, fileName: `${slide.name}.png`, displayDuration: 20 })).id,
      );
      console.log(`Image: ${slide.name}`);
    }
    for (const clip of clips) {
      const file = join(directory, 'clip.mp4');
      await run('ffmpeg', [
        '-y',
        '-v',
        'error',
        '-f',
        'lavfi',
        '-i',
        clip.source,
        '-c:v',
        'libx264',
        '-pix_fmt',
        'yuv420p',
        '-movflags',
        '+faststart',
        '-t',
        '8',
        file,
      ]);
      items.push((await studio.upload(file, { name: clip.name })).id);
      console.log(`Video: ${clip.name}`);
    }
    await fill(studio, items);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }

  const screens = await admin.call('POST /api/admin/users/:userId/players/batch', {
    params: { userId: account.id },
    body: { quantity: 2 },
  });
  const playlists = await studio.call('GET /api/playlists');
  for (const [index, screen] of screens.entries()) {
    const playlist = playlists[index % playlists.length];
    if (playlist)
      await studio.call('POST /api/my-players/:id/assign-playlist', {
        params: { id: screen.id },
        body: { playlistId: playlist.id },
      });
    console.log(`Screen: ${screen.name}: open ${url}/player and type ${screen.activationCode}`);
  }
}

async function main(): Promise<void> {
  await fillDemo(process.argv[2] ?? 'http://127.0.0.1:8080', await readSecrets());
}

async function fill(studio: Client, items: number[]): Promise<void> {
  const reception = await studio.call('POST /api/playlists', { body: { name: 'Recepção', isRandom: true } });
  const ward = await studio.call('POST /api/playlists', { body: { name: 'Sala de espera', isRandom: false } });
  for (const [index, videoId] of items.entries()) {
    await studio.call('POST /api/videos/:videoId/assignments', {
      params: { videoId },
      body: { playlistId: reception.id, frequency: index === 0 ? 2 : 1 },
    });
    if (index % 2 === 0)
      await studio.call('POST /api/videos/:videoId/assignments', {
        params: { videoId },
        body: { playlistId: ward.id },
      });
  }
  const message = await studio.call('POST /api/breaking-news', {
    body: {
      title: 'Aviso da recepção',
      message: '💙 Traga seus exames anteriores na consulta. Wi-Fi gratuito: pergunte a senha na recepção.',
    },
  });
  await studio.call('POST /api/breaking-news/:id/playlists', {
    params: { id: message.id },
    body: { playlistIds: [reception.id, ward.id] },
  });
  const [station] = await studio.call('GET /api/radio-stations');
  if (station)
    await studio.call('PUT /api/radio-settings', {
      body: { selectedRadioId: station.id, isEnabled: false, volume: 30 },
    });
  console.log('Playlists, a message and a radio station are set.');
}

/** A 1920x1080 PNG slide. */
export function draw({ title, text, from, to }: Slide): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1920" height="1080">
    <defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
    <rect width="1920" height="1080" fill="url(#g)"/>
    <circle cx="1600" cy="220" r="420" fill="#fff" opacity=".06"/><circle cx="1750" cy="900" r="260" fill="#fff" opacity=".05"/>
    <text x="160" y="520" font-family="Inter, DejaVu Sans, sans-serif" font-size="150" font-weight="700" fill="#fff">${title}</text>
    <text x="166" y="630" font-family="Inter, DejaVu Sans, sans-serif" font-size="58" fill="#fff" opacity=".85">${text}</text>
  </svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().catch((error: unknown) => {
    if (error instanceof ApiError) console.error(`The server answered ${error.status}: ${error.body.message}`);
    else console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
}
