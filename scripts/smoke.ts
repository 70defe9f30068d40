/**
 * Tests whether an installation works: uses the public API as the staff and a TV do, from the registration to the playing of
 * contents, and deletes everything afterwards. Exits with 1 at the first step that fails.
 *
 *   node --import tsx scripts/smoke.ts [URL]        http://127.0.0.1:PORT (8080) unless given
 *
 * Reads secrets from ADMIN_EMAIL, ADMIN_PASSWORD and ACCESS_CODE, else from DATA_DIR/first-run.txt. To trust a certificate of
 * the server's own authority set NODE_EXTRA_CA_CERTS.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { accountIdOf } from '../src/testing/admin.ts';
import { Client } from '../src/testing/client.ts';
import { readSecrets } from './first-run-secrets.ts';

const url = (process.argv[2] ?? `http://127.0.0.1:${process.env.PORT || 8080}`).replace(/\/+$/, '');
const processingTimeoutMs = 120_000;

async function step<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  try {
    const result = await run();
    console.log(`ok   ${name} (${Math.round(performance.now() - startedAt)} ms)`);
    return result;
  } catch (error) {
    console.log(`FAIL ${name}`);
    throw error;
  }
}

async function main(): Promise<void> {
  const secrets = await readSecrets();
  const admin = new Client(url);
  const staff = new Client(url);
  const tv = new Client(url);
  const email = `fumaca-${randomBytes(4).toString('hex')}@exemplo.com.br`;
  const password = randomBytes(9).toString('base64url');

  const health = await step('the server is ready', async () => {
    await tv.call('GET /readyz');
    return tv.call('GET /healthz');
  });
  await step('pages and their assets', async () => {
    for (const path of ['/', '/play']) {
      const html = await (await tv.request(path)).text();
      for (const [, asset = ''] of html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g))
        assert.equal((await tv.request(asset)).status, 200, asset);
      assert.match(html, /\/assets\/\w+-\w+\.js/, path);
    }
  });
  await step('the administrator signs in', () =>
    admin.call('POST /api/login', { body: { email: secrets.email, password: secrets.password } }),
  );
  await step('a clinic registers with the access code', async () => {
    await staff.call('POST /api/register/validate-code', { body: { code: secrets.accessCode } });
    await staff.call('POST /api/register', { body: { username: 'Teste de fumaça', email, password } });
    assert.equal(
      await staff.status('POST /api/login', { body: { email, password } }),
      403,
      'an account cannot sign in before it is approved',
    );
  });
  const userId = await accountIdOf(admin, email);
  try {
    await step('the clinic is approved and signs in', async () => {
      await admin.call('POST /api/admin/users/:id/approve', { params: { id: userId } });
      await staff.call('POST /api/login', { body: { email, password } });
    });
    const contentIds = await step('an image and a video are sent and processed', () => sendMedia(staff));
    const playlist = await step('both contents are added to a playlist', async () => {
      const createdPlaylist = await staff.call('POST /api/playlists', { body: { name: 'Fumaça', isRandom: false } });
      for (const videoId of contentIds)
        await staff.call('POST /api/videos/:videoId/assignments', {
          params: { videoId },
          body: { playlistId: createdPlaylist.id },
        });
      return createdPlaylist;
    });
    await step('a screen is created and activated', async () => {
      const [screen] = await admin.call('POST /api/admin/users/:userId/players/batch', {
        params: { userId },
        body: { quantity: 1 },
      });
      const session = await tv.call('POST /api/player/activate', {
        body: { activationCode: screen?.activationCode ?? '', deviceInfo: 'smoke' },
      });
      tv.bearer = session.token;
      await staff.call('POST /api/my-players/:id/assign-playlist', {
        params: { id: session.playerId },
        body: { playlistId: playlist.id },
      });
    });
    await step('the screen downloads every item completely', () => downloadCycle(tv, playlist.id, contentIds));
  } finally {
    await admin.call('DELETE /api/admin/users/:id', { params: { id: userId } });
  }
  console.log(
    `Antessala ${health.version} at ${url} works.${health.problems.length > 0 ? ` Problems: ${health.problems.join(' ')}` : ''}`,
  );
}

/** Uploads an image and a video and waits until both are processed. Returns their ids. */
async function sendMedia(staff: Client): Promise<number[]> {
  const directory = await mkdtemp(join(tmpdir(), 'antessala-smoke-'));
  try {
    const file = join(directory, 'video.mp4');
    const film = [
      '-f',
      'lavfi',
      '-i',
      'testsrc2=size=640x360:rate=25:duration=2',
      '-c:v',
      'libx264',
      '-pix_fmt',
      'yuv420p',
      '-profile:v',
      'high',
      '-movflags',
      '+faststart',
    ];
    await promisify(execFile)('ffmpeg', ['-y', '-v', 'error', ...film, file]);
    const noise = {
      create: {
        width: 640,
        height: 360,
        channels: 3,
        background: '#0f766e',
        noise: { type: 'gaussian', mean: 120, sigma: 40 },
      },
    } as const;
    const image = await staff.upload(await sharp(noise).png().toBuffer(), { name: 'Imagem', fileName: 'imagem.png' });
    const video = await staff.upload(await readFile(file), { name: 'Vídeo', fileName: 'video.mp4' });
    const ids = [image.id, video.id];
    for (const deadline = performance.now() + processingTimeoutMs; ; await sleep(250)) {
      const videos = (await staff.call('GET /api/videos')).filter(({ id }) => ids.includes(id));
      const failed = videos.find(({ processingStatus }) => processingStatus === 'failed');
      assert.equal(failed, undefined, `${failed?.name}: ${failed?.processingError}`);
      if (videos.length === 2 && videos.every(({ processingStatus }) => processingStatus === 'completed')) return ids;
      assert.ok(performance.now() < deadline, `not processed within ${processingTimeoutMs / 1000} s`);
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Downloads each content of the screen's playlist, and checks size, hash and a byte range. */
async function downloadCycle(tv: Client, playlistId: number, contentIds: number[]): Promise<void> {
  assert.equal((await tv.call('GET /api/player/assigned-playlist')).playlist?.id, playlistId);
  const cycle = await tv.call('GET /api/player/playlists/:id/randomized', { params: { id: playlistId } });
  assert.deepEqual(cycle.map((item) => item.id).sort(), [...contentIds].sort(), 'the cycle contains both');
  for (const id of contentIds) {
    const media = await tv.call('GET /api/player/videos/:id/url', { params: { id } });
    const whole = Buffer.from(await (await tv.request(media.url)).arrayBuffer());
    assert.equal(whole.length, media.sizeBytes);
    assert.equal(createHash('sha256').update(whole).digest('hex'), media.sha256);
    const part = await tv.request(media.url, { headers: { range: 'bytes=100-199' } });
    assert.deepEqual([part.status, Buffer.from(await part.arrayBuffer())], [206, whole.subarray(100, 200)]);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? (error.stack ?? error.message) : error);
  process.exit(1);
});
