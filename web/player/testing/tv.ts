/** Opens a TV: Chromium on a plain http name of a local network, with the real program and the built player. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, type TestContext } from 'node:test';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { type Customer, startTestApp, type TestApp } from '../../../src/testing/app.ts';
import { colourAt, ffmpeg, madeOnce } from '../../../src/testing/media.ts';
import { builtWebDir } from '../../../src/platform/process/assets.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { chromiumArgs, chromiumPath } from '../../testing/chromium.ts';

const webDir = process.env.TEST_WEB_DIR ?? builtWebDir;
/** For `test(name, { skip }, ...)`. */
export const skip = !existsSync(join(webDir, 'play.html'))
  ? 'npm run build first'
  : !existsSync(chromiumPath)
    ? 'Chromium is missing'
    : false;

/** For a machine with other things to do: a wait that succeeds takes no longer for it. */
export const arrivesWithinMs = 60_000;
const processedWithinMs = 120_000;

/** Not localhost: without a secure context half of the new APIs are absent, as on a clinic's TV. */
const host = 'tv.lan';
interface Viewport {
  width: number;
  height: number;
}

/** Start options of a TV's browser. */
interface Start {
  mustAskForSound: boolean;
  viewport: Viewport;
}

const tvArgs = ({ mustAskForSound, viewport: { width, height } }: Start) => [
  ...chromiumArgs,
  '--mute-audio',
  `--host-resolver-rules=MAP ${host} 127.0.0.1`,
  // Films show the whole window, which in full screen is as large as it was at its start.
  `--window-size=${width},${height}`,
  `--autoplay-policy=${mustAskForSound ? 'document-user-activation-required' : 'no-user-gesture-required'}`,
];
/** Those of TVs that are never turned off, for all tests of a file: a start takes longer than a window of its own. */
const browsers = new Map<string, Promise<Browser>>();
after(() => Promise.all([...browsers.values()].map(async (browser) => (await browser).close())));

function sharedBrowser(start: Start): Promise<Browser> {
  const args = tvArgs(start);
  const key = args.join(' ');
  const browser = browsers.get(key) ?? chromium.launch({ executablePath: chromiumPath, args });
  browsers.set(key, browser);
  return browser;
}

export interface Server {
  /** The running program; another one after `start`. */
  app: TestApp<typeof systemClock>;
  owner: Customer;
  /** Its address as the TV knows it. */
  url: string;
  stop(): Promise<void>;
  /** The same data, the same port. */
  start(): Promise<void>;
  /** A processed content. Seconds: how long it stays (images may be shorter here than people may choose). */
  image(name: string, colour: string, seconds?: number): Promise<number>;
  video(name: string, colour: string, seconds: number): Promise<number>;
  upload(bytes: Buffer | string, fileName: string, fields?: { useAmbientBackground?: boolean }): Promise<number>;
  /** Puts other bytes in the place of a content's, past the processing that would refuse or mend them. */
  replace(videoId: number, bytes: Buffer): Promise<void>;
  playlist(videoIds: number[], isRandom?: boolean): Promise<number>;
  add(playlistId: number, videoId: number): Promise<void>;
  remove(playlistId: number, videoId: number): Promise<void>;
  screen(): Promise<{ playerId: number; activationCode: string }>;
  send(playerId: number, playlistId: number): Promise<void>;
}

