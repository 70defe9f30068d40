/**
 * Records on the device what was shown, until the server has acknowledged it (web/player/README 4.8). Storage that fails affects
 * neither the picture nor the plays of this page, which are in memory too.
 */
import type { Play } from '../../../src/contract/plays.ts';
import type { PlayItem } from '../../../src/contract/playlists.ts';
import { limits } from '../../../src/contract/limits.ts';
import type { Storage } from '../device/storage.ts';
import type { ScreenClock } from '../server/clock/clock.ts';
import { expectedMs, type CurrentTurn, type TimelineEvent } from './timeline/timeline-state.ts';

/** A play as it is stored. `at`: when it began, in monotonic milliseconds of the page with the id `page`, including sleep. */
export interface StoredPlay extends Omit<Play, 'startedAt'> {
  key: number;
  playerId: number;
  page: string;
  at: number;
  /** Milliseconds since 1970; null if the page did not know the time when the play was stored. */
  startedAtMs: number | null;
}

export interface PlayLogOptions {
  storage: Pick<Storage, 'read' | 'write'> | undefined;
  playerId: number;
  clock: Pick<ScreenClock, 'utcMs' | 'elapsed' | 'toStore'>;
  /** Returns monotonic milliseconds. */
  now(): number;
}

/** The playlist that plays, and the rule of the programme that chose it. */
export type PlaySource = Pick<Play, 'playlist' | 'rule'>;

export type PlayLog = ReturnType<typeof createPlayLog>;

const recordName = 'play';
/** Share of an item's duration after which it counts as complete: engines round durations. */
const completeShare = 0.95;

export function createPlayLog({ storage, playerId, clock, now }: PlayLogOptions) {
  const page = uuid();
  /** Plays that have ended, the oldest first. */
  let ended: StoredPlay[] = [];
  /** `shownAt`: when the item appeared. `since`: when this play began; a turn longer than `plays.maxMs` is several plays. */
  let running:
    | { turnId: number; item: PlayItem; play: StoredPlay; shownAt: number; since: number; savedAt: number }
    | undefined;
  let hasReachedEnd = false;
  let lastKey = 0;

  /** Returns when a play of this page began, in milliseconds since 1970; null while the time is unknown. */
  const startOf = ({ at }: StoredPlay): number | null => {
    const utcMs = clock.utcMs(now());
    return utcMs === null ? null : Math.round(utcMs - (clock.elapsed(now()) - at));
  };

  const write = (run: (store: IDBObjectStore) => void): void => {
    if (storage) storage.write(['saved'], (store) => run(store('saved'))).catch(() => undefined);
  };
  const save = (play: StoredPlay): void =>
    write((store) => store.put({ ...play, startedAtMs: startOf(play) }, [recordName, play.key]));
  const forget = (plays: readonly StoredPlay[]): void =>
    write((store) => plays.forEach(({ key }) => store.delete([recordName, key])));

  /** Deletes the oldest plays above the limit. */
  function deleteSurplus(): void {
    const surplus = ended.splice(0, Math.max(0, ended.length - limits.plays.kept));
    if (surplus.length > 0) forget(surplus);
  }

  /** Adds the plays of earlier pages to `ended`. Deletes those of another screen, and those whose time was never known. */
  async function load(): Promise<void> {
    if (!storage) return;
    const range = IDBKeyRange.bound([recordName, 0], [recordName, Number.MAX_SAFE_INTEGER]);
    const all = (await storage.read('saved', (store) => store.getAll(range))) as StoredPlay[];
    const earlier = all.filter((play) => play.page !== page);
    const isUsable = (play: StoredPlay) => play.playerId === playerId && play.startedAtMs !== null;
    const unusable = earlier.filter((play) => !isUsable(play));
    if (unusable.length > 0) forget(unusable);
    earlier.sort((a, b) => (a.startedAtMs || 0) - (b.startedAtMs || 0));
    for (const { key } of earlier) lastKey = Math.max(lastKey, key);
    ended = earlier.filter(isUsable).concat(ended);
    deleteSurplus();
  }

  function begin({ turnId, item }: Pick<CurrentTurn, 'turnId' | 'item'>, source: PlaySource, shownAt = now()): void {
    const at = clock.elapsed(now());
    lastKey = Math.max(lastKey + 1, Date.now());
    const play: StoredPlay = {
      ...{ key: lastKey, playerId, page, at, startedAtMs: null, uuid: uuid() },
      ...{ item: item.id, sha256: item.sha256, ...source },
      ...{ ms: 0, end: 'cut', hadSound: false },
    };
    running = { turnId, item, play, shownAt, since: now(), savedAt: now() };
    hasReachedEnd = false;
  }

  function finish(hasFailed: boolean): void {
    if (!running) return;
    const { play, item, shownAt } = running;
    play.ms = Math.round(now() - running.since);
    running = undefined;
    const expected = expectedMs(item);
    const isComplete = expected > 0 ? now() - shownAt >= expected * completeShare : hasReachedEnd;
    play.end = hasFailed ? 'broken' : isComplete ? 'complete' : 'cut';
    if (play.ms < limits.plays.minMs) return;
    ended.push(play);
    save(play);
    deleteSurplus();
  }

  const loading = load().catch(() => undefined);

  return {
    /** Resolves when the plays of earlier pages are read, or can't be. */
    loading,
    /** Begins and ends plays by an event of the timeline. `current`: the turn after the event. */
    follow(event: TimelineEvent, current: CurrentTurn | null, source: () => PlaySource): void {
      const isAboutRunning = 'turnId' in event && running !== undefined && event.turnId === running.turnId;
      if (isAboutRunning && event.type === 'ended') hasReachedEnd = true;
      if (running && (!current || current.turnId !== running.turnId)) finish(isAboutRunning && event.type === 'failed');
      if (!running && current && current.shownAt !== null) begin(current, source());
    },
    /** Call it about every second. */
    tick(isSounding: boolean): void {
      if (!running) return;
      if (isSounding) running.play.hadSound = true;
      if (now() - running.since >= limits.plays.maxMs) {
        const { play, shownAt, ...turn } = running;
        finish(false);
        begin(turn, { playlist: play.playlist, rule: play.rule }, shownAt);
        return;
      }
      if (now() - running.savedAt < limits.plays.saveEveryMs) return;
      running.savedAt = now();
      save({ ...running.play, ms: Math.round(now() - running.since) });
    },
    /** Returns the oldest plays to be sent; none before the server has sent the time. */
    batch(): Play[] {
      if (clock.toStore(0, now()) === null) return [];
      return ended.slice(0, limits.plays.batch).map((play) => {
        const startedAtMs = play.page === page ? startOf(play) : play.startedAtMs;
        const { uuid: id, item, sha256, playlist, rule, ms, end, hadSound } = play;
        const startedAt = new Date(startedAtMs || 0).toISOString();
        return { uuid: id, item, sha256, playlist, rule, startedAt, ms, end, hadSound };
      });
    },
    /** Deletes plays that the server has received or refused. */
    acknowledge(sent: readonly Play[]): void {
      const ids = new Set(sent.map((play) => play.uuid));
      const done = ended.filter((play) => ids.has(play.uuid));
      ended = ended.filter((play) => !ids.has(play.uuid));
      forget(done);
    },
  };
}

/** Returns a random UUID, on pages without https too. */
function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => (byte + 256).toString(16).slice(1)).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
