/**
 * Receives the plays of screens and adds them to sums for each day (contract/README 19). Plays are stored before the response.
 * Later a batch of plays is added to the sums and marked in one transaction, so that a crash neither loses nor doubles any.
 */
import type { PlayerActor } from '../../contract/endpoint.ts';
import type { Play } from '../../contract/plays.ts';
import { limits } from '../../contract/limits.ts';
import { type Clock, yieldBetween, yieldToEventLoop } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Database } from '../../platform/storage/database.ts';
import { createLocalClock, type TimeZones } from '../../platform/time-zones.ts';
import { createPlayReports } from './report.ts';
import {
  createPlayStore,
  type DayKey,
  type DaySums,
  type NameKind,
  type PlayStore,
  type UnsummedPlay,
} from './store.ts';

export interface PlaysDeps {
  timeZones: Pick<TimeZones, 'of'>;
  database: Database;
  clock: Clock;
  log: Pick<Log, 'error'>;
}

export type Plays = ReturnType<typeof createPlays>;

const [hourMs, dayMs] = [3_600_000, 86_400_000];
/** Number of plays that are added to the sums in one transaction. */
const playsPerBatch = 50;
/** Names for objects that were deleted before any play of them was added to the sums. */
const fallbackNames: Record<NameKind, string> = {
  content: 'Conteúdo excluído',
  screen: 'Tela excluída',
  playlist: 'Playlist excluída',
};

export function createPlays({ timeZones, database, clock, log }: PlaysDeps) {
  const store = createPlayStore(database);
  const localClocks = new Map<string, ReturnType<typeof createLocalClock>>();
  let adding: Promise<void> | undefined;
  let lastTurn = Promise.resolve();
  let isClosed = false;

  function localClock(chosenZone: string | null) {
    const zone = timeZones.of(chosenZone);
    const clockOfZone = localClocks.get(zone) ?? createLocalClock(zone);
    localClocks.set(zone, clockOfZone);
    return clockOfZone;
  }

  /** Adds up to `playsPerBatch` plays to the sums. Returns false if the sums already include all plays. */
  function addBatch(): boolean {
    const plays = store.unsummed(playsPerBatch);
    if (plays.length === 0) return false;
    database.txUnsynced(() => {
      const limitKey = createKeyLimit(store);
      for (const { key: exactKey, sums } of sumsOf(plays, localClock)) {
        const key = limitKey(exactKey);
        store.add(key, sums);
        const saveName = (kind: NameKind, id: number) =>
          store.saveName(key.userId, kind, id, id === 0 ? 'Outros conteúdos' : fallbackNames[kind], key.day);
        saveName('content', key.videoId);
        saveName('screen', key.playerId);
        if (key.playlistId !== 0) saveName('playlist', key.playlistId);
      }
      for (const { id } of plays) store.markSummed(id);
    });
    return true;
  }

  async function addAll(): Promise<void> {
    try {
      do await yieldToEventLoop();
      while (!isClosed && addBatch());
    } catch (error) {
      // The plays are kept: the next received plays cause another attempt.
      log.error('plays not added', { error });
    }
    adding = undefined;
  }

  const startAdding = () => void (adding ??= addAll());
  // Add the plays that the server had received, but not added, when it stopped or crashed.
  startAdding();

  return {
    /**
     * Stores a screen's plays, each limited to `limits.plays.maxMs` and cut to the time that no earlier play covers, and that is
     * neither in the future nor older than `limits.plays.maxAgeMs`. Omits a play that was sent before, and one of which less than
     * half or less than a second remains.
     */
    async receive({ playerId }: PlayerActor, sent: readonly Play[]): Promise<void> {
      // After an outage many screens send at once: store one screen's request in each turn of the event loop.
      await (lastTurn = lastTurn.then(yieldToEventLoop));
      const now = clock.now();
      database.tx(() => {
        const countedUntil = store.countedUntil(playerId);
        // A play from a time when the server's clock ran ahead must not hide the plays that follow.
        let uncountedFrom = Math.max(countedUntil > now ? 0 : countedUntil, now - limits.plays.maxAgeMs);
        const plays = sent.map((play) => ({ ...play, startedAt: Date.parse(play.startedAt) }));
        for (const play of plays.sort((a, b) => a.startedAt - b.startedAt)) {
          const limitedMs = Math.min(play.ms, limits.plays.maxMs);
          const startedAt = Math.max(play.startedAt, uncountedFrom);
          const endedAt = Math.min(play.startedAt + limitedMs, now);
          const ms = endedAt - startedAt;
          if (ms < limits.plays.minMs || ms < limitedMs / 2 || store.isKnown(playerId, play.uuid)) continue;
          store.insert(playerId, { ...play, startedAt, ms });
          uncountedFrom = endedAt;
        }
        store.removeOldSummed(playerId);
        database.afterCommit(startAdding);
      });
    },

    ...createPlayReports({ store, localClock, clock }),

    /** Resolves when no plays are being added. The sums then include every received play, unless adding failed. */
    async whenIdle(): Promise<void> {
      while (adding) await adding;
    },

    /** Deletes sums older than five years. Returns their number. */
    sweep: (): Promise<number> =>
      yieldBetween(store.removeBefore(Math.floor(clock.now() / dayMs) - limits.plays.retentionDays)),

    async close(): Promise<void> {
      isClosed = true;
      await adding;
    },
  };
}

