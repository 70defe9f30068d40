/** Old Chromium engines, as TV boxes have them: fetched from the npm registry when first needed, driven by raw CDP. */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { connectWebSocket } from '../../../src/testing/ws.ts';
import { delay } from './tv.ts';

const run = promisify(execFile);

/** Each is a build for AWS Lambda inside an npm package: 30 to 40 MB, so they are no dependencies of every installation. */
const engines = {
  /** The oldest that the player promises; it has no H.264. */
  64: { version: '64.0.3264', integrity: 'sha512-3XpUhpg5Qlbq8V/Pk5gzfSqcq3wSlfT1N98yzDY8a+PrrROx9XUCntkg4W1ZmisqLsWhmRLZQrKtDjTRBttwig==' },
  /** The first with H.264. */
  79: { version: '2.0.2', integrity: 'sha512-Aqgq5F93eJARkO+O/wD+2bCCFOVQNfA329sdPNl8ib0gsRjS00bAgTc9f5Mvto7H7yDuBcy0V3xJQZwMvmILUg==' },
} as const;
export type EngineVersion = keyof typeof engines;

const cache = fileURLToPath(new URL('../../../node_modules/.cache/antessala-engines/', import.meta.url));

/** Directory with the unpacked engine. Rejects when the registry can't be reached, or sends something else. */
export async function fetchEngine(engine: EngineVersion): Promise<string> {
  const { version, integrity } = engines[engine];
  const directory = join(cache, String(engine));
  if (existsSync(join(directory, 'chromium'))) return directory;
  await mkdir(cache, { recursive: true });
  const work = await mkdtemp(join(cache, 'new-'));
  try {
    await run('npm', ['pack', `chrome-aws-lambda@${version}`, '--pack-destination', work], { cwd: work });
    const [archive = ''] = (await readdir(work)).filter((name) => name.endsWith('.tgz'));
    const bytes = await readFile(join(work, archive));
    const actual = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
    if (actual !== integrity) throw new Error(`${archive} is not the expected package: ${actual}`);
    await run('tar', ['xzf', archive], { cwd: work });
    const bin = join(work, 'package/bin');
    for (const name of await readdir(bin)) {
      const unpacked = brotliDecompressSync(await readFile(join(bin, name)));
      const file = join(bin, name.slice(0, -'.br'.length));
      await writeFile(file, unpacked);
      if (file.endsWith('.tar')) await run('tar', ['xf', file, '-C', bin]);
      await rm(join(bin, name));
    }
    await chmod(join(bin, 'chromium'), 0o755);
    await rename(bin, directory);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return directory;
}

export interface OldTv {
  goto(url: string): Promise<unknown>;
  /** Value of an expression in the page. */
  evaluate<Result>(expression: string): Promise<Result>;
  until(selector: string, withinMs?: number): Promise<void>;
  screenshot(): Promise<Buffer>;
  /** What the page threw so far. */
  faults: string[];
}

interface Reply {
  id?: number;
  method?: string;
  params?: { exceptionDetails?: unknown };
  result?: Record<string, unknown>;
  error?: { message: string };
}

/** Starts the engine headless on an empty profile. */
export async function openOldTv(t: TestContext, directory: string): Promise<OldTv> {
  const profile = await mkdtemp(join(tmpdir(), 'antessala-old-'));
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--single-process', '--no-zygote', '--disable-dev-shm-usage', '--disable-background-networking', '--mute-audio'];
  const place = ['--remote-debugging-port=0', `--user-data-dir=${profile}`, '--window-size=1280,720', '--host-resolver-rules=MAP tv.lan 127.0.0.1', 'about:blank'];
  const program = spawn(join(directory, 'chromium'), [...flags, ...place], {
    env: { ...process.env, LD_LIBRARY_PATH: join(directory, 'lib') },
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
  const waiting = new Map<number, (reply: Reply) => void>();
  let calls = 0;
  connection.onMessage((text) => {
    const reply = JSON.parse(text) as Reply;
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
    else if (reply.method === 'Runtime.exceptionThrown') faults.push(JSON.stringify(reply.params?.exceptionDetails));
  });
  const send = (method: string, params: object = {}) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      const id = (calls += 1);
      waiting.set(id, ({ error, result }) => (error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result ?? {})));
      connection.send(JSON.stringify({ id, method, params }));
    });
  await send('Runtime.enable');
  await send('Page.enable');

  const tv: OldTv = {
    faults,
    goto: (url) => send('Page.navigate', { url }),
    async evaluate(expression) {
      const { result } = await send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
      return (result as { value: never }).value;
    },
    async until(selector, withinMs = 20_000) {
      for (const end = performance.now() + withinMs; performance.now() < end; await delay(50)) {
        if (await tv.evaluate(`!!document.querySelector(${JSON.stringify(selector)})`).catch(() => false)) return;
      }
      throw new Error(`No ${selector} within ${withinMs} ms: ${await tv.evaluate('document.body.outerHTML.slice(0, 600)')} ${faults}`);
    },
    async screenshot() {
      const { data } = await send('Page.captureScreenshot');
      return Buffer.from(data as string, 'base64');
    },
  };
  return tv;
}

/** Address of the first page's debugger; it comes a moment after the port. */
async function findPage(port: number): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const pages = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as { type: string; webSocketDebuggerUrl: string }[];
    const found = pages.find(({ type }) => type === 'page');
    if (found) return found.webSocketDebuggerUrl;
    await delay(100);
  }
  throw new Error('The engine shows no page');
}
