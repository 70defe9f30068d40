/** /play: the screen in full (web/player/README 3.3). */
import { paths } from '../../navigation/paths.ts';
import { openCache } from '../media/cache.ts';
import { createCards } from '../screen/cards.ts';
import { createClock } from '../server/clock.ts';
import { createConnections } from '../server/connections.ts';
import { enterPlayerMode, findCredentials, isPlayerMode } from '../server/credentials.ts';
import { engineName, freeStorageMb, requestFullscreen } from '../device/browser.ts';
import { listen } from '../device/dom.ts';
import { type Feeds, startFeeds } from '../server/feeds/feeds.ts';
import { isBack } from '../device/keys.ts';
import { createNetwork } from '../server/network.ts';
import { createNotices } from '../screen/notices.ts';
import { createOptionsDialog } from '../screen/options.ts';
import { createOverlay } from '../screen/overlay.ts';
import type { MountPage, Page } from './page.ts';
import { createPlayback, type Playback } from '../playback/playback.ts';
import { createRadio } from '../screen/radio.ts';
import { schedulePageRestarts } from '../server/page-restarts.ts';
import { createKeptAnswers } from '../server/kept-answers.ts';
import { createSession } from '../server/session.ts';
import { createSound } from '../device/sound.ts';
import { openStorage } from '../device/storage.ts';
import { createTicker } from '../screen/ticker.ts';
import { keepAwake } from '../device/wake.ts';

declare const __VERSION__: string;

/** At most so many connections to the server at once. */
const connectionLimit = 5;
/** OK held this long opens the options. */
const longPressMs = 1_000;

export const mountPlay: MountPage = (root, go) => {
  const credentials = findCredentials();
  if (credentials) enterPlayerMode(credentials);
  if (!credentials || !isPlayerMode()) {
    go(paths.player);
    return { stop: () => undefined };
  }
  const connections = createConnections(connectionLimit);
  const network = createNetwork(connections);
  const session = createSession(network, credentials, () => go(paths.player));
  const clock = createClock();
  const sound = createSound();
  const radio = createRadio(sound, connections);
  const restarts = schedulePageRestarts(paths.play, connections);
  const cards = createCards();
  const ticker = createTicker();
  const notices = createNotices();
  const dialog = createOptionsDialog({
    network,
    onExit: () => go(`${paths.player}?stay`),
    onReset: () => go(paths.playerReset),
  });
  const overlay = createOverlay({
    clock,
    onPrevious: () => playback?.previous(),
    onOptions: dialog.open,
  });
  let playback: Playback | undefined;
  let feeds: Feeds | undefined;
  let isStopped = false;
  let freeMb: number | null = null;

  root.append(cards.node, overlay.node, ticker.node, notices.node, dialog.node, radio.node);
  document.body.dataset.state = 'loading';
  cards.setConnected(true);
  const stops = [keepAwake(), sound.stop, restarts.stop, radio.stop, ticker.stop, overlay.stop];
  const beat = setInterval(() => {
    notices.tick(performance.now());
    overlay.tick(performance.now());
  }, 1000);
  stops.push(() => clearInterval(beat));

  /** A promise nobody waited for, or a throw in a listener: reported, never fatal. */
  stops.push(listen('error', (event) => playback?.noteError(event.message)));
  stops.push(listen('unhandledrejection', (event) => playback?.noteError(String(event.reason))));
  stops.push(
    ...listenToRemote({
      previous: () => playback?.previous(),
      openOptions: dialog.open,
      back: dialog.pressBack,
      isBusy: dialog.isOpen,
    }),
  );

  async function start(): Promise<void> {
    cards.progress(10);
    const storage = await openStorage().catch(() => undefined);
    const cache = await openCache(storage);
    if (isStopped) return;
    cards.progress(25);
    const kept = createKeptAnswers(storage, session.credentials().playerId);
    const screen = createPlayback({
      session,
      cache,
      connections,
      kept,
      sound,
      restarts,
      onPhase(phase) {
        document.body.dataset.state = phase;
        cards.set(phase);
        ticker.setVisible(phase === 'playing');
      },
      onItem(item) {
        document.body.dataset.itemId = String(item.id);
        cards.progress(100);
      },
      onEdited: overlay.notifyOfEdit,
      onSounding: radio.duck,
      onRestart: () => location.replace(paths.play),
    });
    playback = screen;
    root.insertBefore(screen.node, root.firstChild);
    const report = () => {
      const { shownForMs, ...rest } = screen.report();
      const now = clock.utcMs(performance.now());
      const playingSince = now !== null && rest.videoId !== null ? new Date(now - shownForMs).toISOString() : null;
      void freeStorageMb().then((value) => {
        freeMb = value;
      });
      return {
        ...rest,
        playingSince,
        soundBlocked: sound.isBlocked(),
        freeStorageMb: freeMb,
        version: __VERSION__,
        engine: engineName(),
      };
    };
    cards.progress(40);
    session.validate().catch(() => undefined);
    feeds = startFeeds({
      session,
      kept,
      clock,
      state: report,
      onAssignment(assignment) {
        cards.progress(65);
        screen.set(assignment);
        radio.allow(assignment.status === 'active' && assignment.items.length > 0);
        if (!assignment.playlist) delete document.body.dataset.itemId;
      },
      onMessages(messages) {
        cards.progress(80);
        ticker.set(messages);
      },
      onNotices(list) {
        cards.progress(90);
        notices.set(list);
      },
      onRadio: radio.set,
      onInfo: ({ player }) => cards.setScreen(player.name, player.screenId),
      onReach(isReached) {
        cards.setConnected(isReached);
        screen.setReach(isReached);
      },
      onReconnect: restarts.lookForUpdate,
    });
  }
  void start();

  const page: Page = {
    onBack: dialog.stepBack,
    stop() {
      isStopped = true;
      feeds?.stop();
      playback?.stop();
      for (const stop of stops) stop();
      delete document.body.dataset.state;
      delete document.body.dataset.itemId;
    },
  };
  return page;
};

interface RemoteActions {
  previous(): void;
  openOptions(): void;
  back(): void;
  /** The dialog has the keys. */
  isBusy(): boolean;
}

function listenToRemote({ previous, openOptions, back, isBusy }: RemoteActions): (() => void)[] {
  let press: ReturnType<typeof setTimeout> | undefined;
  const release = () => clearTimeout(press);
  return [
    release,
    listen('keyup', release),
    listen('keydown', (event) => {
      if (event.key === 'Escape' || isBack(event)) {
        event.preventDefault();
        if (!event.repeat) back();
      } else if (isBusy()) return;
      else if (event.key === 'ArrowLeft' || event.key === 'MediaTrackPrevious') previous();
      else if (event.key === 'Enter' && !event.repeat) {
        requestFullscreen();
        press = setTimeout(openOptions, longPressMs);
      }
    }),
  ];
}
