/** Opens a screen in a real Chromium that records the calls it shows, and simulates further screens. */
import type { TestContext } from 'node:test';
import type { Client } from '../../../src/testing/client.ts';
import {
  type CdpTv,
  type EngineVersion,
  installEngines,
  openCdpTv,
  openOldTv,
} from '../../../web/player/testing/engines.ts';
import { chromiumPath } from '../../../web/testing/chromium.ts';
import { pause } from '../../support/quick.ts';

/** Selector of the announced call, on the card or in the panel. */
const announced = ':-webkit-any(.call.is-visible, .panel-last.is-calling)';

/**
 * Script for the page: records the calls in the order in which they are shown, and the time at which each was painted (one frame
 * after the frame that added it).
 */
export const recordCalls = `
  window.painted = {};
  window.shown = [];
  document.addEventListener('DOMContentLoaded', function () {
    var lastId = '';
    new MutationObserver(function () {
      var call = document.querySelector('${announced}');
      var id = call ? call.dataset.callId : '';
      if (id === lastId) return;
      lastId = id;
      if (!id) return;
      shown.push(Number(id));
      requestAnimationFrame(function () {
        requestAnimationFrame(function () { painted[id] = Date.now(); });
      });
    }).observe(document.documentElement, { subtree: true, childList: true, attributes: true });
  });`;

/** Script for the page: lets its clocks and timers run `speed` times as fast. */
const runFaster = (speed: number) => `
  (function () {
    var begin = [performance.now(), Date.now()];
    var now = performance.now.bind(performance);
    var passed = function () { return (now() - begin[0]) * ${speed}; };
    performance.now = function () { return begin[0] + passed(); };
    Date.now = function () { return begin[1] + passed(); };
    ['setTimeout', 'setInterval'].forEach(function (name) {
      var start = window[name];
      window[name] = function (run, ms) { return start.call(window, run, (ms || 0) / ${speed}); };
    });
  })();`;

/** Opens the player and pairs it with the screen's code. In the page, time passes `speed` times as fast. */
export async function openCallScreen(
  t: TestContext,
  port: number,
  activationCode: string,
  { engine, speed = 1 }: { engine?: number | undefined; speed?: number } = {},
): Promise<CdpTv> {
  const tv = engine
    ? await openOldTv(t, (await installEngines())[engine as EngineVersion])
    : await openCdpTv(t, chromiumPath, ['--no-zygote', '--autoplay-policy=no-user-gesture-required']);
  const source = speed === 1 ? recordCalls : runFaster(speed) + recordCalls;
  await tv.send('Page.addScriptToEvaluateOnNewDocument', { source });
  await tv.goto(`http://tv.lan:${port}/player?code=${activationCode}`);
  await tv.until('[data-testid=activation-code]');
  await tv.evaluate('document.querySelector("button[type=submit]").click()');
  await tv.until('body[data-state=waiting]');
  return tv;
}

/**
 * Simulates a screen until `isStopped`. Returns `received`, the time at which it received each call, by the call's id, and
 * `ended`, which resolves when it has stopped.
 */
export async function simulateCallScreen(device: Client, isStopped: () => boolean) {
  const received = new Map<number, number>();
  const socket = await device.socket();
  let handledEvents = 0;
  let lastCallId = 0;
  const fetchCalls = async () => {
    const response = await device.call('GET /api/player/calls', { query: { after: lastCallId } });
    lastCallId = Math.max(lastCallId, response.lastCallId);
    for (const { id } of response.calls) {
      received.set(id, Date.now());
      // A real screen sends the receipt after it has painted the card and started the chime.
      await pause(150 + Math.random() * 150);
      await device.call('POST /api/player/calls/:id/shown', { params: { id }, body: { hadSound: true } });
    }
  };
  const listen = async () => {
    while (!isStopped()) {
      const events = socket.messages.filter(({ type }) => type === 'patientCalled').length;
      if (events > handledEvents) await fetchCalls();
      handledEvents = events;
      await pause(5);
    }
    socket.close();
  };
  const poll = async () => {
    await pause(Math.random() * 3_000);
    while (!isStopped()) {
      await device.call('GET /api/player/assigned-playlist');
      await pause(3_000);
    }
  };
  return { received, ended: Promise.all([listen(), poll()]) };
}

/** Runs a measurement with a context whose clean-ups run afterwards. */
export async function withCleanUps(run: (t: TestContext) => Promise<void>): Promise<void> {
  const cleanUps: (() => unknown)[] = [];
  try {
    await run({ after: (cleanUp: () => unknown) => void cleanUps.push(cleanUp) } as unknown as TestContext);
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}

/** Returns a line of results: median, p95 and worst. */
export const timesLine = (label: string, values: readonly number[]): string => {
  const sorted = values.toSorted((a, b) => a - b);
  const valueAt = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN).toFixed(0);
  return `${label.padEnd(44)} p50 ${valueAt(0.5)} ms  p95 ${valueAt(0.95)} ms  worst ${valueAt(1)} ms`;
};
