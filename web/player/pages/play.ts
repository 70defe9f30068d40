/** /play: the screen in full (web/player/README 3.3). */
import { playerPaths } from '../../navigation/player-paths.ts';
import { listen } from '../device/dom.ts';
import { createSound, type Sound } from '../device/sound.ts';
import { openStorage } from '../device/storage.ts';
import { keepAwake } from '../device/wake.ts';
import { type MediaCache, openCache } from '../media/cache.ts';
import { createSpeechClips } from '../media/speech-clips.ts';
import { createOnAir } from '../playback/stage/on-air.ts';
import { createPlayback, type Playback } from '../playback/playback.ts';
import { type Cards, createCards } from '../screen/cards/cards.ts';
import { showDisplay } from '../screen/overlay/display.ts';
import { type Calls, createCalls } from '../screen/calls/calls.ts';
import { createNotices, type Notices } from '../screen/notices/notices.ts';
import { createOptionsDialog } from '../screen/cards/options.ts';
import { createOverlay, type Overlay } from '../screen/overlay/overlay.ts';
import { createOwnLogo, type OwnLogo } from '../screen/overlay/own-logo.ts';
import { createRadio, type Radio } from '../screen/radio/radio.ts';
import { createTicker, type Ticker } from '../screen/ticker/ticker.ts';
import { createUrgent, type Urgent } from '../screen/urgent/urgent.ts';
import { createClock, type ScreenClock } from '../server/clock/clock.ts';
import { type Connections, createConnections } from '../server/requests/connections.ts';
import { enterPlayerMode, findCredentials, isPlayerMode } from '../server/pairing/credentials.ts';
import { type Feeds, startFeeds } from '../server/feeds/feeds.ts';
import { createCachedResponses, type CachedResponses } from '../server/requests/cached-responses.ts';
import { createNetwork } from '../server/requests/network.ts';
import { type PageRestarts, schedulePageRestarts } from '../server/page/page-restarts.ts';
import { createSession, type Session } from '../server/pairing/session.ts';
import { findChosenPlaylist, mountOpenInBrowser } from './open-in-browser.ts';
import { createFirstShows, type FirstShows } from './first-shows.ts';
import type { MountPage } from './page.ts';
import { swappedMark } from './swapped.ts';
import { listenToRemote } from './remote-control.ts';
import { createScreenReport } from './screen-report.ts';

/** Interval for checking whether the device slept, and whether the programme wants another playlist. */
const checkMs = 250;

/** Maximum number of connections to the server at once. */
const connectionLimit = 5;

