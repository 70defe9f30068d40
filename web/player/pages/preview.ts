/**
 * /preview?playlist=ID: a playlist as the TV shows it, muted, inside the studio and in the name of its session. Playback,
 * stage, ticker and clock are those of /play; there is no heartbeat, nothing is stored, and no credentials are touched.
 */
import type { Video } from '../../../src/contract/media.ts';
import { limits } from '../../../src/contract/limits.ts';
import { openCache } from '../media/cache.ts';
import { createCards } from '../screen/cards.ts';
import { createClock } from '../server/clock.ts';
import { createConnections } from '../server/connections.ts';
import { listen } from '../device/dom.ts';
import { CallError, createNetwork } from '../server/network.ts';
import { createOverlay } from '../screen/overlay.ts';
import { showDisplay } from '../screen/display.ts';
import type { MountPage } from './page.ts';
import type { Phase } from '../playback/phase.ts';
import { createPlayback } from '../playback/playback.ts';
import { startPoll } from '../server/poll.ts';
import { createKeptAnswers } from '../server/kept-answers.ts';
import type { Sound } from '../device/sound.ts';
import { strings } from '../screen/strings.ts';
import { createTicker } from '../screen/ticker.ts';

/** What the studio around may ask for. */
export type PreviewWish = 'previous' | 'next';

const silent: Sound = {
  play(media) {
    media.muted = true;
    return media.play();
  },
  isBlocked: () => false,
  onUnlock: () => undefined,
  stop: () => undefined,
};
/** As on a screen. */
const connectionLimit = 5;
/** The studio's page renews itself, and this one with it. */
const noRestarts = { isReady: () => false, lookForUpdate: () => undefined, stop: () => undefined };

export const mountPreview: MountPage = (root) => {
  const playlistId = Number(new URLSearchParams(location.search).get('playlist'));
  const connections = createConnections(connectionLimit);
  const network = createNetwork(connections);
  const clock = createClock();
  const cards = createCards();
  const ticker = createTicker();
  const overlay = createOverlay({ clock, onPrevious: () => undefined, onOptions: () => undefined });
  let videos: readonly Video[] = [];
  let phase: Phase = 'loading';
  let stopPlaying = () => {};

  const now = performance.now();
  clock.sync({ serverTime: new Date().toISOString(), utcOffsetMinutes: saoPauloOffset(new Date()) }, now, now);
  root.append(cards.node, overlay.node, ticker.node);
  // The studio's own buttons steer it: nothing in the picture is for Tab or a screen reader.
  root.inert = true;
  document.body.dataset.state = 'loading';
  const beat = setInterval(() => overlay.tick(performance.now()), 1000);

  async function start(): Promise<void> {
    const playback = createPlayback({
      session: {
        call: async (_key, input) => addressOf((input as { params: { id: number } }).params.id, videos) as never,
      },
      cache: await openCache(undefined),
      connections,
      kept: createKeptAnswers(undefined, 0),
      sound: silent,
      restarts: noRestarts,
      onPhase: enter,
      onUnplayable: cards.setUnplayable,
      onItem(item) {
        document.body.dataset.itemId = String(item.id);
        parent.postMessage({ playing: item.name }, location.origin);
      },
      onEdited: overlay.notifyOfEdit,
      onSounding: () => undefined,
      onRestart: () => undefined,
    });
    root.insertBefore(playback.node, root.firstChild);
    const params = { id: playlistId };
    const load = async () => {
      const [playlist, assignments, items, messages, display] = await Promise.all([
        network.call('GET /api/playlists/:id', { params }),
        network.call('GET /api/playlists/:id/assignments', { params }),
        network.call('GET /api/playlists/:id/randomized', { params }),
        network.call('GET /api/playlists/:id/breaking-news', { params }),
        network.call('GET /api/display-settings'),
      ]);
      if (document.body.dataset.state === 'failed') enter(phase);
      cards.progress(80);
      videos = assignments.map(({ video }) => video);
      const { id, name, isRandom } = playlist;
      playback.set({ status: 'active', playlist: { id, name, isRandom, revision: '' }, items });
      ticker.set(messages);
      showDisplay(display);
    };
    const poll = startPoll(limits.messagesRefetchMs, () =>
      load().catch((error: unknown) => {
        fail(error instanceof CallError ? error.status : 0);
        throw error;
      }),
    );
    const forget = listen('message', ({ origin, data }) => {
      if (origin !== location.origin) return;
      if (data === 'previous') playback.previous();
      else if (data === 'next') playback.next();
    });
    stopPlaying = () => {
      poll.stop();
      forget();
      playback.stop();
    };
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
    document.body.dataset.state = 'failed';
    ticker.setVisible(false);
    if (status === 401) cards.fail(strings.previewNeedsSession, strings.previewNeedsSessionHint);
    else if (isRefused) cards.fail(strings.previewMissing, strings.previewMissingHint);
    else cards.fail(strings.previewOffline, strings.previewOfflineHint);
  }

  return {
    stop() {
      stopPlaying();
      clearInterval(beat);
      overlay.stop();
      ticker.stop();
      delete document.body.dataset.state;
      delete document.body.dataset.itemId;
    },
  };
};

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

/** Minutes. This is a computer with a right clock and a browser of today; the screens ask the server. */
function saoPauloOffset(at: Date): number {
  const wall = (timeZone: string) => Date.parse(`${at.toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`);
  return Math.round((wall('America/Sao_Paulo') - wall('UTC')) / 60_000);
}
