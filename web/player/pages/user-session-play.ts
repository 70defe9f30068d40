/** Plays a playlist with the session of a studio user, not a device's pairing: without heartbeat, storage or credentials. */
import { limits } from '../../../src/contract/limits.ts';
import type { Video } from '../../../src/contract/media.ts';
import type { PlayItem } from '../../../src/contract/playlists.ts';
import { createGain } from '../device/gain.ts';
import type { Sound } from '../device/sound.ts';
import { openCache } from '../media/cache.ts';
import type { Phase } from '../playback/phase.ts';
import { createPlayback, type Playback } from '../playback/playback.ts';
import { createCards } from '../screen/cards/cards.ts';
import { applyDisplaySettings } from '../screen/overlay/display.ts';
import { createOverlay } from '../screen/overlay/overlay.ts';
import { createClinicLogo } from '../screen/overlay/clinic-logo.ts';
import { strings } from '../screen/text/strings.ts';
import { createTicker } from '../screen/ticker/ticker.ts';
import { createClock, type ScreenClock } from '../server/clock/clock.ts';
import { type Connections, createConnections } from '../server/requests/connections.ts';
import { createCachedResponses } from '../server/requests/cached-responses.ts';
import { CallError, createNetwork, type Network } from '../server/requests/network.ts';
import { startPoll } from '../server/poll/poll.ts';

export interface UserSessionPlayOptions {
  /** undefined: the first playlist with items. */
  playlistId: number | undefined;
  sound: Sound;
  onItem(item: PlayItem): void;
  onPrevious(): void;
  /** Called if there is no session or, without a `playlistId`, if the server does not respond. Returns true if it opened another page. */
  onNoSession(): boolean;
}

/** Maximum number of connections, as on a screen. */
const connectionLimit = 5;
/** The page never restarts by itself: the user can reload it to get a newer version. */
const noRestarts = { isReady: () => false, isRequested: () => false };