/** `speaks`: the calls of patients are said by the machine's espeak-ng. */
export async function startServer(t: TestContext, { clock = systemClock, speaks = false } = {}): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'antessala-tv-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const app = await startTestApp(t, { clock, webDir, dataDir, speaks });
  const port = new URL(app.url).port;
  const owner = await app.customer({ quotas: { maxPlaylists: 50, maxPlayers: 10 } });

  const server: Server = {
    app,
    owner,
    url: `http://${host}:${port}`,
    stop: () => server.app.close(),
    async start() {
      server.app = await startTestApp(t, { clock, webDir, dataDir, speaks, env: { PORT: port } });
      server.owner = await server.app.login(owner.user.email, owner.password);
    },
    async upload(bytes, fileName, fields = {}) {
      const { id } = await server.owner.upload(bytes, { fileName, name: fileName, ...fields });
      for (const end = performance.now() + processedWithinMs; performance.now() < end; await delay(100)) {
        const found = (await server.owner.call('GET /api/videos')).find((video) => video.id === id);
        if (found?.processingStatus === 'completed') return id;
        assert.notEqual(found?.processingStatus, 'failed', found?.processingError ?? '');
      }
      throw new Error(`${fileName} is not processed within ${processedWithinMs} ms`);
    },
    async image(name, colour, seconds = 20) {
      const bytes = await sharp({ create: { width: 1280, height: 720, channels: 3, background: colour } })
        .jpeg()
        .toBuffer();
      const id = await server.upload(bytes, `${name}.jpg`);
      server.app.parts.database.connection
        .prepare('UPDATE videos SET display_duration = ? WHERE id = ?')
        .run(seconds, id);
      return id;
    },
    async video(name, colour, seconds) {
      const path = await madeOnce(`tv-${colour.slice(1)}-${seconds}.mp4`, (draft) =>
        colouredVideo(draft, colour, seconds),
      );
      return server.upload(path, `${name}.mp4`);
    },
    async replace(videoId, bytes) {
      const { database, folder } = server.app.parts;
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const file = database.connection
        .prepare<[number], { sha256: string; extension: string }>(
          "SELECT sha256, extension FROM media_files JOIN video_files USING (sha256) WHERE video_id = ? AND kind = 'main'",
        )
        .get(videoId);
      assert.ok(file, `no file of ${videoId}`);
      const path = folder.mediaPath(sha256, file.extension);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, bytes);
      database.connection
        .prepare(
          'INSERT INTO media_files (sha256, extension, content_type, size_bytes, created_at) SELECT ?, extension, content_type, ?, created_at FROM media_files WHERE sha256 = ?',
        )
        .run(sha256, bytes.length, file.sha256);
      database.connection
        .prepare("UPDATE video_files SET sha256 = ? WHERE video_id = ? AND kind = 'main'")
        .run(sha256, videoId);
    },
    async playlist(videoIds, isRandom = false) {
      const { id } = await server.owner.call('POST /api/playlists', {
        body: { name: `Lista ${Date.now()}`, isRandom },
      });
      for (const videoId of videoIds) await server.add(id, videoId);
      return id;
    },
    async add(playlistId, videoId) {
      await server.owner.call('POST /api/videos/:videoId/assignments', { params: { videoId }, body: { playlistId } });
    },
    async remove(playlistId, videoId) {
      await server.owner.call('DELETE /api/videos/:videoId/assignments/:playlistId', {
        params: { videoId, playlistId },
      });
    },
    async screen() {
      const [screen] = await server.app.admin.call('POST /api/admin/users/:userId/players/batch', {
        params: { userId: server.owner.user.id },
        body: { quantity: 1 },
      });
      assert.ok(screen);
      return { playerId: screen.id, activationCode: screen.activationCode };
    },
    async send(playerId, playlistId) {
      await server.owner.call('POST /api/my-players/:id/assign-playlist', {
        params: { id: playerId },
        body: { playlistId },
      });
    },
  };
  return server;
}

/** One colour and a tone, ready to play; small and slow, because to make and to show it is work of this machine's processor. */
async function colouredVideo(path: string, colour: string, seconds: number): Promise<void> {
  const picture = `color=c=${colour.replace('#', '0x')}:size=320x180:rate=10:duration=${seconds}`;
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', `sine=duration=${seconds}`];
  const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '10', '-profile:v', 'high', '-pix_fmt', 'yuv420p'];
  await ffmpeg(...inputs, ...h264, '-c:a', 'aac', path);
}

