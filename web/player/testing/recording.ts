/** Records the screen of a TV: every frame that it draws, and every item that it shows. */
import assert from 'node:assert/strict';
import { middleColour, type Tv } from './tv.ts';

/** Records each frame that the screen draws while `run` is running, as a small picture. */
export async function recordFrames(tv: Tv, run: () => Promise<unknown>): Promise<Buffer[]> {
  const session = await tv.context.newCDPSession(tv.page);
  const frames: Buffer[] = [];
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push(Buffer.from(data, 'base64'));
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 60, maxWidth: 160, maxHeight: 90 });
  try {
    await run();
  } finally {
    await session.detach().catch(() => undefined);
  }
  return frames;
}

/** Returns the strongest colour channel in the middle of a frame, which is low only if the frame is dark. */
const brightness = async (frame: Buffer): Promise<number> => Math.max(...(await middleColour(frame)));

/** Minimum brightness of these tests' contents; cards, error pages and gaps are darker. */
const darkestContent = 90;

/** Records while `run` is running, and fails if any frame was dark. Returns the number of frames. */
export async function assertNeverDark(tv: Tv, run: () => Promise<unknown>): Promise<number> {
  const frames = await recordFrames(tv, run);
  let darkest = 255;
  for (const frame of frames) darkest = Math.min(darkest, await brightness(frame));
  assert.ok(darkest > darkestContent, `darkest of ${frames.length} frames: ${darkest}`);
  return frames.length;
}

/** Records every item that the page shows from now on. */
export async function recordItems(tv: Tv) {
  await tv.page.evaluate(() => {
    const seen: { id: number; at: number }[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      seen.push({ id: Number(document.body.dataset.itemId), at: performance.now() });
    }).observe(document.body, { attributes: true, attributeFilter: ['data-item-id'] });
  });
  const seen = () => tv.page.evaluate(() => (window as unknown as { seen: { id: number; at: number }[] }).seen);
  return {
    ids: async () => (await seen()).map(({ id }) => id),
    /** Returns when each item appeared, in milliseconds of the page's own clock. */
    times: async () => (await seen()).map(({ at }) => at),
    /** Waits until this many items have appeared. */
    until: (count: number, timeout: number) =>
      tv.page
        .waitForFunction((minCount) => (window as unknown as { seen: unknown[] }).seen.length >= minCount, count, {
          timeout,
          polling: 200,
        })
        .then(() => undefined),
  };
}

/** Runs in the page: records in `window.lagMs` how many ms late a timer ran at most, which shows how busy the machine was. */
export function recordLag(): void {
  const recorded = window as unknown as { lagMs: number };
  recorded.lagMs = 0;
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    recorded.lagMs = Math.max(recorded.lagMs, now - last - 100);
    last = now;
  }, 100);
}
