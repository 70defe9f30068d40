/**
 * A long run of one screen in a short time: 500 transitions of items that last a second, with edits of the playlist,
 * messages and notices in between. Ends with status 1 when the page's memory, or anything it should have let go, grew.
 * Usage: npm run build && node --import tsx scripts/bench/soak.ts [TRANSITIONS]
 */
import { readdir, readFile } from 'node:fs/promises';
import type { TestContext } from 'node:test';
import { type BareTv, openBareTv } from '../../web/player/testing/engines.ts';
import { chromiumPath } from '../../web/testing/chromium.ts';
import { delay, type Server, skip, startServer } from '../../web/player/testing/tv.ts';

/** Before the first measurement: caches are full, code is compiled. */
const warmUpTransitions = 50;
const editEvery = 20;
/** Memory is told so often on the way: a leak goes straight up, a cache levels off. */
const parts = 5;
/** An item that stays longer is a fault: the machine may be slow, not that slow. */
const stallMs = 20_000;

interface Figures {
  /** Live JavaScript objects of the page. */
  heapMb: number;
  /** Private memory of the renderer process. */
  rendererMb: number;
  elements: number;
  /** Nodes that exist in or out of the document. */
  nodes: number;
  listeners: number;
  documents: number;
  objectUrls: number;
  timers: number;
  sockets: number;
}

/** How much each figure may grow between the warm-up and the end. */
const mayGrow: Figures = {
  heapMb: 30,
  rendererMb: 30,
  elements: 10,
  nodes: 100,
  listeners: 40,
  documents: 0,
  objectUrls: 4,
  timers: 4,
  sockets: 0,
};

interface Counters {
  transitions: number;
  urls: Set<string>;
  timers: Set<number>;
  sockets: WebSocket[];
}
type Counted = Window & { soak: Counters };

/** Runs in the page before its script: counts what is opened and not let go again. */
function countInPage(): void {
  const soak: Counters = { transitions: 0, urls: new Set(), timers: new Set(), sockets: [] };
  (window as unknown as Counted).soak = soak;
  const { createObjectURL, revokeObjectURL } = URL;
  URL.createObjectURL = (source) => {
    const url = createObjectURL.call(URL, source);
    soak.urls.add(url);
    return url;
  };
  URL.revokeObjectURL = (url) => {
    soak.urls.delete(url);
    revokeObjectURL.call(URL, url);
  };
  const { setTimeout, clearTimeout, setInterval, clearInterval } = window;
  const start = (isOnce: boolean, run: TimerHandler, ms?: number, ...rest: unknown[]): number => {
    const id: number = (isOnce ? setTimeout : setInterval)(() => {
      if (isOnce) soak.timers.delete(id);
      if (typeof run === 'function') run(...rest);
    }, ms);
    soak.timers.add(id);
    return id;
  };
  const stop = (clear: (id?: number) => void, id?: number) => {
    if (id !== undefined) soak.timers.delete(id);
    clear.call(window, id);
  };
  Object.assign(window, {
    setTimeout: (run: TimerHandler, ms?: number, ...rest: unknown[]) => start(true, run, ms, ...rest),
    setInterval: (run: TimerHandler, ms?: number, ...rest: unknown[]) => start(false, run, ms, ...rest),
    clearTimeout: (id?: number) => stop(clearTimeout, id),
    clearInterval: (id?: number) => stop(clearInterval, id),
  });
  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      soak.sockets = soak.sockets.filter(({ readyState }) => readyState < Socket.CLOSING);
      soak.sockets.push(this);
    }
  };
  document.addEventListener('DOMContentLoaded', () => {
    let before: string | undefined;
    new MutationObserver(() => {
      const { itemId } = document.body.dataset;
      if (itemId === before) return;
      before = itemId;
      soak.transitions += 1;
    }).observe(document.body, { attributes: true, attributeFilter: ['data-item-id'] });
  });
}

