/** Plays a playlist in the name of a session of the studio: without heartbeat, storage or credentials. */
import { limits } from '../../../src/contract/limits.ts';
import type { Video } from '../../../src/contract/media.ts';
import type { PlayItem } from '../../../src/contract/playlists.ts';
import type { Sound } from '../device/sound.ts';
import { openCache } from '../media/cache.ts';
import type { Phase } from '../playback/phase.ts';
import { createPlayback, type Playback } from '../playback/playback.ts';
import { createCards } from '../screen/cards/cards.ts';
import { showDisplay } from '../screen/overlay/display.ts';
import { createOverlay } from '../screen/overlay/overlay.ts';
import { createOwnLogo } from '../screen/overlay/own-logo.ts';
import { strings } from '../screen/text/strings.ts';
import { createTicker } from '../screen/ticker/ticker.ts';
import { createClock, type ScreenClock } from '../server/clock/clock.ts';
import { type Connections, createConnections } from '../server/requests/connections.ts';
import { createCachedResponses } from '../server/requests/cached-responses.ts';
import { CallError, createNetwork } from '../server/requests/network.ts';
import { startPoll } from '../server/poll/poll.ts';

export interface SessionPlayOptions {
  playlistId: number;
  sound: Sound;
  onItem(item: PlayItem): void;
  onPrevious(): void;
  /** The session has ended, or never began: returns whether the page is left for that. */
  onNoSession(): boolean;
}

/** Maximum number of connections, as on a screen. */
const connectionLimit = 5;
/** A newer page is looked for by who loads it. */
const noRestarts = { isReady: () => false, checkForUpdate: () => undefined, stop: () => undefined };

export function playForSession(root: HTMLElement, options: SessionPlayOptions) {
  const connections = createConnections(connectionLimit);
  const network = createNetwork(connections);
  const clock = createClock();
  const cards = createCards();
  const ticker = createTicker();
  const { kept, ownLogo } = unkeptLogo(connections);
  const overlay = createOverlay({ clock, ownLogo, onPrevious: options.onPrevious });
  let videos: readonly Video[] = [];
  let phase: Phase = 'loading';
  let playback: Playback | undefined;
  let isStopped = false;
  let stopAsking = () => {};

  root.append(cards.node, overlay.node, ticker.node);
  document.body.dataset.state = 'loading';
  const heartbeat = setInterval(() => overlay.tick(performance.now()), 1000);

  async function load(into: Playback): Promise<void> {
    const params = { id: options.playlistId };
    const [playlist, assignments, items, messages, display, user] = await Promise.all([
      network.call('GET /api/playlists/:id', { params }),
      network.call('GET /api/playlists/:id/assignments', { params }),
      network.call('GET /api/playlists/:id/randomized', { params }),
      network.call('GET /api/playlists/:id/breaking-news', { params }),
      network.call('GET /api/display-settings'),
      network.call('GET /api/user'),
    ]);
    if (isStopped) return;
    if (document.body.dataset.state === 'failed') enter(phase);
    setClock(clock, user.timeZone);
    showDisplay(display);
    ownLogo.set(display.logo);
    cards.progress(80);
    videos = assignments.map(({ video }) => video);
    into.set({ status: 'active', playlist: { ...playlist, revision: '' }, items });
    ticker.set(messages);
  }

  async function start(): Promise<void> {
    const cache = await openCache(undefined);
    if (isStopped) return;
    const playing = createPlayback({
      session: { call: async (_key, input) => addressOf((input as HasId).params.id, videos) as never },
      cache,
      connections,
      kept,
      sound: options.sound,
      restarts: noRestarts,
      onPhase: enter,
      onUnplayable: cards.setUnplayable,
      onItem(item) {
        document.body.dataset.itemId = String(item.id);
        options.onItem(item);
      },
      onEdited: overlay.notifyOfEdit,
      onSounding: () => undefined,
      onRestart: () => undefined,
    });
    playback = playing;
    root.insertBefore(playing.node, root.firstChild);
    const poll = startPoll(limits.messagesRefetchMs, () =>
      load(playing).catch((error: unknown) => {
        if (!isStopped) fail(error instanceof CallError ? error.status : 0);
        throw error;
      }),
    );
    stopAsking = poll.stop;
  }
  void start();

  function enter(next: Phase): void {
    phase = next;
    document.body.dataset.state = phase;
    cards.set(phase);
    ticker.setVisible(phase === 'playing');
    overlay.tick(performance.now());
  }

  /** A lost server does not end what plays; no session or no playlist does. */
  function fail(status: number): void {
    const isRefused = status >= 400 && status < 500 && status !== 408 && status !== 429;
    if (!isRefused && document.body.dataset.state !== 'loading' && document.body.dataset.state !== 'failed') return;
    if (status === 401 && options.onNoSession()) return;
    document.body.dataset.state = 'failed';
    ticker.setVisible(false);
    if (status === 401) cards.fail(strings.previewNeedsSession, strings.previewNeedsSessionHint);
    else if (isRefused) cards.fail(strings.previewMissing, strings.previewMissingHint);
    else cards.fail(strings.previewOffline, strings.previewOfflineHint);
  }

  return {
    previous: () => playback?.previous(),
    next: () => playback?.next(),
    stop() {
      isStopped = true;
      stopAsking();
      playback?.stop();
      clearInterval(heartbeat);
      overlay.stop();
      ownLogo.stop();
      ticker.stop();
      delete document.body.dataset.state;
      delete document.body.dataset.itemId;
    },
  };
}

type HasId = { params: { id: number } };

/** Nothing is stored here: the logo is fetched. */
function unkeptLogo(connections: Connections) {
  const kept = createCachedResponses(undefined, 0);
  const ownLogo = createOwnLogo();
  ownLogo.begin({ connections, kept });
  return { kept, ownLogo };
}

/** The studio's session has no call for one address: they came with the playlist. */
function addressOf(videoId: number, videos: readonly Video[]) {
  const video = videos.find(({ id }) => id === videoId);
  if (!video?.mediaUrl) throw new CallError(404, null, 'Conteúdo não encontrado.');
  const { mediaUrl: url, ambientUrl } = video;
  const bytes = (address: string) => ({ url: address, sha256: hashIn(address), sizeBytes: 0 });
  return { ...bytes(url), contentType: '', ambient: ambientUrl ? bytes(ambientUrl) : null };
}

/** '/media/<sha256>.jpg?...' names its bytes. */
const hashIn = (url: string): string => /\/([0-9a-f]{64})\./.exec(url)?.[1] ?? '';

/** This is a computer with a right clock and a browser of today; the screens ask the server. */
function setClock(clock: ScreenClock, timeZone: string): void {
  const now = performance.now();
  const at = new Date();
  clock.sync({ serverTime: at.toISOString(), utcOffsetMinutes: offsetMinutes(at, timeZone) }, now, now);
}

/** Returns the offset of the clinic's zone; of the computer's own where the browser does not know that one. */
function offsetMinutes(at: Date, timeZone: string): number {
  const wall = (zone: string) => Date.parse(`${at.toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T')}Z`);
  try {
    return Math.round((wall(timeZone) - wall('UTC')) / 60_000);
  } catch {
    return -at.getTimezoneOffset();
  }
}
