/** Installs old Chromium engines, as TV boxes have them, and controls them over CDP. */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { connectWebSocket } from '../../../src/testing/ws.ts';
import { delay, middleColour, type Server } from './tv.ts';

const run = promisify(execFile);

/**
 * The engines are builds for AWS Lambda in npm packages (`chrome-aws-lambda`) of 30 to 43 MB. They have a manifest of
 * their own (`engines/package.json`), because building the program does not need them.
 */
const manifest = fileURLToPath(new URL('engines/', import.meta.url));
const cache = fileURLToPath(new URL('../../../node_modules/.cache/antessala-engines/', import.meta.url));

/** Chromium 64 is the oldest engine tested. */
export const engineVersions = [64, 69, 79, 83] as const;
export type EngineVersion = (typeof engineVersions)[number];
/** True if the build has this codec, which Chrome and TV boxes always have. */
export const hasH264 = (engine: EngineVersion): boolean => engine >= 79;

/** Installs and unpacks the engines, once per lock file; returns their directories. Rejects with npm's output. */
export async function installEngines(): Promise<Record<EngineVersion, string>> {
  const lock = createHash('sha256')
    .update(await readFile(join(manifest, 'package-lock.json')))
    .digest('hex');
  const directory = join(cache, lock.slice(0, 16));
  if (!existsSync(directory)) {
    await mkdir(cache, { recursive: true });
    const work = await mkdtemp(join(cache, 'new-'));
    try {
      await cp(manifest, work, { recursive: true });
      await run('npm', ['ci'], { cwd: work });
      for (const engine of engineVersions)
        await unpack(join(work, `node_modules/chromium-${engine}/bin`), join(work, String(engine)));
      await rm(join(work, 'node_modules'), { recursive: true });
      // Another test run may have been faster.
      await rename(work, directory).catch((error: Error) => {
        if (!existsSync(directory)) throw error;
      });
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  }
  return Object.fromEntries(engineVersions.map((engine) => [engine, join(directory, String(engine))])) as Record<
    EngineVersion,
    string
  >;
}

/** Unpacks the program and its libraries, which the packages contain compressed with brotli. */
async function unpack(from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const name of await readdir(from)) {
    const unpacked = brotliDecompressSync(await readFile(join(from, name)));
    if (name.endsWith('.tar.br')) {
      const archive = join(to, 'libraries.tar');
      await writeFile(archive, unpacked);
      await run('tar', ['xf', archive, '-C', to]);
      await rm(archive);
    } else await writeFile(join(to, 'chromium'), unpacked, { mode: 0o755 });
  }
}

/** A browser that is controlled over CDP without playwright. */
export type CdpTv = Awaited<ReturnType<typeof openCdpTv>>;

/** A response, or without `id` an event. */
interface CdpMessage {
  id?: number;
  method?: string;
  params?: { exceptionDetails?: unknown };
  result?: Record<string, unknown>;
  error?: { message: string };
}

/** Starts an old engine with several processes: in a single process, Chromium 79 draws no video. */
export function openOldTv(t: TestContext, directory: string): Promise<CdpTv> {
  return openCdpTv(t, join(directory, 'chromium'), ['--no-zygote'], {
    LD_LIBRARY_PATH: join(directory, 'lib'),
  });
}

/** Pairs the TV with its code, and assigns its screen a playlist of these contents; returns the screen's id. */
export async function playOnOldTv(tv: CdpTv, server: Server, videoIds: number[]): Promise<number> {
  const { activationCode, playerId } = await server.screen();
  await tv.goto(`${server.url}/player?code=${activationCode}`);
  await tv.until('[data-testid=activation-code]');
  await tv.evaluate('document.querySelector("button[type=submit]").click()');
  await tv.until('body[data-state=waiting]');
  await server.send(playerId, await server.playlist(videoIds));
  await tv.until('body[data-state=playing]');
  return playerId;
}

/** Starts a headless Chromium with an empty profile. */
export async function openCdpTv(t: TestContext, executable: string, extraFlags: string[], env: NodeJS.ProcessEnv = {}) {
  const profile = await mkdtemp(join(tmpdir(), 'antessala-old-'));
  const flags = [
    ...extraFlags,
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--disable-background-networking',
    '--mute-audio',
  ];
  const startArgs = [
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    '--window-size=1280,720',
    '--host-resolver-rules=MAP tv.lan 127.0.0.1',
    'about:blank',
  ];
  const program = spawn(executable, [...flags, ...startArgs], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    let log = '';
    program.stderr.on('data', (text) => {
      log += text;
      const found = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(log);
      if (found) resolve(Number(found[1]));
    });
    program.once('exit', () => reject(new Error(`The engine does not start:\n${log}`)));
  });
  const connection = await connectWebSocket(await findPage(port));
  t.after(async () => {
    connection.close();
    program.removeAllListeners('exit');
    program.kill('SIGKILL');
    await delay(200);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });

  const faults: string[] = [];
  const waiting = new Map<number, (reply: CdpMessage) => void>();
  let lastId = 0;
  connection.onMessage((text) => {
    const message = JSON.parse(text) as CdpMessage;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    else if (message.method === 'Runtime.exceptionThrown')
      faults.push(JSON.stringify(message.params?.exceptionDetails));
  });
  const send = (method: string, params: object = {}) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      const id = (lastId += 1);
      waiting.set(id, ({ error, result }) =>
        error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result ?? {}),
      );
      connection.send(JSON.stringify({ id, method, params }));
    });
  await send('Runtime.enable');
  await send('Page.enable');

  async function evaluate<Result>(expression: string): Promise<Result> {
    const { result } = await send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
    return (result as { value: never }).value;
  }
  return {
    /** Returns the errors of the page so far. */
    faults,
    send,
    /** Returns the value of an expression in the page. */
    evaluate,
    goto: (url: string) => send('Page.navigate', { url }),
    async until(selector: string, withinMs = 60_000): Promise<void> {
      for (const end = performance.now() + withinMs; performance.now() < end; await delay(50)) {
        if (await evaluate(`!!document.querySelector(${JSON.stringify(selector)})`).catch(() => false)) return;
      }
      throw new Error(
        `No ${selector} within ${withinMs} ms: ${await evaluate('document.body.outerHTML.slice(0, 600)')} ${faults}`,
      );
    },
    /** Returns the mean colour of the middle of the screen. */
    async colour(): Promise<number[]> {
      const { data } = await send('Page.captureScreenshot');
      return middleColour(Buffer.from(data as string, 'base64'));
    },
  };
}

/** Returns the address of the first page's debugger. Waits for the page, which opens after the port. */
async function findPage(port: number): Promise<string> {
  for (let tries = 0; tries < 600; tries += 1) {
    const pages = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
      type: string;
      webSocketDebuggerUrl: string;
    }[];
    const found = pages.find(({ type }) => type === 'page');
    if (found) return found.webSocketDebuggerUrl;
    await delay(100);
  }
  throw new Error('The engine shows no page');
}
