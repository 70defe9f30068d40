/**
 * What the server tells this screen: polled as contract/README 10.4 says, and at once when the socket reports a change.
 * Every answer is kept for a start without the server.
 */
import type { ServerMessage } from '../../../src/contract/events.ts';
import { limits } from '../../../src/contract/limits.ts';
import type { TickerMessage } from '../../../src/contract/messages.ts';
import type { PlayerNotice } from '../../../src/contract/notices.ts';
import type { ScreenClock, ServerTime } from './clock.ts';
import { CallError } from './network.ts';
import { retryWhileAway } from './retry.ts';
import { type Poll, startPoll } from './poll.ts';
import { createReach } from './reach.ts';
import type { Answers, Assignment, RadioWish } from './answers.ts';
import type { KeptAnswers } from './kept-answers.ts';
import type { Session } from './session.ts';
import { openSocket } from './socket.ts';

export interface FeedsOptions {
  session: Session;
  saved: KeptAnswers;
  clock: ScreenClock;
  onAssignment(assignment: Assignment): void;
  onMessages(messages: readonly TickerMessage[]): void;
  onNotices(notices: readonly PlayerNotice[]): void;
  onRadio(wish: RadioWish): void;
  onInfo(info: Answers['info']): void;
  /** The server answers, or no longer does. */
  onReach(isReached: boolean): void;
  /** The socket is open again: the server may be a newer one. */
  onReconnect(): void;
  /** What the heartbeat reports. */
  state(): Record<string, unknown>;
}

export interface Feeds {
  stop(): void;
}

/** The stored programme waits this long for a newer one, so that nothing removed meanwhile flashes up. */
const patienceMs = 1_200;

const nothing: Assignment = { status: 'active', playlist: null, items: [] };

/** Contract/README 10.4: within 30 s of the page's reload, which asks for everything itself, the refresh is skipped. */
export function isNearReload(ageMs: number): boolean {
  const sinceMs = ageMs % limits.reloadEveryMs;
  return Math.min(sinceMs, limits.reloadEveryMs - sinceMs) < limits.playlistRefreshSkipMs;
}

