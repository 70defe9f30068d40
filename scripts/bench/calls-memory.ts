/**
 * What 5,000 calls leave behind in the server and in a screen's page, which shows each of them with its chime (cards of
 * 20 ms, sounds from shortly before their end). Ends with 1 when either grew by 10 MB or more.
 * Usage: npm run build && node --import tsx scripts/bench/calls-memory.ts [CALLS]
 */
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../src/testing/ports.ts';
import { connectWebSocket } from '../../src/testing/ws.ts';
import { type BareTv, openBareTv } from '../../web/player/testing/engines.ts';
import { chromiumPath } from '../../web/testing/chromium.ts';
import { type BuiltServer, ownMb, startBuiltServer } from './support/built-server.ts';

const [calls = 5_000] = process.argv.slice(2).map(Number);
/** Before the first measurement: caches are full, code is compiled. */
const warmUp = Math.min(100, calls);
/** Called before the page has shown them. */
const ahead = 20;
const mayGrowMb = 10;
const seconds = 29;

/** Runs in the page: what a card and a sound wait for is short, and cards are counted. */
const hurry = `
  window.cards = 0;
  var slow = window.setTimeout;
  window.setTimeout = function (run, ms) {
    return slow.call(window, run, ms === ${seconds * 1000} ? 20 : ms === 350 ? 5 : ms);
  };
  document.addEventListener('playing', function (event) {
    var sound = event.target;
    if (sound.dataset.testid === 'call-sound' && sound.currentTime < 1) sound.currentTime = sound.duration - 0.05;
  }, true);
  document.addEventListener('DOMContentLoaded', function () {
    var last;
    new MutationObserver(function () {
      var card = document.querySelector('.call.is-visible');
      var id = card && card.dataset.callId;
      if (id && id !== last) { last = id; window.cards += 1; }
    }).observe(document.documentElement, { subtree: true, childList: true, attributes: true });
  });`;

async function openPage(t: TestContext, server: BuiltServer): Promise<BareTv> {
  const tv = await openBareTv(t, chromiumPath, ['--no-zygote', '--autoplay-policy=no-user-gesture-required']);
  await tv.send('Page.addScriptToEvaluateOnNewDocument', { source: hurry });
  await tv.send('Performance.enable');
  await tv.goto(`http://tv.lan:${server.port}/player?code=${await server.activationCode()}`);
  await tv.until('[data-testid=activation-code]');
  await tv.evaluate('document.querySelector("button[type=submit]").click()');
  await tv.until('body[data-state=waiting]');
  return tv;
}

/** The server's own heap after a collection, by its debugger. */
async function openDebugger(port: number) {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const socket = await connectWebSocket(target?.webSocketDebuggerUrl ?? '');
  let id = 0;
  const send = (method: string) =>
    new Promise<{ usedSize?: number }>((resolve) => {
      const mine = (id += 1);
      socket.onMessage((text) => {
        const reply = JSON.parse(text) as { id?: number; result: { usedSize?: number } };
        if (reply.id === mine) resolve(reply.result);
      });
      socket.send(JSON.stringify({ id: mine, method }));
    });
  return {
    async heapMb(): Promise<number> {
      for (let round = 0; round < 3; round += 1) await send('HeapProfiler.collectGarbage');
      return ((await send('Runtime.getHeapUsage')).usedSize ?? 0) / 2 ** 20;
    },
    close: () => socket.close(),
  };
}

async function pageFigures(tv: BareTv): Promise<{ heapMb: number; nodes: number }> {
  for (let round = 0; round < 3; round += 1) await tv.send('HeapProfiler.collectGarbage');
  const { metrics } = (await tv.send('Performance.getMetrics')) as unknown as {
    metrics: { name: string; value: number }[];
  };
  const metric = (name: string) => metrics.find((each) => each.name === name)?.value ?? 0;
  return { heapMb: metric('JSHeapUsedSize') / 2 ** 20, nodes: metric('Nodes') };
}

async function measure(t: TestContext, server: BuiltServer, debugPort: number): Promise<void> {
  const { person } = server;
  const { id: roomId } = await person.call('POST /api/call-rooms', { body: { name: 'Consultório 3' } });
  await person.call('PUT /api/call-settings', { body: { seconds } });
  const tv = await openPage(t, server);
  const inspector = await openDebugger(debugPort);
  // A program with a debugger does not end.
  t.after(inspector.close);
  const shown = () => tv.evaluate<number>('cards');
  let made = 0;
  async function callTo(total: number): Promise<void> {
    while (made < total) {
      for (let one = 0; one < ahead && made < total; one += 1) {
        made += 1;
        await person.call('POST /api/calls', { body: { label: `P${made}`, roomId } });
      }
      for (let tries = 0; (await shown()) < made - ahead; tries += 1) {
        if (tries > 600) throw new Error(`The page shows ${await shown()} of ${made}`);
        await pause(100);
      }
    }
    for (let tries = 0; (await shown()) < made; tries += 1) {
      if (tries > 600) throw new Error(`The page shows ${await shown()} of ${made}`);
      await pause(100);
    }
    await pause(3_000);
  }
  const figures = async () => ({
    heapMb: await inspector.heapMb(),
    ownMb: await ownMb(server.pid),
    page: await pageFigures(tv),
  });

  await callTo(warmUp);
  // The page keeps the last 60 words: they are there now, and to say 5,000 more would only take time.
  await person.call('PUT /api/call-settings', { body: { voice: false } });
  const before = await figures();
  const sayParts = 10;
  for (let part = 1; part < sayParts; part += 1) {
    await callTo(warmUp + Math.round((calls * part) / sayParts));
    console.log(
      `${made - warmUp} calls: page ${(await pageFigures(tv)).heapMb.toFixed(1)} MB, server ${(await inspector.heapMb()).toFixed(1)} MB`,
    );
  }
  await callTo(warmUp + calls);
  const after = await figures();
  if (tv.faults.length > 0) throw new Error(tv.faults.join('\n'));
  const line = (what: string, from: number, to: number) =>
    console.log(`${what.padEnd(34)} ${from.toFixed(1)} -> ${to.toFixed(1)} (${(to - from).toFixed(1)} more)`);
  console.log(`Node ${process.version}, ${calls} calls after ${warmUp}, all shown on one screen`);
  line('server, heap in use, MB', before.heapMb, after.heapMb);
  line('server, anonymous memory, MB', before.ownMb, after.ownMb);
  line('page, JSHeapUsedSize, MB', before.page.heapMb, after.page.heapMb);
  line('page, nodes', before.page.nodes, after.page.nodes);
  const grown = [after.heapMb - before.heapMb, after.page.heapMb - before.page.heapMb];
  if (grown.some((growth) => growth >= mayGrowMb)) process.exitCode = 1;
}

const cleanUps: (() => unknown)[] = [];
const debugPort = await freePort();
const server = await startBuiltServer('dist/server.cjs', [`--inspect=127.0.0.1:${debugPort}`]);
try {
  const t = { after: (cleanUp: () => unknown) => void cleanUps.push(cleanUp) } as unknown as TestContext;
  await measure(t, server, debugPort);
} finally {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  await server.stop();
}
