/** Starts the real server, and opens TVs: Chromium with the built player, at a plain http address of a local network. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test as nodeTest, type TestContext } from 'node:test';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { startTestApp } from '../../../src/testing/app.ts';
import type { MyPlayer } from '../../../src/contract/players.ts';
import { cachedFile, colourAt, ffmpeg } from '../../../src/testing/media.ts';
import { builtWebDir } from '../../../src/platform/process/assets.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { chromiumArgs, chromiumPath } from '../../testing/chromium.ts';

const webDir = process.env.TEST_WEB_DIR ?? builtWebDir;
const skip = !existsSync(join(webDir, 'play.html'))
  ? 'npm run build first'
  : !existsSync(chromiumPath)
    ? 'Chromium is missing'
    : false;

/** Declares a test that needs the built player and Chromium. */
export const test = (name: string, run: (t: TestContext) => Promise<void>): void =>
  void nodeTest(name, { skip, timeout: 600_000 }, run);

/** Time limit for waits, long enough for a busy machine. */
export const arrivesWithinMs = 60_000;

/** Host name of the server. It is no secure context, unlike localhost: newer APIs are missing, as on a clinic's TV. */
const host = 'tv.lan';
interface Viewport {
  width: number;
  height: number;
}
/** Options for a small screen, because test machines render in software. */
export const smallViewport = { viewport: { width: 640, height: 360 } };

/** Start options of a TV's browser. */
interface Start {
  mustAskForSound: boolean;
  viewport: Viewport;
}

const tvArgs = ({ mustAskForSound, viewport: { width, height } }: Start) => [
  ...chromiumArgs,
  '--mute-audio',
  `--host-resolver-rules=MAP ${host} 127.0.0.1`,
  // A recording shows the whole window, and in full screen the window keeps the size that it had at the start.
  `--window-size=${width},${height}`,
  `--autoplay-policy=${mustAskForSound ? 'document-user-activation-required' : 'no-user-gesture-required'}`,
];
/** Browsers by their arguments. Tests of a file share them, because a start takes long; a TV with a profile starts its own. */
const browsers = new Map<string, Promise<Browser>>();
after(() => Promise.all([...browsers.values()].map(async (browser) => (await browser).close())));

function sharedBrowser(start: Start): Promise<Browser> {
  const args = tvArgs(start);
  const key = args.join(' ');
  const browser = browsers.get(key) ?? chromium.launch({ executablePath: chromiumPath, args });
  browsers.set(key, browser);
  return browser;
}

export type Server = Awaited<ReturnType<typeof startServer>>;