export function playWithUserSession(root: HTMLElement, options: UserSessionPlayOptions) {
  const connections = createConnections(connectionLimit);
  const network = createNetwork(connections);
  const clock = createClock();
  const cards = createCards();
  const ticker = createTicker();
  const { cachedResponses, clinicLogo } = createUnstoredLogo(connections);
  const overlay = createOverlay({ clock, clinicLogo, onPrevious: options.onPrevious });
  let videos: readonly Video[] = [];
  let phase: Phase = 'loading';
  let playback: Playback | undefined;
  let foundId: number | undefined;
  let isStopped = false;
  let stopPoll = () => {};

  root.append(cards.node, overlay.node, ticker.node);
  document.body.dataset.state = 'loading';
  const tickTimer = setInterval(() => overlay.tick(performance.now()), 1000);

  async function load(target: Playback): Promise<void> {
    const id = options.playlistId ?? (await findPlaylist(network, foundId));
    foundId = id;
    if (isStopped) return;
    if (id === undefined) return target.set({ status: 'active', playlist: null, items: [] });
    const [playlist, assignments, items, messages, display, user] = await fetchPlaylist(network, id);
    if (isStopped) return;
    if (document.body.dataset.state === 'failed') enterPhase(phase);
    setClock(clock, user.timeZone);
    applyDisplaySettings(display);
    clinicLogo.set(display.logo);
    cards.setProgress(80);
    videos = assignments.map(({ video }) => video);
    target.set({ status: 'active', playlist: { ...playlist, revision: '' }, items });
    ticker.set(messages);
  }

  async function start(): Promise<void> {
    const cache = await openCache(undefined);
    if (isStopped) return;
    const playing = createPlayback({
      session: { call: async (_key, input) => addressOf((input as HasId).params.id, videos) as never },
      cache,
      connections,
      cachedResponses,
      sound: options.sound,
      gain: createGain(),
      restarts: noRestarts,
      onPhase: enterPhase,
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
    stopPoll = poll.stop;
  }
  void start();

  function enterPhase(next: Phase): void {
    // An idle screen shows nothing. Tell the studio's user that there is nothing to show.
    phase = next === 'idle' ? 'empty' : next;
    document.body.dataset.state = phase;
    cards.set(phase);
    ticker.setVisible(phase === 'playing');
    overlay.tick(performance.now());
  }

  /** Shows an error. A lost server does not end the playback; a missing session or playlist does. */
  function fail(status: number): void {
    const isRefused = status >= 400 && status < 500 && status !== 408 && status !== 429;
    if (!isRefused && document.body.dataset.state !== 'loading' && document.body.dataset.state !== 'failed') return;
    const isServerLost = status === 0 && options.playlistId === undefined;
    if ((status === 401 || isServerLost) && options.onNoSession()) return;
    document.body.dataset.state = 'failed';
    ticker.setVisible(false);
    if (status === 401) cards.showFailure(strings.previewNeedsSession, strings.previewNeedsSessionHint);
    else if (isRefused) cards.showFailure(strings.previewMissing, strings.previewMissingHint);
    else cards.showFailure(strings.previewOffline, strings.previewOfflineHint);
  }

  return {
    previous: () => playback?.previous(),
    next: () => playback?.next(),
    stop() {
      isStopped = true;
      stopPoll();
      playback?.stop();
      clearInterval(tickTimer);
      overlay.stop();
      clinicLogo.stop();
      ticker.stop();
      delete document.body.dataset.state;
      delete document.body.dataset.itemId;
    },
  };
}

/** Fetches a playlist and everything that is shown with it. */
function fetchPlaylist(network: Network, id: number) {
  const params = { id };
  return Promise.all([
    network.call('GET /api/playlists/:id', { params }),
    network.call('GET /api/playlists/:id/assignments', { params }),
    network.call('GET /api/playlists/:id/randomized', { params }),
    network.call('GET /api/playlists/:id/breaking-news', { params }),
    network.call('GET /api/display-settings'),
    network.call('GET /api/user'),
  ]);
}

/** Returns the id of the playlist that already plays, otherwise of the first one with items. */
async function findPlaylist(network: Network, playing: number | undefined): Promise<number | undefined> {
  const filled = (await network.call('GET /api/playlists')).filter(({ itemCount }) => itemCount > 0);
  return (filled.find(({ id }) => id === playing) ?? filled[0])?.id;
}

type HasId = { params: { id: number } };

/** Creates the clinic's logo, which is not stored here. */
function createUnstoredLogo(connections: Connections) {
  const cachedResponses = createCachedResponses(undefined, 0);
  const clinicLogo = createClinicLogo();
  clinicLogo.start({ connections, cachedResponses });
  return { cachedResponses, clinicLogo };
}

/** Takes a file's address from the loaded playlist, because the call for a single address needs a device's credentials. */
function addressOf(videoId: number, videos: readonly Video[]) {
  const video = videos.find(({ id }) => id === videoId);
  if (!video?.mediaUrl) throw new CallError(404, null, 'Conteúdo não encontrado.');
  const { mediaUrl: url, ambientUrl } = video;
  const bytes = (address: string) => ({ url: address, sha256: sha256In(address), sizeBytes: 0 });
  return { ...bytes(url), contentType: '', ambient: ambientUrl ? bytes(ambientUrl) : null };
}

/** Returns the SHA-256 in an address such as '/media/<sha256>.jpg?...'. */
const sha256In = (url: string): string => /\/([0-9a-f]{64})\./.exec(url)?.[1] ?? '';

/** Sets the clock from this computer's own, which is assumed to be right; screens use the server's time. */
function setClock(clock: ScreenClock, timeZone: string): void {
  const now = performance.now();
  const at = new Date();
  clock.sync({ serverTime: at.toISOString(), utcOffsetMinutes: offsetMinutes(at, timeZone) }, now, now);
}

/** Returns the offset of the clinic's time zone from UTC; that of the computer if the browser does not know the zone. */
function offsetMinutes(at: Date, timeZone: string): number {
  const wallMs = (zone: string) => Date.parse(`${at.toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T')}Z`);
  try {
    return Math.round((wallMs(timeZone) - wallMs('UTC')) / 60_000);
  } catch {
    return -at.getTimezoneOffset();
  }
}