export function startFeeds(options: FeedsOptions): Feeds {
  const { session, saved, clock } = options;
  let assignment: Assignment | undefined;
  let mustRefetch = false;
  let isStopped = false;
  let hasBeenOpen = false;
  let settings: Answers['radio'] | undefined;
  let stations: Answers['stations'] = [];
  let messagesFor: number | null = null;

  const reach = createReach(options.onReach);
  /** A poll that meets a restart of the server is late, not lost. */
  const heard = <Result>(run: () => Promise<Result>) =>
    retryWhileAway(
      () => reach.heard(run),
      () => !isStopped,
    );

  async function timed<Result extends ServerTime>(run: () => Promise<Result>): Promise<Result> {
    let askedAt = 0;
    const result = await heard(() => {
      askedAt = performance.now();
      return run();
    });
    clock.sync(result, askedAt, performance.now());
    return result;
  }

  function accept(next: Assignment): void {
    if (isStopped) return;
    options.onAssignment(next);
    // Only now: what could not be applied is asked for again, and never kept.
    assignment = next;
    void saved.save('assignment', next);
    const playlistId = next.playlist?.id ?? null;
    socket.subscribePlaylist(playlistId);
    if (playlistId === messagesFor) return;
    messagesFor = playlistId;
    if (playlistId === null) acceptMessages([]);
    else polls.messages.now();
  }

  async function askAssignment(): Promise<void> {
    let told: Assignment;
    try {
      const { status, playlist } = await timed(() => session.call('GET /api/player/assigned-playlist'));
      const known = assignment?.playlist;
      const isKnown =
        playlist && known && playlist.id === known.id && playlist.revision === known.revision && !mustRefetch;
      if (
        isKnown &&
        assignment &&
        status === assignment.status &&
        playlist.name === known.name &&
        playlist.isRandom === known.isRandom
      )
        return;
      const items = !playlist || isKnown ? (assignment?.items ?? []) : await askItems(playlist.id);
      told = { status, playlist, items: playlist ? items : [] };
    } catch (error) {
      // Screen or account blocked. The credentials stay, and the screen asks on.
      if (!(error instanceof CallError) || error.code !== 'account_blocked') throw error;
      told = { ...nothing, status: 'blocked' };
    }
    const isSame = assignment && told.status === assignment.status && !told.playlist && !assignment.playlist;
    if (!isSame) accept(told);
  }

  async function askItems(playlistId: number) {
    const { userId } = session.credentials();
    const items = await heard(() =>
      session.call('GET /api/player/playlists/:id/randomized', { params: { id: playlistId }, query: { userId } }),
    );
    mustRefetch = false;
    return items;
  }

  function acceptMessages(messages: readonly TickerMessage[]): void {
    void saved.save('messages', messages.slice());
    options.onMessages(messages);
  }

  async function askMessages(): Promise<void> {
    const id = assignment?.playlist?.id;
    if (id === undefined) return;
    const messages = await heard(() => session.call('GET /api/playlists/:id/breaking-news', { params: { id } }));
    if (!isStopped && assignment?.playlist?.id === id) acceptMessages(messages);
  }

  async function askNotices(): Promise<void> {
    const notices = await heard(() => session.call('GET /api/player/admin-notices'));
    void saved.save('notices', notices);
    if (!isStopped) options.onNotices(notices);
  }

  async function askRadio(): Promise<void> {
    const told = await heard(() => session.call('GET /api/player/radio-settings'));
    const isUnknown = told.selectedRadioId !== null && !stations.some((station) => station.id === told.selectedRadioId);
    if (isUnknown) {
      stations = await heard(() => session.call('GET /api/player/radio-stations'));
      void saved.save('stations', stations);
    }
    if (JSON.stringify(told) !== JSON.stringify(settings)) void saved.save('radio', told);
    settings = told;
    playRadio();
  }

  function playRadio(): void {
    const station = settings?.isEnabled ? stations.find((one) => one.id === settings?.selectedRadioId) : undefined;
    if (!isStopped) options.onRadio({ streamUrl: station?.streamUrl ?? null, volume: settings?.volume ?? 0 });
  }

  async function askInfo(): Promise<void> {
    const info = await heard(() => session.call('GET /api/player/info'));
    void saved.save('info', info);
    if (!isStopped) options.onInfo(info);
  }

  async function beat(): Promise<void> {
    const reply = await timed(() => session.heartbeat(options.state()));
    if (assignment && reply.status !== assignment.status) polls.assignment.now();
  }

  const socket = openSocket({
    url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`,
    token: () => session.credentials().token,
    onOpen() {
      // What was missed while it was closed; at the start everything is being asked anyway.
      if (hasBeenOpen) for (const poll of Object.values(polls)) poll.now();
      else polls.assignment.now();
      hasBeenOpen = true;
      options.onReconnect();
    },
    onClose: () => undefined,
    onMessage,
  });

  function onMessage(message: ServerMessage): void {
    switch (message.type) {
      case 'playlist_update':
        if (message.playlistId === assignment?.playlist?.id) mustRefetch = true;
        polls.assignment.now();
        break;
      case 'playerStatusChanged':
        // Perhaps its name.
        polls.info.now();
        polls.assignment.now();
        break;
      case 'playlistAssigned':
      case 'playlistRemoved':
      case 'categoryAccessChanged':
      case 'sessionEnded':
        polls.assignment.now();
        break;
      case 'subscriptionRefused':
        if (message.to === 'player') polls.assignment.now();
        break;
      case 'BREAKING_NEWS_UPDATE':
        polls.messages.now();
        break;
      case 'radioSettingsUpdated':
        // A station may have another address.
        stations = [];
        polls.radio.now();
        break;
      case 'noticesUpdated':
        polls.notices.now();
        break;
    }
  }

  const polls: Record<'assignment' | 'messages' | 'notices' | 'radio' | 'heartbeat' | 'info', Poll> = {
    assignment: startPoll(limits.assignedPlaylistPollMs, askAssignment),
    messages: startPoll(limits.messagesRefetchMs, askMessages),
    notices: startPoll(limits.noticesRefetchMs, askNotices),
    radio: startPoll(limits.radioSettingsPollMs, askRadio),
    heartbeat: startPoll(limits.heartbeatMs, beat),
    info: startPoll(limits.playlistRefreshMs, askInfo),
  };

  const startedAt = performance.now();
  const refresh = setInterval(() => {
    if (isNearReload(performance.now() - startedAt)) return;
    mustRefetch = true;
    polls.assignment.now();
  }, limits.playlistRefreshMs);

  async function recall(): Promise<void> {
    const [stored, messages, notices, radio, knownStations, info] = await Promise.all([
      saved.load('assignment'),
      saved.load('messages'),
      saved.load('notices'),
      saved.load('radio'),
      saved.load('stations'),
      saved.load('info'),
    ]);
    await new Promise<void>((resolve) => {
      const until = performance.now() + patienceMs;
      const look = setInterval(() => {
        if (!assignment && !reach.isDoubtful() && performance.now() < until) return;
        clearInterval(look);
        resolve();
      }, 50);
    });
    if (isStopped || assignment) return;
    if (info) options.onInfo(info);
    if (notices) options.onNotices(notices);
    if (radio) {
      settings = radio;
      stations = knownStations ?? [];
      playRadio();
    }
    if (!stored) return;
    accept(stored);
    // Only now: messages belong to the playlist just accepted.
    if (messages) options.onMessages(messages);
  }
  void recall();

  return {
    stop() {
      isStopped = true;
      clearInterval(refresh);
      for (const poll of Object.values(polls)) poll.stop();
      socket.close();
    },
  };
}
