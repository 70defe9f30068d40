/** Drives the stage by the timeline: the one place where the pure rules meet time, media and network. */
import type { PlayItem } from '../../../src/contract/playlists.ts';
import type { MediaCache } from '../media/cache.ts';
import type { Connections } from '../server/connections.ts';
import { createDownloads } from '../media/downloads.ts';
import type { PageRestarts } from '../server/page-restarts.ts';
import type { Assignment } from '../server/answers.ts';
import type { KeptAnswers } from '../server/kept-answers.ts';
import type { Session } from '../server/session.ts';
import type { Sound } from '../device/sound.ts';
import { openSource } from '../media/sources.ts';
import { createStage } from './stage.ts';
import { step } from './timeline.ts';
import { emptyTimeline, type TimelineCommand, type TimelineEvent } from './timeline-state.ts';
import { createWatchdog } from './watchdog.ts';

/** What a viewer sees; also on <body data-state>. */
export type Phase = 'loading' | 'playing' | 'waiting' | 'paused' | 'empty';

export interface PlaybackOptions {
  session: Pick<Session, 'call'>;
  cache: MediaCache;
  connections: Connections;
  kept: KeptAnswers;
  sound: Sound;
  restarts: PageRestarts;
  onPhase(phase: Phase): void;
  /** The item on the screen. */
  onItem(item: PlayItem): void;
  onAnnounce(): void;
  onSounding(isSounding: boolean): void;
  /** Time for the restart of the page. */
  onRestart(): void;
}

export interface Playback {
  node: HTMLElement;
  set(assignment: Assignment): void;
  setReach(isReached: boolean): void;
  previous(): void;
  /** The next item now, as if this one were over. */
  next(): void;
  /** Part of the heartbeat's state. */
  report(): {
    videoId: number | null;
    shownForMs: number;
    cachedItems: number;
    totalItems: number;
    lastError: string | null;
  };
  noteError(message: string): void;
  stop(): void;
}

const tickMs = 250;
const lookMs = 1_000;

