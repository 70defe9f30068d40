/** Simulates a screen for tests of the timeline. The tests advance the simulated clock. */
import type { PlayItem } from '../../../src/contract/playlists.ts';
import { image } from './items.ts';
import { step } from '../playback/timeline/timeline.ts';
import { emptyTimeline, type PlaylistChange, type TimelineEvent } from '../playback/timeline/timeline-state.ts';

/** Ids of items with a special behaviour. All other items are stored, open and appear at once, and end after their time. */
interface Behaviour {
  /** Items that fail to open. */
  broken?: number[];
  /** Items that open after 5 s. */
  slow?: number[];
  /** Items that neither open nor fail. */
  hanging?: number[];
  /** Items that are neither stored nor downloading. */
  absent?: number[];
  /** Items that are downloading. */
  downloading?: number[];
  /** Items that appear 2 s after the command to show them, unless another item is prepared meanwhile. */
  late?: number[];
  /** Videos that never end. */
  endless?: number[];
}

type Fields = Partial<PlaylistChange & { startIndex: number }>;

export function simulateScreen(behaviour: Behaviour = {}) {
  const setOf = (name: keyof Behaviour) => new Set(behaviour[name]);
  const [broken, slow, hanging] = [setOf('broken'), setOf('slow'), setOf('hanging')];
  const [late, endless] = [setOf('late'), setOf('endless')];
  const downloading = setOf('downloading');
  const absent = new Set([...setOf('absent'), ...downloading]);
  let state = emptyTimeline(5);
  let now = 0;
  /** "ID at SECONDS" of each item. */
  const shown: string[] = [];
  const prepared: string[] = [];
  /** Times at which the stage was cleared, and the banner shown; milliseconds. */
  const cleared: number[] = [];
  const banners: number[] = [];
  const queued: TimelineEvent[] = [];
  let scheduled: { event: TimelineEvent; at: number }[] = [];

  function send(event: TimelineEvent): void {
    const isAvailable = ({ id }: PlayItem) => !absent.has(id);
    const result = step(state, event, { now, isAvailable, isDownloadPending: ({ id }) => downloading.has(id) });
    state = result.state;
    for (const command of result.commands) {
      if (command.type === 'clear') cleared.push(now);
      if (command.type === 'notify') banners.push(now);
      if (command.type !== 'prepare' && command.type !== 'show') continue;
      const { turnId, item } = command;
      const isVideo = item.mediaType === 'video';
      if (command.type === 'prepare') {
        prepared.push(`${item.id} at ${now / 1000}`);
        scheduled = scheduled.filter(({ event }) => event.type !== 'shown');
        const hasFailed = broken.has(item.id) || absent.has(item.id);
        if (slow.has(item.id)) scheduled.push({ event: { type: 'ready', turnId }, at: now + 5_000 });
        else if (!hanging.has(item.id)) queued.push({ type: hasFailed ? 'failed' : 'ready', turnId });
      } else {
        shown.push(`${item.id} at ${now / 1000}`);
        if (late.has(item.id)) scheduled.push({ event: { type: 'shown', turnId }, at: now + 2_000 });
        else queued.push({ type: 'shown', turnId });
        const endsAt = now + (item.durationS ?? 0) * 1000;
        if (isVideo && !endless.has(item.id)) scheduled.push({ event: { type: 'ended', turnId }, at: endsAt });
      }
    }
    const next = queued.shift();
    if (next) send(next);
  }

  function runTo(seconds: number): void {
    while (now < seconds * 1000) {
      now += 250;
      const due = scheduled.filter(({ at }) => now >= at);
      scheduled = scheduled.filter(({ at }) => now < at);
      for (const { event } of due) send(event);
      send({ type: 'tick' });
    }
  }

  return {
    broken,
    hanging,
    absent,
    shown,
    prepared,
    cleared,
    banners,
    send,
    runTo,
    run: (seconds: number) => runTo(now / 1000 + seconds),
    get state() {
      return state;
    },
    get now() {
      return now;
    },
    get upcoming() {
      return state.next ? { id: state.next.item.id, isReady: state.next.isReady } : null;
    },
    get onScreen() {
      return state.current?.item.id ?? null;
    },
    ids: () => shown.map((one) => parseInt(one, 10)),
    /** Stores an item on the device. */
    arrive(id: number) {
      downloading.delete(id);
      absent.delete(id);
      send({ type: 'arrived' });
    },
    assign: (items: PlayItem[], fields: Fields = {}) => send({ type: 'assign', items, isRandom: false, ...fields }),
    update: (items: PlayItem[], fields: Fields = {}) => send({ type: 'update', items, isRandom: false, ...fields }),
    preload: (items: PlayItem[], atSeconds: number) =>
      send({ type: 'preload', next: { items, isRandom: false, at: atSeconds * 1000 } }),
    /** Advances the clock without events, then sends one tick. */
    sleep(seconds: number) {
      now += seconds * 1000;
      send({ type: 'tick' });
    },
  };
}

/** Simulates a screen that received a playlist of these images `seconds` ago. */
export function simulateImages(ids: number[], seconds = 0, behaviour: Behaviour = {}) {
  const tv = simulateScreen(behaviour);
  tv.assign(ids.map((id) => image(id)));
  tv.run(seconds);
  return tv;
}
