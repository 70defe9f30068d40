/** Simulates a TV of the soak test: Chromium behind a network link of its own, watched every two seconds. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { openLink } from '../../web/player/testing/link.ts';
import { middleColour, openTv, smallViewport, type Tv } from '../../web/player/testing/tv.ts';
import { recordCalls } from '../bench/support/call-screen.ts';
import { pause } from '../support/quick.ts';

const sampleMs = 2_000;
const pictureEverySamples = 15;
/** Time in ms after a start in which a TV may still have no picture. */
const startWithoutPictureMs = 30_000;
/** A picture whose colour channels are all below this counts as black: the contents of the soak are bright. */
const darkLimit = 24;

/** Script for the page: lets `setClockError(ms)` move the device's clock, also after a reload. */
const movableClock = `(function () {
  var Real = Date;
  var error = Number(localStorage.getItem('clock-error')) || 0;
  var Moved = function (value) {
    if (!(this instanceof Moved)) return new Real(Real.now() + error).toString();
    var made = arguments.length === 0 ? new Real(Real.now() + error) : new (Function.prototype.bind.apply(Real, [null].concat([].slice.call(arguments))))();
    Object.setPrototypeOf(made, Moved.prototype);
    return made;
  };
  Moved.prototype = Object.create(Real.prototype, { constructor: { value: Moved } });
  Moved.now = function () { return Real.now() + error; };
  Moved.parse = Real.parse;
  Moved.UTC = Real.UTC;
  window.Date = Moved;
  window.setClockError = function (ms) { error = ms; localStorage.setItem('clock-error', ms); };
})();`;

interface Sample {
  isDrawn: boolean;
  shown: number[];
}

/** Runs in the page: returns whether a picture or film is drawn, and the calls shown since the page was loaded. */
const takeSample = (): Sample => {
  const layer = document.querySelector('.layer.is-visible');
  const media = [...(layer?.querySelectorAll<HTMLImageElement | HTMLVideoElement>('img, video') ?? [])];
  const isDrawn = media.some((each) =>
    each instanceof HTMLVideoElement ? each.readyState >= 2 : each.complete && each.naturalWidth > 0,
  );
  return { isDrawn, shown: (window as unknown as { shown: number[] }).shown };
};

/** Returns the size of the page's objects in KB after a garbage collection. */
async function heapOf({ page, context }: Tv): Promise<number> {
  const session = await context.newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return Math.round(usedSize / 1024);
}

export type SoakTv = Awaited<ReturnType<typeof startSoakTv>>;

/** Opens a TV and pairs it. Dark pictures are saved in `out`. */
export async function startSoakTv(
  t: TestContext,
  { port, code, name, out }: { port: number; code: string; name: string; out: string },
) {
  const link = await openLink(t, `http://tv.lan:${port}`);
  const profile = mkdtempSync(join(tmpdir(), 'antessala-soak-tv-'));
  t.after(() => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));
  const open = (): Promise<Tv> =>
    openTv(t, link, {
      ...smallViewport,
      profile,
      prepare: async ({ context }) => {
        await context.addInitScript({ content: movableClock });
        await context.addInitScript({ content: recordCalls });
      },
    });

  /** Times in ms at which each call was seen on the screen, by the call's id. */
  const shown = new Map<number, number[]>();
  /** Times in ms between which the TV's link was cut or its power was off. */
  const disturbances: [from: number, to: number][] = [];
  /** Sizes of the page's objects, every half a minute. */
  const heapKb: number[] = [];
  const figures = {
    samples: 0,
    undrawn: 0,
    longestUndrawnMs: 0,
    darkPictures: 0,
    cuts: 0,
    powerCuts: 0,
    clockJumps: 0,
  };
  let tv = await open();
  await tv.pair(code);
  let isWatched = true;
  let isOff = false;
  let pictureExpectedFrom = performance.now() + startWithoutPictureMs;
  let undrawnSince: number | undefined;
  /** Number of the page's calls whose times are already in `shown`. */
  let countedCalls = 0;

  async function watch(): Promise<void> {
    const sample = await tv.page.evaluate(takeSample);
    if (sample.shown.length < countedCalls) countedCalls = 0;
    for (const id of sample.shown.slice(countedCalls)) shown.set(id, [...(shown.get(id) ?? []), performance.now()]);
    countedCalls = sample.shown.length;
    if (performance.now() < pictureExpectedFrom) return;
    figures.samples += 1;
    if (sample.isDrawn) undrawnSince = undefined;
    else {
      figures.undrawn += 1;
      undrawnSince ??= performance.now();
      figures.longestUndrawnMs = Math.max(figures.longestUndrawnMs, performance.now() - undrawnSince);
    }
    if (figures.samples % pictureEverySamples !== 0) return;
    heapKb.push(await heapOf(tv));
    const picture = await tv.page.screenshot();
    if ((await middleColour(picture)).some((channel) => channel >= darkLimit)) return;
    figures.darkPictures += 1;
    writeFileSync(join(out, `${name}-${figures.darkPictures}.png`), picture);
  }
  const watching = (async () => {
    for (; isWatched; await pause(sampleMs)) if (!isOff) await watch().catch(() => undefined);
  })();

  return {
    name,
    shown,
    figures,
    heapKb,
    /** True if neither link nor power failed between the two times. */
    wasUndisturbed: (from: number, to: number): boolean =>
      disturbances.every(([begin, end]) => end < from || begin > to),
    faults: () => tv.faults.length,
    async cutLink(ms: number): Promise<void> {
      figures.cuts += 1;
      const from = performance.now();
      link.set({ type: figures.cuts % 2 === 0 ? 'silent' : 'down' });
      await pause(ms);
      link.set({ type: 'good' });
      disturbances.push([from, performance.now()]);
    },
    /** Kills the browser as a power cut would, and turns it on again. */
    async cutPower(): Promise<void> {
      figures.powerCuts += 1;
      const from = performance.now();
      isOff = true;
      await watch().catch(() => undefined);
      await tv.cutPower();
      await pause(3_000);
      tv = await open();
      await tv.restart();
      pictureExpectedFrom = performance.now() + startWithoutPictureMs;
      [countedCalls, undrawnSince, isOff] = [0, undefined, false];
      disturbances.push([from, performance.now()]);
    },
    async moveClock(errorMs: number): Promise<void> {
      figures.clockJumps += 1;
      await tv.page.evaluate(
        (ms) => (window as unknown as { setClockError(ms: number): void }).setClockError(ms),
        errorMs,
      );
    },
    async stop(): Promise<void> {
      isWatched = false;
      await watching;
    },
  };
}