export function createPlayback(options: PlaybackOptions): Playback {
  const { session, cache, connections, kept, sound, restarts } = options;
  let timeline = emptyTimeline(Math.floor(Math.random() * 2 ** 32));
  let assignment: Assignment | undefined;
  /** Playlist whose items the timeline has. */
  let loadedId: number | null = null;
  let pausedAt = 0;
  let isReached = true;
  let lastError: string | null = null;
  // Read once: a place that stops the page must not do so again after its restart.
  let resume = kept.load('resume').then((place) => {
    void kept.save('resume', undefined);
    return place;
  });
  let isStopped = false;
  let shownPhase: Phase = 'loading';

  const downloads = createDownloads({
    cache,
    connections,
    ask: (item) => session.call('GET /api/player/videos/:id/url', { params: { id: item.id } }),
    onArrived: () => send({ type: 'arrived' }),
    onTrouble: noteError,
  });

  const stage = createStage({
    sound,
    open: (item) => openSource(item, cache, downloads, connections),
    onReady: (ticket) => send({ type: 'ready', ticket }),
    onShown: (ticket) => send({ type: 'shown', ticket }),
    onEnded: (ticket) => send({ type: 'ended', ticket }),
    onFailed(ticket, item, reason) {
      noteError(`${item.name}: ${reason}`);
      // Without the server a doubtful copy is better than none.
      if (isReached) downloads.distrust(item).catch((error: Error) => noteError(error.message));
      send({ type: 'failed', ticket });
    },
  });
  const watchdog = createWatchdog();

  function noteError(message: string): void {
    lastError = message.slice(0, 300);
  }

  function send(event: TimelineEvent): void {
    if (isStopped) return;
    const before = timeline;
    const { state, commands } = step(timeline, event, { now: performance.now(), isHere });
    timeline = state;
    for (const command of commands) run(command);
    // A video may still fail in its middle.
    const isSeen = event.type === 'ended' || (event.type === 'shown' && before.current?.item.mediaType === 'image');
    if (isSeen && before.current?.ticket === event.ticket) downloads.trust(before.current.item);
    if (event.type === 'shown' && state.current !== before.current && state.current) {
      options.onItem(state.current.item);
    }
    const next = phase();
    if (next === shownPhase) return;
    shownPhase = next;
    options.onPhase(next);
  }

  const isHere = (item: PlayItem) => cache.has(item) || (isReached && downloads.isTooBig(item));

  function run(command: TimelineCommand): void {
    switch (command.type) {
      case 'prepare':
        stage.prepare(command.ticket, command.item);
        break;
      case 'show':
        if (restarts.isReady()) restart();
        stage.show(command.ticket);
        break;
      case 'discard':
        stage.discard(command.ticket);
        break;
      case 'clear':
        stage.clear();
        break;
      case 'announce':
        options.onAnnounce();
        break;
    }
  }

  function phase(): Phase {
    if (!assignment) return 'loading';
    if (assignment.status === 'paused') return 'paused';
    if (!assignment.playlist || assignment.status === 'blocked') return 'waiting';
    if (assignment.items.length === 0) return 'empty';
    if (stage.hasPicture()) return 'playing';
    return timeline.restUntil !== null ? 'waiting' : 'loading';
  }

  /** Saves the place in the cycle, so that the page goes on with the next item instead of the first. */
  function restart(): void {
    const { current } = timeline;
    const place =
      current && loadedId !== null
        ? { playlistId: loadedId, items: current.queue.slice(), index: current.index }
        : undefined;
    void kept.save('resume', place).then(options.onRestart);
  }

  const onVisible = () => document.hidden || stage.resume();
  document.addEventListener('visibilitychange', onVisible);
  const tick = setInterval(() => send({ type: 'tick' }), tickMs);
  const look = setInterval(() => {
    options.onSounding(stage.isSounding());
    if (restarts.isReady() && !timeline.current) options.onRestart();
    const sample = document.hidden ? null : stage.sample();
    const verdict = watchdog.look(performance.now(), sample);
    if (verdict.type === 'fine' || !sample) return;
    if (verdict.type === 'retry') return stage.retry();
    noteError(`${sample.item.name}: ${verdict.reason}`);
    send({ type: 'failed', ticket: sample.ticket });
  }, lookMs);

  async function set(next: Assignment): Promise<void> {
    const place = await resume;
    resume = Promise.resolve(undefined);
    if (isStopped) return;
    assignment = next;
    const { playlist, items } = next;
    const isPlaying = playlist !== null && next.status === 'active';
    // A blocked screen keeps its files: unblocked, it plays on at once.
    if (next.status !== 'blocked') {
      const hashes = items.map((item) => item.sha256);
      cache.keep(hashes, true).then(downloads.refresh, (error: Error) => noteError(error.message));
    }
    downloads.want(unique(next.status === 'blocked' ? [] : items));
    if (!isPlaying) {
      if (timeline.current) pausedAt = timeline.current.index;
      if (!playlist) pausedAt = 0;
      loadedId = null;
      send({ type: 'stop' });
      return;
    }
    const { isRandom, id } = playlist;
    if (loadedId === id) {
      send({ type: 'update', items, isRandom });
      return;
    }
    loadedId = id;
    const goesOn = place?.playlistId === id && sameSet(place.items, items);
    if (goesOn) send({ type: 'assign', items: isRandom ? place.items : items, isRandom, startIndex: place.index });
    else send({ type: 'assign', items, isRandom, startIndex: pausedAt });
    pausedAt = 0;
  }

  let setting = Promise.resolve();

  return {
    node: stage.node,
    set(next) {
      // One that fails must not hold back those after it.
      setting = setting.then(() => set(next)).catch((error: Error) => noteError(error.message));
    },
    setReach(value) {
      isReached = value;
      if (!value) return;
      downloads.wake();
      send({ type: 'arrived' });
    },
    previous: () => send({ type: 'previous' }),
    next() {
      if (timeline.current) send({ type: 'ended', ticket: timeline.current.ticket });
    },
    report() {
      const items = unique(assignment?.items ?? []);
      const { current } = timeline;
      return {
        videoId: current?.shownAt != null ? current.item.id : null,
        shownForMs: current?.shownAt != null ? performance.now() - current.shownAt : 0,
        cachedItems: items.filter((item) => cache.has(item)).length,
        totalItems: items.length,
        lastError,
      };
    },
    noteError,
    stop() {
      isStopped = true;
      document.removeEventListener('visibilitychange', onVisible);
      clearInterval(tick);
      clearInterval(look);
      downloads.stop();
      stage.clear();
    },
  };
}

function unique(items: readonly PlayItem[]): PlayItem[] {
  const seen = new Set<string>();
  const key = (item: PlayItem) => `${item.sha256} ${item.useAmbientBackground}`;
  return items.filter((item) => !seen.has(key(item)) && seen.add(key(item)));
}

function sameSet(a: readonly PlayItem[], b: readonly PlayItem[]): boolean {
  const keys = (items: readonly PlayItem[]) =>
    items
      .map((item) => item.sha256)
      .sort()
      .join();
  return keys(a) === keys(b);
}