export interface Tv {
  page: Page;
  context: BrowserContext;
  /** Waits until the screen is in this state, and returns how long it took in milliseconds. */
  until(selector: string, withinMs?: number): Promise<number>;
  state(): Promise<string | undefined>;
  itemId(): Promise<number>;
  /** Leaves the full screen, in which a window takes no other size. */
  resize(viewport: Viewport): Promise<void>;
  /** Types the code and waits for the waiting card. */
  pair(activationCode: string): Promise<void>;
  /** Mean colour of the middle of the screen. */
  colour(): Promise<number[]>;
  /** The pairing kept on the device. */
  pairing(): Promise<string | null>;
  /**
   * Closes the browser cleanly, so that its storage is on the disk; the next `openTv` with the same profile is a cold
   * start.
   */
  turnOff(): Promise<void>;
  /** Pulls the plug: nothing more reaches the disk. */
  cutPower(): Promise<void>;
}

export interface TvOptions {
  /** A directory that outlives the browser: for a TV that is turned off and on. */
  profile?: string;
  /** Sound is free unless a key or click is wanted first. */
  mustAskForSound?: boolean;
  /** Address at which the TV finds the server; the server's own address unless there is a bad link between them. */
  url?: string;
  viewport?: Viewport;
  timezoneId?: string;
}

/** Faults of the page fail the test. */
export async function openTv(t: TestContext, server: Server, options: TvOptions = {}): Promise<Tv> {
  const { profile, mustAskForSound = false, viewport = { width: 1280, height: 720 } } = options;
  const start = { mustAskForSound, viewport };
  const window = {
    viewport,
    baseURL: options.url ?? server.url,
    ...(options.timezoneId ? { timezoneId: options.timezoneId } : {}),
  };
  const context = profile
    ? await chromium.launchPersistentContext(profile, {
        ...window,
        executablePath: chromiumPath,
        args: tvArgs(start),
      })
    : await (await sharedBrowser(start)).newContext(window);
  // The loader of these tests leaves calls of it in the functions that they send to the page.
  await context.addInitScript({ content: 'window.__name = (value) => value;' });
  const faults: string[] = [];
  t.after(async () => {
    await context.close();
    assert.deepEqual(faults, []);
  });
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(arrivesWithinMs);
  page.on('pageerror', (error) => faults.push(`the page threw: ${error.stack}`));
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) faults.push(message.text());
  });
  const tv: Tv = {
    page,
    context,
    async until(selector, withinMs = arrivesWithinMs) {
      const since = performance.now();
      await page.waitForSelector(selector, { timeout: withinMs, state: 'attached' }).catch(async (error: Error) => {
        const body = await page.evaluate(() => (document.body.cloneNode() as HTMLElement).outerHTML).catch(String);
        throw new Error(`${error.message}\n${body}`, { cause: error });
      });
      return performance.now() - since;
    },
    state: () => page.evaluate(() => document.body.dataset.state),
    itemId: () => page.evaluate(() => Number(document.body.dataset.itemId)),
    async resize(viewport) {
      await page.evaluate(() => document.fullscreenElement && document.exitFullscreen());
      await page.setViewportSize(viewport);
    },
    async pair(activationCode) {
      await page.goto('/player');
      await page.getByLabel('Código de Ativação').fill(activationCode);
      await page.getByRole('button', { name: 'Ativar Player' }).click();
      await page.waitForURL('**/play');
      await page.getByText('Player Ativo').waitFor();
    },
    colour: async () => middleColour(await page.screenshot()),
    pairing: () => page.evaluate(() => localStorage.getItem('antessala_player')),
    turnOff: () => context.close(),
    async cutPower() {
      const closed = new Promise<void>((resolve) => context.once('close', () => resolve()));
      const pids = profile ? await processesOf(profile) : [];
      assert.ok(pids.length > 0, 'no browser is running');
      for (const pid of pids) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It went with its parent.
        }
      }
      await closed;
    },
  };
  return tv;
}

/** The browser of this profile, and the processes that it started. */
async function processesOf(profile: string): Promise<number[]> {
  return (await commandLines()).filter(({ line }) => line.includes(`--user-data-dir=${profile}`)).map(({ pid }) => pid);
}