/** Starts a server. `speaks`: espeak-ng synthesizes the voice of calls. */
export async function startServer(t: TestContext, { clock = systemClock, speaks = false } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'antessala-tv-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const app = await startTestApp(t, { clock, webDir, dataDir, speaks });
  const port = new URL(app.url).port;
  const owner = await app.customer({ quotas: { maxPlaylists: 50, maxPlayers: 10 } });
  const connection = () => server.app.parts.database.connection;

  const server = {
    /** The running program; a new one after `start`. */
    app,
    owner,
    /** The server's address for the TV. */
    url: `http://${host}:${port}`,
    stop: (): Promise<void> => server.app.close(),
    /** Starts the program again with the same data and port. */
    async start(): Promise<void> {
      server.app = await startTestApp(t, { clock, webDir, dataDir, speaks, env: { PORT: port } });
      server.owner = await server.app.login(owner.user.email, owner.password);
    },
    /** Uploads a content; resolves to its id when it is processed. */
    async upload(
      bytes: Buffer | string,
      fileName: string,
      fields: { useAmbientBackground?: boolean } = {},
    ): Promise<number> {
      const { id } = await server.owner.upload(bytes, { fileName, name: fileName, ...fields });
      await eventually(`${fileName} is processed`, async () => {
        const found = (await server.owner.call('GET /api/videos')).find((video) => video.id === id);
        assert.notEqual(found?.processingStatus, 'failed', found?.processingError ?? '');
        return found?.processingStatus === 'completed';
      });
      return id;
    },
    /** Uploads an image. `seconds`: display time, which may be shorter than the studio permits. */
    async image(name: string, colour: string, seconds = 20): Promise<number> {
      const bytes = await sharp({ create: { width: 1280, height: 720, channels: 3, background: colour } })
        .jpeg()
        .toBuffer();
      const id = await server.upload(bytes, `${name}.jpg`);
      connection().prepare('UPDATE videos SET display_duration = ? WHERE id = ?').run(seconds, id);
      return id;
    },
    async video(name: string, colour: string, seconds: number): Promise<number> {
      const path = await cachedFile(`tv-soft-${colour.slice(1)}-${seconds}.mp4`, (draft) =>
        colouredVideo(draft, colour, seconds),
      );
      return server.upload(path, `${name}.mp4`);
    },
    /** Returns the main file of a content. */
    fileOf(videoId: number): { sha256: string; extension: string; path: string } {
      const file = connection()
        .prepare<[number], { sha256: string; extension: string }>(
          "SELECT sha256, extension FROM media_files JOIN video_files USING (sha256) WHERE video_id = ? AND kind = 'main'",
        )
        .get(videoId);
      assert.ok(file, `no file of ${videoId}`);
      return { ...file, path: server.app.parts.folder.mediaPath(file.sha256, file.extension) };
    },
    /** Replaces the bytes of a content, without the processing that would refuse or repair them. */
    async replace(videoId: number, bytes: Buffer): Promise<void> {
      const file = server.fileOf(videoId);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const path = server.app.parts.folder.mediaPath(sha256, file.extension);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, bytes);
      connection()
        .prepare(
          'INSERT INTO media_files (sha256, extension, content_type, size_bytes, created_at) SELECT ?, extension, content_type, ?, created_at FROM media_files WHERE sha256 = ?',
        )
        .run(sha256, bytes.length, file.sha256);
      connection()
        .prepare("UPDATE video_files SET sha256 = ? WHERE video_id = ? AND kind = 'main'")
        .run(sha256, videoId);
    },
    /** Pads a content to a size with data that readers of its format skip. */
    async pad(videoId: number, bytes: number): Promise<void> {
      const content = await readFile(server.fileOf(videoId).path);
      const filling = randomBytes(bytes - content.length);
      filling.writeUInt32BE(filling.length);
      filling.write('free', 4);
      await server.replace(videoId, Buffer.concat([content, filling]));
    },
    async playlist(videoIds: number[]): Promise<number> {
      const { id } = await server.owner.call('POST /api/playlists', {
        body: { name: `Lista ${Date.now()}`, isRandom: false },
      });
      for (const videoId of videoIds) await server.add(id, videoId);
      return id;
    },
    async add(playlistId: number, videoId: number): Promise<void> {
      await server.owner.call('POST /api/videos/:videoId/assignments', { params: { videoId }, body: { playlistId } });
    },
    async remove(playlistId: number, videoId: number): Promise<void> {
      const params = { videoId, playlistId };
      await server.owner.call('DELETE /api/videos/:videoId/assignments/:playlistId', { params });
    },
    /** Creates a screen of the owner. */
    async screen(): Promise<{ playerId: number; activationCode: string }> {
      const [screen] = await server.app.admin.call('POST /api/admin/users/:userId/players/batch', {
        params: { userId: server.owner.user.id },
        body: { quantity: 1 },
      });
      assert.ok(screen);
      return { playerId: screen.id, activationCode: screen.activationCode };
    },
    /** Assigns a playlist to a screen. */
    async send(playerId: number, playlistId: number): Promise<void> {
      await server.owner.call('POST /api/my-players/:id/assign-playlist', {
        params: { id: playerId },
        body: { playlistId },
      });
    },
    /** Pairs the TV with a new screen, and assigns a new playlist of these contents to the screen. */
    async sendTo(
      tv: { pair(activationCode: string): Promise<void> },
      videoIds: number[],
    ): Promise<{ playerId: number; playlistId: number }> {
      const { activationCode, playerId } = await server.screen();
      await tv.pair(activationCode);
      const playlistId = await server.playlist(videoIds);
      await server.send(playerId, playlistId);
      return { playerId, playlistId };
    },
    async setStatus(playerId: number, status: 'active' | 'paused' | 'blocked'): Promise<void> {
      await server.app.admin.call('PATCH /api/admin/players/:id', { params: { id: playerId }, body: { status } });
    },
    /** Returns the screen's last report. */
    state: async (playerId: number): Promise<MyPlayer['state'] | undefined> =>
      (await server.owner.call('GET /api/my-players')).find(({ id }) => id === playerId)?.state,
    /** Waits until the screen reports an error, and returns the error. */
    async untilError(playerId: number): Promise<string> {
      let lastError: string | null | undefined;
      await eventually('an error is reported', async () => (lastError = (await server.state(playerId))?.lastError));
      return lastError ?? '';
    },
    /** Shows 'Vacina: Hoje das 9h às 17h' in the ticker of a playlist. */
    async addTicker(playlistId: number): Promise<void> {
      const { id } = await server.owner.call('POST /api/breaking-news', { body: tickerMessage });
      const params = { id };
      await server.owner.call('POST /api/breaking-news/:id/playlists', { params, body: { playlistIds: [playlistId] } });
    },
    /** Shows a notice 'Obras' on all screens, yellow on blue. */
    async addNotice(): Promise<void> {
      const texts = { title: 'Obras', message: 'Elevador parado', noticeType: 'global' as const };
      const colours = { backgroundColor: '#1133aa', textColor: '#ffff00' };
      await server.app.admin.call('POST /api/admin/notices', { body: { ...texts, ...colours } });
    },
  };
  return server;
}

