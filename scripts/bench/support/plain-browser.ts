/**
 * Controls Chromium without `Runtime.enable` of the DevTools Protocol (CDP), which Playwright sends to every page. It makes every
 * `new Error` slow: with 4x CPU throttling, three errors delayed the page Minhas Telas by 0.1 s.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { chromiumArgs, chromiumPath } from '../../../web/testing/chromium.ts';

/** Calls a method of the Chrome DevTools Protocol; rejects with Chromium's error message. */
type Send = <Result = unknown>(method: string, params?: object) => Promise<Result>;

export interface PlainWindow {
  send: Send;
  /** Returns the value of an expression, which must be serializable as JSON. */
  evaluate<Value>(expression: string): Promise<Value>;
  close(): Promise<void>;
}

export interface PlainBrowser {
  /** Opens a window that shares neither cookies nor cache with other windows. */
  open(size: { width: number; height: number }): Promise<PlainWindow>;
  close(): Promise<void>;
}

export async function launchPlainBrowser(): Promise<PlainBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'antessala-bench-browser-'));
  const args = [...chromiumArgs, '--headless', '--remote-debugging-pipe', `--user-data-dir=${profile}`, 'about:blank'];
  const child = spawn(chromiumPath, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const send = connect(child);
  return {
    async open(size) {
      const { browserContextId } = await send<{ browserContextId: string }>('Target.createBrowserContext');
      const target = { url: 'about:blank', browserContextId, ...size };
      const { targetId } = await send<{ targetId: string }>('Target.createTarget', target);
      const attach = { targetId, flatten: true };
      const { sessionId } = await send<{ sessionId: string }>('Target.attachToTarget', attach);
      const sendHere: Send = (method, params) => send(method, params, sessionId);
      return {
        send: sendHere,
        async evaluate<Value>(expression: string) {
          const { result } = await sendHere<{ result: { value: Value } }>('Runtime.evaluate', {
            expression,
            returnByValue: true,
          });
          return result.value;
        },
        close: async () => void (await send('Target.disposeBrowserContext', { browserContextId })),
      };
    },
    async close() {
      await send('Browser.close').catch(() => undefined);
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Returns a function that sends CDP commands through Chromium's pipes: JSON messages, each terminated by a zero byte. */
function connect(child: ChildProcess) {
  const toChromium = child.stdio[3] as Writable;
  const fromChromium = child.stdio[4] as Readable;
  const pending = new Map<number, { resolve(result: never): void; reject(error: Error): void }>();
  let rest = '';
  let lastId = 0;
  fromChromium.setEncoding('utf8');
  fromChromium.on('data', (text: string) => {
    const messages = (rest + text).split('\0');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      const { id, result, error } = JSON.parse(message) as { id?: number; result: never; error?: { message: string } };
      const command = pending.get(id ?? 0);
      if (!command) continue;
      pending.delete(id ?? 0);
      if (error) command.reject(new Error(error.message));
      else command.resolve(result);
    }
  });
  child.once('exit', () => {
    for (const { reject } of pending.values()) reject(new Error('Chromium has ended'));
  });
  return <Result = unknown>(method: string, params: object = {}, sessionId?: string): Promise<Result> => {
    lastId += 1;
    const id = lastId;
    toChromium.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => pending.set(id, { resolve, reject }));
  };
}