/** The process that puts together what the browser of this profile shows. */
export async function drawingProcessOf(profile: string): Promise<number> {
  const all = await commandLines();
  const browser = all.find(({ line }) => line.includes(`--user-data-dir=${profile}`) && !line.includes('--type='))?.pid;
  // Started by way of a process that only starts others.
  const starters = all.filter(({ parent }) => parent === browser).map(({ pid }) => pid);
  const drawing = all.find(
    ({ line, parent }) => line.includes('--type=gpu-process') && (parent === browser || starters.includes(parent)),
  );
  assert.ok(drawing, 'no process draws');
  return drawing.pid;
}

/** Returns id, parent's id and command line of every process. */
async function commandLines(): Promise<{ pid: number; parent: number; line: string }[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return Promise.all(
    pids.map(async (name) => {
      const [line, stat] = await Promise.all(
        ['cmdline', 'stat'].map((file) => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '')),
      );
      // "PID (name) state PARENT ...": the name may have spaces.
      const parent = Number(stat?.slice(stat.lastIndexOf(')') + 1).split(' ')[2]);
      return { pid: Number(name), parent, line: line ?? '' };
    }),
  );
}

/** A browser profile that lasts as long as the test. */
export async function newProfile(t: TestContext): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), 'antessala-profile-'));
  t.after(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  return profile;
}

/** Mean colour of the middle of a picture, [red, green, blue]. */
export async function middleColour(image: Buffer): Promise<number[]> {
  const { width, height } = await sharp(image).metadata();
  return colourAt(image, {
    left: Math.round(width * 0.35),
    top: Math.round(height * 0.4),
    width: Math.round(width * 0.3),
    height: Math.round(height * 0.2),
  });
}

export const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Measures how long something takes (or the milliseconds that `run` returns), and repeats it while it took longer than
 * promised. On a busy machine one attempt may be late; a broken promise is late each time.
 */
export async function quickestOf(
  tries: number,
  promisedMs: number,
  run: () => Promise<number | void>,
): Promise<number> {
  let quickestMs = Infinity;
  for (let done = 0; done < tries && quickestMs >= promisedMs; done += 1) {
    const since = performance.now();
    const tookMs = await run();
    quickestMs = Math.min(quickestMs, tookMs ?? performance.now() - since);
  }
  return quickestMs;
}

/** Waits until the picture is still: one layer is visible, and nothing fades any more. */
export async function untilStill(tv: Tv): Promise<void> {
  const isStill = () => {
    const layers = document.querySelectorAll('.layer.is-visible, .layer.is-leaving');
    return layers.length === 1 && document.getAnimations().every((animation) => !(animation instanceof CSSTransition));
  };
  await tv.page.waitForFunction(isStill, undefined, { polling: 50 });
}

/**
 * From now on the page's time can be run by hand; till then it goes with the real one. Its frames stay the real ones:
 * playwright's clock puts timers in their place, and what waits for a frame to be painted would not wait for any.
 */
export async function installClock(
  { context, page }: Pick<Tv, 'context' | 'page'>,
  options?: { time: number },
): Promise<void> {
  const keep = () => {
    const { requestAnimationFrame, cancelAnimationFrame } = window;
    Object.assign(window, { realFrames: { requestAnimationFrame, cancelAnimationFrame } });
  };
  const giveBack = () => void Object.assign(window, (window as unknown as { realFrames: object }).realFrames);
  await context.addInitScript(keep);
  await page.evaluate(keep);
  await context.clock.install(options);
  await context.addInitScript(giveBack);
  await page.evaluate(giveBack);
}

/** A jump of the page's clock, behind a crossfade and not in the middle of it: that knows real time only. */
export async function jump(tv: Tv, seconds: number): Promise<void> {
  const before = await tv.page.evaluate(() => document.body.dataset.itemId);
  await tv.page.waitForFunction((before) => document.body.dataset.itemId !== before, before, { polling: 50 });
  await tv.page.waitForFunction(
    () => document.querySelectorAll('.layer.is-visible').length === 1 && !document.querySelector('.layer.is-leaving'),
    undefined,
    { polling: 50 },
  );
  await tv.page.clock.fastForward(seconds * 1000);
}