export const tickerMessage = { title: 'Vacina', message: 'Hoje das 9h às 17h' };

/**
 * Creates a video of one colour that needs no conversion. Its tone is so soft that the player does not lower the volume
 * (contract/README 10.6). The video is small and has ten frames a second, to spare the processor.
 */
async function colouredVideo(path: string, colour: string, seconds: number): Promise<void> {
  const picture = `color=c=${colour.replace('#', '0x')}:size=320x180:rate=10:duration=${seconds}`;
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', `sine=duration=${seconds},volume=-6dB`];
  const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '10', '-profile:v', 'high', '-pix_fmt', 'yuv420p'];
  await ffmpeg(...inputs, ...h264, '-c:a', 'aac', path);
}

export type Tv = Awaited<ReturnType<typeof openTv>>;

export interface TvOptions {
  /** Directory of the browser's profile, for a TV that is turned off and on. */
  profile?: string;
  /** True if the browser permits sound only after a key or click. */
  mustAskForSound?: boolean;
  /** Address that the TV opens instead of the server's own address, such as that of a simulated network. */
  url?: string;
  viewport?: Viewport;
  timezoneId?: string;
  /** Runs before the first page is opened. */
  prepare?(tv: { context: BrowserContext; page: Page }): Promise<unknown>;
}