async function figures(tv: BareTv, rendererId: number): Promise<Figures> {
  for (let round = 0; round < 3; round += 1) await tv.send('HeapProfiler.collectGarbage');
  await tv.send('Memory.simulatePressureNotification', { level: 'critical' });
  await delay(500);
  const { metrics } = (await tv.send('Performance.getMetrics')) as unknown as {
    metrics: { name: string; value: number }[];
  };
  const metric = (name: string) => metrics.find((each) => each.name === name)?.value ?? 0;
  const counted = await tv.evaluate<Pick<Figures, 'elements' | 'objectUrls' | 'timers' | 'sockets'>>(
    "({ elements: document.querySelectorAll('*').length, objectUrls: soak.urls.size, timers: soak.timers.size, sockets: soak.sockets.filter(({ readyState }) => readyState < 2).length })",
  );
  return {
    heapMb: metric('JSHeapUsedSize') / 2 ** 20,
    rendererMb: await privateMb(rendererId),
    elements: counted.elements,
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
    documents: metric('Documents'),
    objectUrls: counted.objectUrls,
    timers: counted.timers,
    sockets: counted.sockets,
  };
}

/** Anonymous memory of a process, MB; 0 where there is no /proc. */
async function privateMb(processId: number): Promise<number> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => '');
  return Number(/RssAnon:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}