interface KeyedSums {
  key: DayKey;
  sums: DaySums;
}

/**
 * Returns a function that limits the rows of a screen per day. The function returns the given key, or the key of "other contents"
 * if the given key has no row yet and the screen already has `limits.plays.sumsPerDay` rows on that day.
 */
function createKeyLimit(store: Pick<PlayStore, 'hasSums' | 'countRowsOfScreen'>): (key: DayKey) => DayKey {
  const counts = new Map<string, number>();
  return (key) => {
    if (store.hasSums(key)) return key;
    const screenAndDay = `${key.playerId} ${key.day}`;
    const count = counts.get(screenAndDay) ?? store.countRowsOfScreen(key);
    counts.set(screenAndDay, count + 1);
    return count < limits.plays.sumsPerDay ? key : { ...key, videoId: 0, playlistId: 0 };
  };
}

/** Returns the sums of plays by key. A play over midnight counts on its first day; its time is divided between both days. */
function sumsOf(
  plays: readonly UnsummedPlay[],
  localClock: (zone: string | null) => (at: number) => number,
): Iterable<KeyedSums> {
  const all = new Map<string, KeyedSums>();
  for (const play of plays) {
    const localMs = localClock(play.timeZone);
    const [start, end] = [localMs(play.startedAt), localMs(play.startedAt + play.ms)];
    const [firstDay, lastDay] = [Math.floor(start / dayMs), Math.floor(end / dayMs)];
    // If clocks change during the play, its local times do not differ by its duration.
    const clockChangeMs = end - start - play.ms;
    const afterMidnightMs =
      lastDay > firstDay ? Math.min(Math.max(end - lastDay * dayMs - clockChangeMs, 0), play.ms) : 0;
    const { userId, videoId, playerId, playlistId } = play;
    const sumsOfDay = (day: number) => {
      const key = { userId, day, videoId, playerId, playlistId };
      const mapKey = Object.values(key).join();
      const entry = all.get(mapKey) ?? { key, sums: zeroSums() };
      all.set(mapKey, entry);
      return entry.sums;
    };
    const sums = sumsOfDay(firstDay);
    const hour = Math.floor((start % dayMs) / hourMs);
    sums.hours[hour] = (sums.hours[hour] ?? 0) + 1;
    sums.plays += 1;
    sums.complete += play.isComplete;
    sums.withSound += play.hadSound;
    sums.ms += play.ms - afterMidnightMs;
    if (afterMidnightMs > 0) sumsOfDay(lastDay).ms += afterMidnightMs;
  }
  return all.values();
}

const zeroSums = () => ({ plays: 0, complete: 0, withSound: 0, ms: 0, hours: Array<number>(24).fill(0) });
