/** Runs all feeds: they poll (contract/README 10.4), request at once on messages of the socket, and store the responses. */
import type { PlayerCall, PlayerCalls } from '../../../../src/contract/calls.ts';
import type { TickerMessage } from '../../../../src/contract/messages.ts';
import type { PlayerNotice } from '../../../../src/contract/notices.ts';
import type { Responses, Assignment, RadioSource, Rules } from '../requests/responses.ts';
import type { ScreenClock } from '../clock/clock.ts';
import type { CachedResponses } from '../requests/cached-responses.ts';
import { createStoredTime } from '../clock/stored-time.ts';
import { openScreenSocket } from '../poll/screen-socket.ts';
import type { Session } from '../pairing/session.ts';
import { startAssignmentFeed } from './assignment.ts';
import { type CallsFeed, startCallsFeed } from './calls.ts';
import { createServerRequests } from './server-requests.ts';
import { startMessagesFeed } from './messages.ts';
import { type UnsentPlays, startPlaysFeed } from './plays.ts';
import { startRadioFeed } from './radio.ts';
import { restore } from './restore.ts';
import { startHeartbeat, startInfoFeed, startNoticesFeed } from './simple-feeds.ts';
import { type AllFeeds, trigger } from './triggers.ts';
import { type UrgentToShow, startUrgentFeed, type UrgentFeed } from './urgent.ts';

export interface FeedsOptions {
  session: Session;
  cachedResponses: CachedResponses;
  clock: ScreenClock;
  /** Called with the assigned playlist and the rules; `follow` then sets the playlist that plays. */
  onAssignment(assignment: Assignment, rules: Rules): void;
  /** Returns the ids of items that still play although another playlist is assigned. `onRevoked` receives those that may no longer be shown. */
  held(): readonly number[];
  onRevoked(ids: readonly number[]): void;
  onMessages(messages: readonly TickerMessage[]): void;
  onNotices(notices: readonly PlayerNotice[]): void;
  onRadio(wanted: RadioSource): void;
  /** `all`: every call of the last 15 minutes; passed only if the name policy may have changed labels of earlier calls. */
  onCalls(response: PlayerCalls, all?: readonly PlayerCall[]): void;
  onUrgent(notices: readonly UrgentToShow[]): void;
  onInfo(info: Responses['info']): void;
  /** Called with the screen's name when a person wants to find the TV: the page shows it large. */
  onIdentify(name: string): void;
  /** Called when the server is lost, or responds again. */
  onConnectivity(isOnline: boolean): void;
  /** Called when the socket is open again: the server may be a newer version. */
  onReconnect(): void;
  /** Called after each poll. `at`: when a person last asked for a restart of the page; undefined: nobody has. */
  onRestartAt(at: number | undefined): void;
  /** Plays that the server has not acknowledged yet. */
  plays: UnsentPlays;
  /** Returns the state for the heartbeat. */
  state(): Record<string, unknown>;
}

export type Feeds = ReturnType<typeof startFeeds>;

export function startFeeds(options: FeedsOptions) {
  const { session, cachedResponses } = options;
  const storedTime = createStoredTime(options.clock, cachedResponses);
  const requests = createServerRequests(options.clock, storedTime.save, options.onConnectivity);
  const context = { session, cachedResponses, requests };
  let hasBeenOpen = false;
  let wasRefused = false;
  let mustRefreshMessages = false;

  /** Catches up on missed events. The ticker's messages wait for the assignment: another playlist may be assigned now. */
  function refreshAll(): void {
    mustRefreshMessages = true;
    for (const feed of all) if (feed !== feeds.messages) feed.refresh();
  }

  const socket = openScreenSocket({
    token: () => session.credentials().token,
    onOpen() {
      wasRefused = false;
      // At the start the feeds send their requests anyway. The assignment and the info are requested again: they may have
      // changed between the response and the subscription.
      if (hasBeenOpen) refreshAll();
      else for (const feed of [feeds.assignment, feeds.info]) feed.refresh();
      hasBeenOpen = true;
      options.onReconnect();
    },
    onMessage(message) {
      trigger(message, feeds);
      if (message.type === 'identifyScreen') options.onIdentify(message.name);
      if (message.type === 'subscriptionRefused' && message.to === 'player') wasRefused = true;
      if (message.type !== 'subscribed' || message.to !== 'player' || !wasRefused) return;
      // The screen was unblocked: no event was received until now.
      wasRefused = false;
      refreshAll();
    },
  });

  let hasTime = false;
  const calls: CallsFeed = startCallsFeed(context, options.onCalls);
  const urgent: UrgentFeed = startUrgentFeed(context, options.clock, options.onUrgent);
  const feeds: AllFeeds = {
    assignment: startAssignmentFeed(context, {
      onAssignment(assignment, rules) {
        const ids = rules.playlists.map(({ id }) => id);
        if (assignment.status === 'blocked') urgent.clear();
        feeds.messages.setRulePlaylists(
          assignment.playlist && ids.length > 0 ? ids.concat(assignment.playlist.id) : ids,
        );
        options.onAssignment(assignment, rules);
        // Plays that an earlier page stored can be sent once the time is known: the first response has set the clock.
        if (!hasTime) feeds.plays.refresh();
        hasTime = true;
      },
      onUpToDate() {
        if (mustRefreshMessages) feeds.messages.refresh();
        mustRefreshMessages = false;
      },
      held: options.held,
      onRevoked: options.onRevoked,
      onRestartAt: options.onRestartAt,
      onLastCall: calls.receivePoll,
      onUrgentIds: urgent.receivePoll,
    }),
    messages: startMessagesFeed(context, options.onMessages),
    notices: startNoticesFeed(context, options.onNotices),
    radio: startRadioFeed(context, options.onRadio),
    heartbeat: startHeartbeat(context, options.state, (status) => {
      const current = feeds.assignment.current();
      if (current && status !== current.status) feeds.assignment.refresh();
    }),
    info: startInfoFeed(context, options.onInfo),
    plays: startPlaysFeed(context, options.plays),
    calls,
    urgent,
  };
  const all = Object.values(feeds) as AllFeeds[keyof AllFeeds][];
  void restore(context, storedTime, feeds, options);

  return {
    /** Sends a heartbeat now. */
    sendHeartbeat: () => feeds.heartbeat.refresh(),
    /** Sends the receipt of a call whose card is painted. */
    callShown: calls.shown,
    /** Reports the calls that wait on this screen. */
    callsQueued: calls.queued,
    /** Sets the playlist that plays: delivers its messages for the ticker, and subscribes to its updates. */
    follow(playlistId: number | null): void {
      socket.subscribePlaylist(playlistId);
      feeds.assignment.follow(playlistId);
      feeds.messages.follow(playlistId);
    },
    /** Sends the receipt of an urgent notice that is painted. */
    urgentShown: urgent.shown,
    /** Requests the assignment again. */
    refreshAssignment: () => feeds.assignment.refresh(),
    /** Requests everything that depends on the time again, after the device slept. */
    refreshAfterSleep(): void {
      for (const feed of [feeds.assignment, calls, urgent]) feed.refresh();
    },
    stop(): void {
      requests.close();
      for (const feed of all) feed.stop();
      socket.close();
    },
  };
}
