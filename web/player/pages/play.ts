/** /play: shows what a paired screen plays (web/player/README 3.3). */
import { playerPaths } from '../../navigation/player-paths.ts';
import { listen } from '../device/dom.ts';
import { createGain, type Gain } from '../device/gain.ts';
import { createSound, type Sound } from '../device/sound.ts';
import { openStorage } from '../device/storage.ts';
import { keepAwake } from '../device/wake.ts';
import { type MediaCache, openCache } from '../media/cache.ts';
import { createSpeechClips } from '../media/speech-clips.ts';
import { createProgrammeScheduler } from '../playback/stage/programme-scheduler.ts';
import { createSoundLevel, type SoundLevel } from '../playback/sound-level.ts';
import { createPlayback, type Playback } from '../playback/playback.ts';
import { createPlayLog, type PlayLog } from '../playback/play-log.ts';
import { type Cards, createCards } from '../screen/cards/cards.ts';
import { applyDisplaySettings } from '../screen/overlay/display.ts';
import { type Calls, createCalls } from '../screen/calls/calls.ts';
import { createNotices, type Notices } from '../screen/notices/notices.ts';
import { createOptionsDialog } from '../screen/cards/options.ts';
import { createIdentification, type Identification } from '../screen/overlay/identify.ts';
import { createOverlay, type Overlay } from '../screen/overlay/overlay.ts';
import { createClinicLogo, type ClinicLogo } from '../screen/overlay/clinic-logo.ts';
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
import { playlistIdInAddress, mountPlayAsUser } from './play-as-user.ts';
import { createFirstDisplayReports, type FirstDisplayReports } from './first-display-reports.ts';
import type { MountPage } from './page.ts';
import { swappedParameter } from './swapped.ts';
import { listenToRemote } from './remote-control.ts';
import { createScreenReport } from './screen-report.ts';

/** Interval for checking whether the device slept, and whether programme or quiet hours change what plays or is heard. */
const checkMs = 250;

/** Maximum number of connections to the server at once. */
const connectionLimit = 5;