/** Opens a TV. Errors of its page fail the test. */
export async function openTv(t: TestContext, server: { url: string }, options: TvOptions = {}) {
  const { profile, mustAskForSound = false, viewport = { width: 1280, height: 720 }, timezoneId } = options;
  const start = { mustAskForSound, viewport };
  const window = { viewport, baseURL: options.url ?? server.url, ...(timezoneId ? { timezoneId } : {}) };
  const context = profile
    ? await chromium.launchPersistentContext(profile, {
        ...window,
        executablePath: chromiumPath,
        args: tvArgs(start),
      })
    : await (await sharedBrowser(start)).newContext(window);
  // tsx adds calls of this function to code that runs in the page.
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
  await options.prepare?.({ context, page });

  /** Waits until an element of the page matches the selector, and returns the milliseconds it took. */
  async function untilState(selector: string, withinMs = arrivesWithinMs): Promise<number> {
    const since = performance.now();
    await page.waitForSelector(selector, { timeout: withinMs, state: 'attached' }).catch(async (error: Error) => {
      const body = await page.evaluate(() => (document.body.cloneNode() as HTMLElement).outerHTML).catch(String);
      throw new Error(`${error.message}\n${body}`, { cause: error });
    });
    return performance.now() - since;
  }
  /** Returns the mean colour of the middle of the screen. */
  const colour = async () => middleColour(await page.screenshot());
  /** Waits until the condition is true in the page. */
  async function untilTrue<Arg>(isTrue: (arg: Arg) => unknown, arg?: Arg): Promise<void> {
    await page.waitForFunction(isTrue as never, arg, { polling: 50 });
  }
  return {
    /** Errors of the page so far. */
    faults,
    page,
    context,
    until: untilState,
    untilTrue,
    untilItem: (id: number, withinMs?: number) => untilState(`body[data-item-id="${id}"]`, withinMs),
    untilPlaying: () => untilState('body[data-state="playing"]'),
    /** Waits until one layer is visible, and no fade is running. */
    untilNoFade: () =>
      untilTrue(
        () =>
          document.querySelectorAll('.layer.is-visible, .layer.is-leaving').length === 1 &&
          document.getAnimations().every((animation) => !(animation instanceof CSSTransition)),
      ),
    /** Waits for the next item and the end of its crossfade, which uses real time; then advances the page's clock. */
    async jump(seconds: number) {
      const previousId = await page.evaluate(() => document.body.dataset.itemId);
      await untilTrue((previousId) => document.body.dataset.itemId !== previousId, previousId);
      await untilTrue(
        () =>
          document.querySelectorAll('.layer.is-visible').length === 1 && !document.querySelector('.layer.is-leaving'),
      );
      await page.clock.fastForward(seconds * 1000);
    },
    /** Waits until any video has played past this second. */
    untilVideoAt: (seconds: number) =>
      untilTrue(
        (seconds) => [...document.querySelectorAll('video')].some(({ currentTime }) => currentTime > seconds),
        seconds,
      ),
    state: () => page.evaluate(() => document.body.dataset.state),
    itemId: () => page.evaluate(() => Number(document.body.dataset.itemId)),
    /** Leaves full screen, in which a window can't be resized, resizes the window, and waits until the page is laid out for it. */
    async resize(viewport: Viewport) {
      await page.evaluate(() => document.fullscreenElement && document.exitFullscreen());
      await page.setViewportSize(viewport);
      // In each frame the browser sends `resize` before it calls the frame's callbacks.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    },
    /** Types the code, and waits for the card of a screen without a playlist. */
    async pair(activationCode: string) {
      await page.goto('/player');
      await page.getByLabel('Código de Ativação').fill(activationCode);
      await page.getByRole('button', { name: 'Ativar Player' }).click();
      await page.waitForURL('**/play');
      await page.getByText('Player Ativo').waitFor();
    },
    /** Opens /play without waiting for the document. */
    restart: () => page.goto('/play', { waitUntil: 'commit' }),
    colour,
    untilColour: (expected: number[]) => untilNear('the picture', colour, expected),
    /** Returns the pairing stored on the device. */
    pairing: () => page.evaluate(() => localStorage.getItem('antessala_player')),
    /** Closes the browser, so that its storage is on the disk; the next `openTv` with the profile is a cold start. */
    turnOff: () => context.close(),
    /** Kills the browser like a power cut: nothing more is written to the disk. */
    async cutPower() {
      const closed = new Promise<void>((resolve) => context.once('close', () => resolve()));
      const pids = profile ? await processesOf(profile) : [];
      assert.ok(pids.length > 0, 'no browser is running');
      for (const pid of pids) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // The process has already ended with its parent.
        }
      }
      await closed;
    },
  };
}

/** Opens a TV, pairs it with a new screen, and waits until it plays these contents. */
export async function openPlaying(t: TestContext, server: Server, videoIds: number[], options?: TvOptions) {
  const tv = await openTv(t, server, options);
  const sent = await server.sendTo(tv, videoIds);
  await tv.untilPlaying();
  return { tv, page: tv.page, ...sent };
}

