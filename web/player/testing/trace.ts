/** Counts work of the page's main thread. Counts, unlike durations, do not depend on the machine. */
import type { Page } from 'playwright-core';
import { delay } from './tv.ts';

interface TraceEvent {
  name: string;
  ph: string;
}

/** Numbers of style recalculations, layouts and paints. */
export interface MainThreadCounts {
  styles: number;
  layouts: number;
  paints: number;
}

/** Counts the main thread's work within the next `ms` milliseconds. */
export async function watchMainThread(page: Page, ms: number): Promise<MainThreadCounts> {
  const session = await page.context().newCDPSession(page);
  const counts = { UpdateLayoutTree: 0, Layout: 0, Paint: 0 };
  const isCounted = (name: string): name is keyof typeof counts => name in counts;
  session.on('Tracing.dataCollected', ({ value }) => {
    // An event is recorded as one entry ('X'), or as a beginning ('B') and an end ('E').
    for (const { name, ph } of value as unknown as TraceEvent[])
      if ((ph === 'X' || ph === 'B') && isCounted(name)) counts[name] += 1;
  });
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['devtools.timeline'], excludedCategories: ['*'] },
  });
  await delay(ms);
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  return { styles: counts.UpdateLayoutTree, layouts: counts.Layout, paints: counts.Paint };
}