export const mountPlay: MountPage = (root, go) => {
  const credentials = playlistIdInAddress() === undefined ? findCredentials() : undefined;
  if (credentials) enterPlayerMode(credentials);
  if (!credentials || !isPlayerMode()) return mountPlayAsUser(root, go);
  const connections = createConnections(connectionLimit);
  const network = createNetwork(connections);
  const session = createSession(network, credentials, (isSwapped) =>
    go(isSwapped ? `${playerPaths.player}?${swappedParameter}` : playerPaths.player),
  );
  const clock = createClock(
    () => overlay.tick(performance.now()),
    () => {
      tick();
      started.feeds?.refreshAfterSleep();
    },
  );
  const elapsed = () => clock.elapsed(performance.now());
  const sound = createSound();
  const gain = createGain();
  const started: StartedParts = {};
  const radio = createRadio({ sound, connections, gain, clock, files: () => started.playback?.music });
  const restarts = schedulePageRestarts(playerPaths.play, connections, [playerPaths.playerReset, playerPaths.player]);
  const cards = createCards();
  const ticker = createTicker();
  const notices = createNotices();
  const context = { elapsed, sound, connections, gain, started };
  const calls = createScreenCalls(context);
  const urgent = createScreenUrgent(context, calls);
  const dialog = createOptionsDialog({
    network,
    onExit: () => go(`${playerPaths.player}?stay`),
    onReset: () => go(playerPaths.playerReset),
  });
  const clinicLogo = createClinicLogo();
  const overlay = createOverlay({
    clock,
    clinicLogo,
    onPrevious: () => started.playback?.previous(),
    onOptions: dialog.open,
  });
  const firstDisplayReports = createFirstDisplayReports(() => started.feeds?.sendHeartbeat());
  const identification = createIdentification();
  const shown = { cards, ticker, notices, calls, urgent, overlay, clinicLogo, identification, firstDisplayReports };
  const parts: Parts = { connections, session, clock, sound, gain, radio, restarts, ...shown };
  let isStopped = false;

  const lowerLayers = [ticker.node, notices.node, ...calls.nodes, identification.node];
  root.append(cards.node, overlay.node, ...lowerLayers, urgent.node, dialog.node, ...radio.nodes);
  document.body.dataset.state = 'loading';
  applyDisplaySettings(undefined);
  cards.setConnected(true);
  const stoppable = [sound, restarts, radio, ticker, notices, calls, urgent, overlay, clinicLogo, identification];
  const stops = [keepAwake(), ...stoppable.map(({ stop }) => stop)];
  function tick(): void {
    for (const each of [notices, calls, urgent, overlay, radio]) each.tick(performance.now());
    if (started.playback) cards.setDownloaded(started.playback.awaitedPercent());
  }
  const tickTimer = setInterval(tick, 1000);
  stops.push(() => clearInterval(tickTimer));

  // Report unhandled errors; none of them ends the page.
  stops.push(listen('error', (event) => started.playback?.recordError(event.message)));
  stops.push(listen('unhandledrejection', (event) => started.playback?.recordError(String(event.reason))));
  stops.push(
    ...listenToRemote({
      previous: () => started.playback?.previous(),
      openOptions: dialog.open,
      back: dialog.pressBack,
      isBusy: dialog.isOpen,
    }),
  );

  async function start(): Promise<void> {
    cards.setProgress(10);
    const storage = await openStorage().catch(() => undefined);
    const cache = await openCache(storage);
    if (isStopped) return;
    cards.setProgress(25);
    const { playerId } = session.credentials();
    const cachedResponses = createCachedResponses(storage, playerId);
    clinicLogo.start({ connections, cachedResponses });
    const plays = createPlayLog({ storage, playerId, clock, now: () => performance.now() });
    const playback = createScreenPlayback(parts, cachedResponses, cache, plays);
    started.playback = playback;
    root.insertBefore(playback.node, root.firstChild);
    cards.setProgress(40);
    session.validate().catch(() => undefined);
    started.feeds = followServer(parts, cachedResponses, playback, plays);
  }
  void start();

  return {
    onBack: dialog.stepBack,
    stop() {
      isStopped = true;
      started.feeds?.stop();
      started.playback?.stop();
      for (const stop of stops) stop();
      delete document.body.dataset.state;
      delete document.body.dataset.itemId;
    },
  };
};

/** Parts of /play that start once the storage has responded. */
interface StartedParts {
  playback?: Playback;
  feeds?: Feeds;
}

interface CallContext extends Pick<Parts, 'sound' | 'connections' | 'gain'> {
  /** Monotonic milliseconds that include the device's sleep. */
  elapsed(): number;
  started: StartedParts;
}

/** Parts of /play that exist before the storage has responded. */
interface Parts {
  connections: Connections;
  session: Session;
  clock: ScreenClock;
  sound: Sound;
  gain: Gain;
  radio: Radio;
  restarts: PageRestarts;
  cards: Cards;
  ticker: Ticker;
  notices: Notices;
  calls: Calls;
  urgent: Urgent;
  overlay: Overlay;
  clinicLogo: ClinicLogo;
  identification: Identification;
  firstDisplayReports: FirstDisplayReports;
}

/** Creates the display of patients' calls, which lowers all other sound while a call is announced. */
function createScreenCalls({ elapsed, sound, connections, gain, started }: CallContext): Calls {
  return createCalls({
    now: elapsed,
    sound,
    speechClips: createSpeechClips(connections),
    onSounding: gain.lowerForCall,
    onShown: async (call, hadSound) => started.feeds?.callShown(call, hadSound),
    onQueued: (queued) => started.feeds?.callsQueued(queued),
  });
}

/** Creates the display of urgent notices: other sound is muted and calls wait. At the end requests the assignment. */
function createScreenUrgent({ elapsed, sound, gain, started }: CallContext, calls: Calls): Urgent {
  return createUrgent({
    now: elapsed,
    sound,
    onMute(isMuted) {
      gain.mute(isMuted);
      calls.hold(isMuted);
    },
    onShown: (notice, hadSound) => started.feeds?.urgentShown(notice, hadSound),
    onEnd: () => started.feeds?.refreshAssignment(),
  });
}