export const mountPlay: MountPage = (root, go) => {
  if (findChosenPlaylist() !== undefined) return mountOpenInBrowser(root, go);
  const credentials = findCredentials();
  if (credentials) enterPlayerMode(credentials);
  if (!credentials || !isPlayerMode()) {
    go(playerPaths.player);
    return { stop: () => undefined };
  }
  const connections = createConnections(connectionLimit);
  const network = createNetwork(connections);
  const session = createSession(network, credentials, (isSwapped) =>
    go(isSwapped ? `${playerPaths.player}?${swappedMark}` : playerPaths.player),
  );
  const clock = createClock(
    () => overlay.tick(performance.now()),
    () => {
      tick();
      running.feeds?.refreshAfterSleep();
    },
  );
  const elapsed = () => clock.elapsed(performance.now());
  const sound = createSound();
  const radio = createRadio(sound, connections);
  const restarts = schedulePageRestarts(playerPaths.play, connections, [playerPaths.playerReset, playerPaths.player]);
  const cards = createCards();
  const ticker = createTicker();
  const notices = createNotices();
  const running: Running = {};
  const context = { elapsed, sound, connections, radio, running };
  const calls = createScreenCalls(context);
  const urgent = createScreenUrgent(context, calls);
  const dialog = createOptionsDialog({
    network,
    onExit: () => go(`${playerPaths.player}?stay`),
    onReset: () => go(playerPaths.playerReset),
  });
  const ownLogo = createOwnLogo();
  const overlay = createOverlay({
    clock,
    ownLogo,
    onPrevious: () => running.playback?.previous(),
    onOptions: dialog.open,
  });
  const firstShows = createFirstShows(() => running.feeds?.report());
  const shown = { cards, ticker, notices, calls, urgent, overlay, ownLogo, firstShows };
  const parts: Parts = { connections, session, clock, sound, radio, restarts, ...shown };
  let isStopped = false;

  const overlays = [ticker.node, notices.node, ...calls.nodes, urgent.node, dialog.node, radio.node];
  root.append(cards.node, overlay.node, ...overlays);
  document.body.dataset.state = 'loading';
  showDisplay(undefined);
  cards.setConnected(true);
  const stoppable = [sound, restarts, radio, ticker, notices, calls, urgent, overlay, ownLogo];
  const stops = [keepAwake(), ...stoppable.map(({ stop }) => stop)];
  function tick(): void {
    for (const each of [notices, calls, urgent, overlay]) each.tick(performance.now());
    if (running.playback) cards.download(running.playback.awaitedPercent());
  }
  const heartbeat = setInterval(tick, 1000);
  stops.push(() => clearInterval(heartbeat));

  /** A promise nobody waited for, or a throw in a listener: reported, never fatal. */
  stops.push(listen('error', (event) => running.playback?.noteError(event.message)));
  stops.push(listen('unhandledrejection', (event) => running.playback?.noteError(String(event.reason))));
  stops.push(
    ...listenToRemote({
      previous: () => running.playback?.previous(),
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
    const kept = createCachedResponses(storage, session.credentials().playerId);
    ownLogo.begin({ connections, kept });
    const playback = createScreenPlayback(parts, kept, cache);
    running.playback = playback;
    root.insertBefore(playback.node, root.firstChild);
    cards.progress(40);
    session.validate().catch(() => undefined);
    running.feeds = followServer(parts, kept, playback);
  }
  void start();

  return {
    onBack: dialog.stepBack,
    stop() {
      isStopped = true;
      running.feeds?.stop();
      running.playback?.stop();
      for (const stop of stops) stop();
      delete document.body.dataset.state;
      delete document.body.dataset.itemId;
    },
  };
};

/** Parts of /play that start once its storage has responded. */
interface Running {
  playback?: Playback;
  feeds?: Feeds;
}

interface CallContext extends Pick<Parts, 'sound' | 'connections' | 'radio'> {
  /** Monotonic milliseconds, sleep included. */
  elapsed(): number;
  running: Running;
}

/** Parts of /play that exist before its storage responds. */
interface Parts {
  connections: Connections;
  session: Session;
  clock: ScreenClock;
  sound: Sound;
  radio: Radio;
  restarts: PageRestarts;
  cards: Cards;
  ticker: Ticker;
  notices: Notices;
  calls: Calls;
  urgent: Urgent;
  overlay: Overlay;
  ownLogo: OwnLogo;
  firstShows: FirstShows;
}

/** Patients' calls: everything else is lowered while one is said. */
function createScreenCalls({ elapsed, sound, connections, radio, running }: CallContext): Calls {
  return createCalls({
    now: elapsed,
    sound,
    spoken: createSpeechClips(connections),
    onSounding(isSounding) {
      radio.lowerForCall(isSounding);
      running.playback?.lower(isSounding);
    },
    onShown: (call, hadSound) => running.feeds?.callShown(call, hadSound),
  });
}

/** Urgent notices: all the rest is silent and goes on beneath; what is to be played is asked anew afterwards. */
function createScreenUrgent({ elapsed, sound, radio, running }: CallContext, calls: Calls): Urgent {
  return createUrgent({
    now: elapsed,
    sound,
    onMute(isSilent) {
      radio.mute(isSilent);
      calls.hold(isSilent);
      running.playback?.mute(isSilent);
    },
    onShown: (id, hadSound) => running.feeds?.urgentShown(id, hadSound),
    onOver: () => running.feeds?.refreshAssignment(),
  });
}

/** The picture, and what lies over it as the picture goes on. */
function createScreenPlayback(
  { session, connections, sound, radio, restarts, cards, ticker, overlay, calls, urgent, firstShows }: Parts,
  kept: CachedResponses,
  cache: MediaCache,
): Playback {
  return createPlayback({
    session,
    cache,
    connections,
    kept,
    sound,
    // Nothing flashes up in the midst of an urgent notice, and nobody's call is cut.
    restarts: { ...restarts, isReady: () => !urgent.isShown() && !calls.isBusy() && restarts.isReady() },
    onPhase(phase) {
      document.body.dataset.state = phase;
      cards.set(phase);
      ticker.setVisible(phase === 'playing');
    },
    onUnplayable: cards.setUnplayable,
    onItem(item) {
      document.body.dataset.itemId = String(item.id);
      cards.progress(100);
      firstShows.shown(item);
    },
    onEdited: overlay.notifyOfEdit,
    onSounding: radio.lowerForVideo,
    onRestart: () => location.replace(playerPaths.play),
  });
}

/** Passes the server's responses to the parts that show or play them. */
function followServer(
  { session, clock, sound, radio, restarts, cards, ticker, notices, calls, urgent, ownLogo, firstShows }: Parts,
  kept: CachedResponses,
  playback: Playback,
): Feeds {
  const onAir = createOnAir({
    clock,
    seed: Math.floor(Math.random() * 2 ** 32),
    set(assignment) {
      cards.progress(65);
      firstShows.set(assignment);
      playback.set(assignment);
      radio.allow(assignment.status === 'active' && assignment.items.length > 0);
      if (!assignment.playlist) delete document.body.dataset.itemId;
      feeds.follow(assignment.playlist?.id ?? null);
    },
    preload: playback.preload,
  });
  const looks = setInterval(() => {
    clock.check(Date.now(), performance.now());
    onAir.tick(performance.now());
  }, checkMs);
  const feeds = startFeeds({
    session,
    kept,
    clock,
    state: createScreenReport(playback, clock, sound, radio, onAir.isClockUnknown),
    onAssignment(sent, rules) {
      calls.setBlocked(sent.status === 'blocked');
      onAir.tell(sent, rules, performance.now());
    },
    held: playback.heldIds,
    onRevoked: playback.revoke,
    onMessages(messages) {
      cards.progress(80);
      ticker.set(messages);
    },
    onNotices(list) {
      cards.progress(90);
      notices.set(list);
    },
    onRadio: radio.set,
    onCalls: calls.set,
    onUrgent: urgent.set,
    onInfo({ player, display }) {
      cards.setScreen(player.name, player.screenId);
      showDisplay(display);
      ownLogo.set(display?.logo ?? null);
    },
    onConnectivity(isOnline) {
      cards.setConnected(isOnline);
      calls.setOnline(isOnline);
      playback.setOnline(isOnline);
    },
    onReconnect: restarts.checkForUpdate,
  });
  return {
    ...feeds,
    stop() {
      clearInterval(looks);
      feeds.stop();
    },
  };
}