/** Returns the ids of the processes of this profile's browser. */
async function processesOf(profile: string): Promise<number[]> {
  const all = await listProcesses();
  return all.filter(({ line }) => line.includes(`--user-data-dir=${profile}`)).map(({ pid }) => pid);
}

/** Returns the id of the process that draws the picture of this profile's browser. */
export async function drawingProcessOf(profile: string): Promise<number> {
  const all = await listProcesses();
  const browser = all.find(({ line }) => line.includes(`--user-data-dir=${profile}`) && !line.includes('--type='))?.pid;
  // The browser starts the drawing process itself, or through one of its child processes.
  const children = all.filter(({ parent }) => parent === browser).map(({ pid }) => pid);
  const drawing = all.find(
    ({ line, parent }) => line.includes('--type=gpu-process') && (parent === browser || children.includes(parent)),
  );
  assert.ok(drawing, 'no process draws');
  return drawing.pid;
}

/** Returns id, parent's id and command line of every process. */
async function listProcesses(): Promise<{ pid: number; parent: number; line: string }[]> {
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

/** Creates a browser profile that is deleted after the test. */
export async function newProfile(t: TestContext): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), 'antessala-profile-'));
  t.after(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  return profile;
}

/** Returns the mean colour of the middle of a picture, [red, green, blue]. */
export async function middleColour(image: Buffer): Promise<number[]> {
  const { width, height } = await sharp(image).metadata();
  return colourAt(image, {
    left: Math.round(width * 0.35),
    top: Math.round(height * 0.4),
    width: Math.round(width * 0.3),
    height: Math.round(height * 0.2),
  });
}

/** True if each channel differs less than `tolerance` from the expected one. */
export const isNear = (colour: number[], expected: number[], tolerance = 40): boolean =>
  colour.every((value, index) => Math.abs(value - (expected[index] ?? 0)) < tolerance);

/** Waits until the condition is true, checking ten times a second; fails with `what` after two minutes. */
export async function eventually(what: string | (() => string), isTrue: () => unknown): Promise<void> {
  for (const deadline = performance.now() + 120_000; !(await isTrue()); await delay(100))
    assert.ok(performance.now() < deadline, `never: ${typeof what === 'string' ? what : what()}`);
}

/** Waits until a colour is near another one; fails with the last colour. */
export async function untilNear(
  what: string,
  readColour: () => Promise<number[]>,
  expected: number[],
  tolerance?: number,
): Promise<void> {
  let seen: number[] = [];
  const found = () => `${what} is ${expected.join()}, but ${seen.join()}`;
  await eventually(found, async () => isNear((seen = await readColour()), expected, tolerance));
}

export const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Returns the milliseconds of the quickest attempt: the duration of `run`, or the number that `run` returns. Repeats `run` up to
 * `tries` times until it takes less than `promisedMs`: on a busy machine one attempt may be late, but a defect is late each time.
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

/**
 * Lets the test advance the page's time. Animation frames remain real, because playwright's clock would replace them by
 * timers, and code that waits for a painted frame would not wait.
 */
export async function installClock(
  { context, page }: Pick<Tv, 'context' | 'page'>,
  options?: { time: number },
): Promise<void> {
  const saveFrames = () => {
    const { requestAnimationFrame, cancelAnimationFrame } = window;
    Object.assign(window, { realFrames: { requestAnimationFrame, cancelAnimationFrame } });
  };
  const restoreFrames = () => void Object.assign(window, (window as unknown as { realFrames: object }).realFrames);
  await context.addInitScript(saveFrames);
  await page.evaluate(saveFrames);
  await context.clock.install(options);
  await context.addInitScript(restoreFrames);
  await page.evaluate(restoreFrames);
}

/** Returns a `prepare` function (TvOptions) that installs the clock, and a script that runs first in each page. */
export const withClock = (script: () => void) => async (tv: Pick<Tv, 'context' | 'page'>) => {
  await installClock(tv);
  await tv.page.addInitScript(script);
};