/** The renderer that plays: of the browser's own processes the one with most processor time; 0 where there is no /proc. */
async function findRenderer(browserId: number): Promise<number> {
  const names = await readdir('/proc').catch(() => []);
  let found = { id: 0, ticks: -1 };
  for (const name of names.filter((each) => /^\d+$/.test(each))) {
    const stat = (await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')).replace(/^.*\) /, '').split(' ');
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    const ticks = Number(stat[11]) + Number(stat[12]);
    if (Number(stat[1]) === browserId && command.includes('--type=renderer') && ticks > found.ticks)
      found = { id: Number(name), ticks };
  }
  return found.id;
}

const transitionsOf = (tv: BareTv) => tv.evaluate<number>('soak.transitions');

/** Waits until so many transitions have passed; edits like a busy reception meanwhile. */
async function playTo(tv: BareTv, target: number, edit: (round: number) => Promise<void>): Promise<void> {
  let seen = await transitionsOf(tv);
  let seenAt = performance.now();
  let edits = 0;
  while (seen < target) {
    await delay(250);
    const now = await transitionsOf(tv);
    if (now > seen) seenAt = performance.now();
    if (performance.now() - seenAt > stallMs)
      throw new Error(
        `No transition for ${stallMs / 1000} s after ${seen}; state: ${await tv.evaluate('document.body.dataset.state')}`,
      );
    if (Math.floor(now / editEvery) > Math.floor(seen / editEvery)) await edit((edits += 1));
    seen = now;
  }
}

/** In turn: an item more, a message, a notice, and all of it gone again. */
function createEdits(server: Server, playlistId: number, extraId: number): (round: number) => Promise<void> {
  let messageId: number | undefined;
  let noticeId: number | undefined;
  const steps = [
    () => server.add(playlistId, extraId),
    async () => {
      const { id } = await server.owner.call('POST /api/breaking-news', {
        body: { title: 'Vacina', message: 'Hoje das 9h às 17h' },
      });
      messageId = id;
      await server.owner.call('POST /api/breaking-news/:id/playlists', {
        params: { id },
        body: { playlistIds: [playlistId] },
      });
    },
    async () => {
      const body = {
        title: 'Obras',
        message: 'Elevador parado',
        noticeType: 'global' as const,
        backgroundColor: '#1133aa',
        textColor: '#ffff00',
      };
      noticeId = (await server.app.admin.call('POST /api/admin/notices', { body })).id;
    },
    async () => {
      await server.remove(playlistId, extraId);
      if (messageId !== undefined)
        await server.owner.call('DELETE /api/breaking-news/:id', { params: { id: messageId } });
      if (noticeId !== undefined)
        await server.app.admin.call('DELETE /api/admin/notices/:id', { params: { id: noticeId } });
    },
  ];
  return async (round) => steps[(round - 1) % steps.length]?.();
}

/** The same moment of the programme each time, with no edit left over. */
async function settle(tv: BareTv, firstId: number): Promise<void> {
  await tv.until(`body:not([data-item-id="${firstId}"])`, stallMs);
  await tv.until(`body[data-item-id="${firstId}"]`, stallMs);
}

async function run(t: TestContext, transitions: number): Promise<boolean> {
  const server = await startServer(t);
  const first = await server.image('vermelho', '#c81e1e', 1);
  const items = [
    first,
    await server.video('azul', '#1e3cc8', 1),
    await server.image('verde', '#148250', 1),
    await server.video('roxo', '#6a1b9a', 2),
    await server.image('laranja', '#e65100', 1),
  ];
  const extra = await server.image('cinza', '#607d8b', 1);
  const playlistId = await server.playlist(items);
  const { activationCode, playerId } = await server.screen();
  const tv = await openBareTv(t, chromiumPath, ['--no-zygote', '--autoplay-policy=no-user-gesture-required']);
  // The transpiler marks the names of functions by a helper that the page lacks.
  await tv.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `window.__name = (named) => named; (${countInPage})()`,
  });
  await tv.send('Performance.enable');
  await tv.goto(`${server.url}/player?code=${activationCode}`);
  await tv.until('[data-testid=activation-code]');
  await tv.evaluate('document.querySelector("button[type=submit]").click()');
  await tv.until('body[data-state=waiting]');
  await server.send(playerId, playlistId);
  await tv.until('body[data-state=playing]');
  const edit = createEdits(server, playlistId, extra);
  const cycle = 4;
  for (let round = 1; round <= cycle; round += 1) await edit(round);

  await playTo(tv, warmUpTransitions, async () => undefined);
  await settle(tv, first);
  const rendererId = await findRenderer(tv.processId);
  const before = await figures(tv, rendererId);
  const startedAt = await transitionsOf(tv);
  const since = performance.now();
  let edits = 0;
  for (let part = 1; part <= parts; part += 1) {
    await playTo(tv, startedAt + (transitions * part) / parts, async () => edit((edits += 1)));
    if (part < parts)
      console.log(`${await transitionsOf(tv)} transitions: ${(await privateMb(rendererId)).toFixed(1)} MB`);
  }
  while (edits % cycle !== 0) await edit((edits += 1));
  await settle(tv, first);
  await settle(tv, first);
  const after = await figures(tv, rendererId);
  if (tv.faults.length > 0) throw new Error(tv.faults.join('\n'));
  const played = (await transitionsOf(tv)) - startedAt;

  console.log(`${played} transitions and ${edits} edits in ${((performance.now() - since) / 1000).toFixed(0)} s\n`);
  console.log('                  before     after    growth  may grow');
  let isGood = true;
  for (const name of Object.keys(mayGrow) as (keyof Figures)[]) {
    const growth = after[name] - before[name];
    const isFine = growth <= mayGrow[name];
    isGood &&= isFine;
    const numbers = [before[name], after[name], growth, mayGrow[name]]
      .map((value) => value.toFixed(name.endsWith('Mb') ? 1 : 0).padStart(10))
      .join('');
    console.log(`${name.padEnd(14)}${numbers}${isFine ? '' : '   TOO MUCH'}`);
  }
  return isGood;
}

if (skip) throw new Error(skip);
const cleanUps: (() => unknown)[] = [];
try {
  const isGood = await run(
    { after: (cleanUp: () => unknown) => void cleanUps.push(cleanUp) } as unknown as TestContext,
    Number(process.argv[2] ?? 500),
  );
  if (!isGood) process.exitCode = 1;
} finally {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
}