/** Creates the playback, and connects it with the cards, the ticker and the overlay. */
function createScreenPlayback(
  { session, connections, sound, gain, restarts, cards, ticker, overlay, calls, urgent, firstDisplayReports }: Parts,
  cachedResponses: CachedResponses,
  cache: MediaCache,
  plays: PlayLog,
): Playback {
  return createPlayback({
    session,
    cache,
    connections,
    cachedResponses,
    sound,
    gain,
    plays,
    // Do not restart during an urgent notice or a call.
    restarts: { ...restarts, isReady: () => !urgent.isShown() && !calls.isBusy() && restarts.isReady() },
    onPhase(phase) {
      document.body.dataset.state = phase;
      cards.set(phase);
      calls.changeScreenState({ isDark: phase === 'dark' });
      ticker.setVisible(phase === 'playing' || phase === 'idle');
    },
    onUnplayable: cards.setUnplayable,
    onItem(item) {
      document.body.dataset.itemId = String(item.id);
      cards.setProgress(100);
      firstDisplayReports.shown(item);
    },
    onEdited: overlay.notifyOfEdit,
    onSounding(isSounding) {
      gain.lowerForFilm(isSounding);
      plays.tick(isSounding);
    },
    onRestart: () => location.replace(playerPaths.play),
  });
}

/** Passes the server's responses to the parts that show or play them. */
function followServer(
  {
    session,
    clock,
    sound,
    gain,
    radio,
    restarts,
    cards,
    ticker,
    notices,
    calls,
    urgent,
    overlay,
    clinicLogo,
    identification,
    firstDisplayReports,
  }: Parts,
  cachedResponses: CachedResponses,
  playback: Playback,
  plays: PlayLog,
): Feeds {
  const scheduler = createProgrammeScheduler({
    clock,
    seed: Math.floor(Math.random() * 2 ** 32),
    set(assignment) {
      cards.setProgress(65);
      firstDisplayReports.set(assignment);
      playback.set(assignment);
      radio.follow(
        assignment.status === 'active' && assignment.items.length > 0 ? (assignment.playlist?.id ?? null) : null,
      );
      if (!assignment.playlist) delete document.body.dataset.itemId;
      feeds.follow(assignment.playlist?.id ?? null);
    },
    preload: playback.preload,
  });
  const applySound = (level: SoundLevel) => {
    gain.setScreenVolume(level.gain);
    calls.mute(level.mutesCalls);
  };
  const soundLevel = createSoundLevel(clock, applySound, performance.now());
  void cachedResponses.load('info').then((info) => soundLevel.restore(info?.display, performance.now()));
  const checkTimer = setInterval(() => {
    clock.check(Date.now(), performance.now());
    scheduler.tick(performance.now());
    soundLevel.tick(performance.now());
  }, checkMs);
  const feeds = startFeeds({
    session,
    cachedResponses,
    clock,
    plays,
    state: createScreenReport(playback, clock, sound, radio, scheduler.isClockUnknown),
    onAssignment(assignment, rules) {
      calls.setBlocked(assignment.status === 'blocked');
      scheduler.receive(assignment, rules, performance.now());
    },
    held: playback.heldIds,
    onRevoked: playback.revoke,
    onMessages(messages) {
      cards.setProgress(80);
      ticker.set(messages);
    },
    onNotices(list) {
      cards.setProgress(90);
      notices.set(list);
    },
    onRadio: radio.set,
    onCalls: calls.set,
    onUrgent: urgent.set,
    onInfo({ player, user, display }) {
      overlay.setClinicName(user.name);
      cards.setScreenName(player.name, player.screenId);
      applyDisplaySettings(display);
      soundLevel.set(display ?? {}, performance.now());
      calls.changeScreenState({ layout: display?.callLayout ?? null });
      clinicLogo.set(display?.logo ?? null);
    },
    onIdentify: identification.show,
    onConnectivity(isOnline) {
      cards.setConnected(isOnline);
      calls.setOnline(isOnline);
      playback.setOnline(isOnline);
    },
    onReconnect: restarts.checkForUpdate,
    onRestartAt: restarts.receiveRequest,
  });
  return {
    ...feeds,
    stop() {
      clearInterval(checkTimer);
      feeds.stop();
    },
  };
}
