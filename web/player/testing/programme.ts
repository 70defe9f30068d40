/** Creates rules for a screen, and waits until its device has stored what it needs to follow them. */
import { eventually, type Server, type Tv } from './tv.ts';

export const dayMs = 86_400_000;
export const minuteMs = 60_000;
export const everyDay = [0, 1, 2, 3, 4, 5, 6];
/** Returns the start of the minute that is `minutes` from now. */
export const minuteAhead = (minutes: number) => (Math.floor(Date.now() / minuteMs) + minutes) * minuteMs;
/** Returns the minute of the day in São Paulo. */
const minuteOf = (ms: number) => Math.floor(ms / minuteMs - 180) % 1440;
/** Returns the day of the week in São Paulo; 0: Monday. */
export const weekdayOf = (ms: number) => (Math.floor((ms / minuteMs - 180) / 1440) + 3) % 7;

/** Returns the hours of a rule, from one minute to another. */
export const between = (beginMs: number, endMs: number) => ({ from: minuteOf(beginMs), to: minuteOf(endMs) });

/** Creates a rule for this screen, for the whole week unless `fields` change that. */
export async function addRule(
  server: Server,
  playerId: number,
  fields: { plays: number | 'dark'; [field: string]: unknown },
) {
  const allWeek = { days: everyDay, from: 0, to: 0, targets: [{ kind: 'screen' as const, id: playerId }] };
  return server.owner.call('POST /api/schedules', { body: { ...allWeek, ...fields } });
}

/** Waits until this many files are completely stored on the device. */
export async function untilFilesStored(tv: Tv, count: number): Promise<void> {
  const stored = () =>
    new Promise<number>((resolve) => {
      const opening = indexedDB.open('antessala');
      opening.onsuccess = () => {
        const requested = opening.result.transaction('files').objectStore('files').getAll();
        requested.onsuccess = () => {
          const files = requested.result as { storedBytes: number; sizeBytes: number }[];
          opening.result.close();
          resolve(files.filter(({ storedBytes, sizeBytes }) => storedBytes === sizeBytes).length);
        };
      };
    });
  await eventually(`${count} files are stored`, async () => (await tv.page.evaluate(stored)) >= count);
}
