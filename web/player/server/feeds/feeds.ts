/** Feeds from the server: polled (contract/README 10.4), asked at once when the socket reports a change, and kept. */
import type { PlayerCalls } from '../../../../src/contract/calls.ts';
import type { TickerMessage } from '../../../../src/contract/messages.ts';
import type { PlayerNotice } from '../../../../src/contract/notices.ts';
import type { Responses, Assignment, RadioSource, Rules } from '../requests/responses.ts';
import type { ScreenClock } from '../clock/clock.ts';
import type { CachedResponses } from '../requests/cached-responses.ts';
import { keepTime } from '../clock/kept-time.ts';
import { openScreenSocket } from '../poll/screen-socket.ts';
import type { Session } from '../pairing/session.ts';
import { startAssignmentFeed } from './assignment.ts';
import { type CallsFeed, startCallsFeed } from './calls.ts';
import { createRequestQueue } from './request-queue.ts';
import { startMessagesFeed } from './messages.ts';
import { startRadioFeed } from './radio.ts';
import { recall } from './recall.ts';
import { startHeartbeat, startInfoFeed, startNoticesFeed } from './simple-feeds.ts';
import { type AllFeeds, trigger } from './triggers.ts';
import { type ShownUrgent, startUrgentFeed, type UrgentFeed } from './urgent.ts';

export interface FeedsOptions {
  session: Session;
  kept: CachedResponses;
  clock: ScreenClock;
  /** Called with the assigned playlist and the rules; `follow` sets which of them plays. */
  onAssignment(assignment: Assignment, rules: Rules): void;
  /** Items that play on although another playlist is assigned, and those of them that no longer may. */
  held(): readonly number[];
  onRevoked(ids: readonly number[]): void;
  onMessages(messages: readonly TickerMessage[]): void;
  onNotices(notices: readonly PlayerNotice[]): void;
  onRadio(wanted: RadioSource): void;
  onCalls(response: PlayerCalls): void;
  onUrgent(notices: readonly ShownUrgent[]): void;
  onInfo(info: Responses['info']): void;
  /** the server responds, or no longer does. */
  onConnectivity(isOnline: boolean): void;
  /** The socket is open again: the server may be a newer one. */
  onReconnect(): void;
  /** Returns the state for the heartbeat. */
  state(): Record<string, unknown>;
}

export type Feeds = ReturnType<typeof startFeeds>;

export function startFeeds(options: FeedsOptions) {
  const { session, kept } = options;
  const time = keepTime(options.clock, kept);
  const requests = createRequestQueue(options.clock, time.note, options.onConnectivity);
  const context = { session, kept, requests };
  let hasBeenOpen = false;
  let isRefused = false;

  const socket = openScreenSocket({
    token: () => session.credentials().token,
    onOpen() {
      isRefused = false;
      // What was missed while it was closed. At the start everything is being asked anyway; what is asked seldom is asked
      // again, because a change may have fallen between its answer and the subscription, or the server came just now.
      if (hasBeenOpen) for (const feed of all) feed.now();
      else for (const feed of [feeds.assignment, feeds.info]) feed.now();
      hasBeenOpen = true;
      options.onReconnect();
    },
    onMessage(message) {
      trigger(message, feeds);
      if (message.type === 'subscriptionRefused' && message.to === 'player') isRefused = true;
      if (message.type !== 'subscribed' || message.to !== 'player' || !isRefused) return;
      // Unblocked: nothing was heard until now.
      isRefused = false;
      for (const feed of all) feed.now();
    },
  });

  const calls: CallsFeed = startCallsFeed(context, options.onCalls);
  const urgent: UrgentFeed = startUrgentFeed(context, options.clock, options.onUrgent);
  const feeds: AllFeeds = {
    assignment: startAssignmentFeed(context, {
      onAssignment(assignment, rules) {
        const ids = rules.playlists.map(({ id }) => id);
        if (assignment.status === 'blocked') urgent.forget();
        feeds.messages.expect(assignment.playlist && ids.length > 0 ? ids.concat(assignment.playlist.id) : ids);
        options.onAssignment(assignment, rules);
      },
      held: options.held,
      onRevoked: options.onRevoked,
      onLastCall: calls.receivePoll,
      onUrgentIds: urgent.receivePoll,
    }),
    messages: startMessagesFeed(context, options.onMessages),
    notices: startNoticesFeed(context, options.onNotices),
    radio: startRadioFeed(context, options.onRadio),
    heartbeat: startHeartbeat(context, options.state, (status) => {
      const current = feeds.assignment.current();
      if (current && status !== current.status) feeds.assignment.now();
    }),
    info: startInfoFeed(context, options.onInfo),
    calls,
    urgent,
  };
  const all = Object.values(feeds) as AllFeeds[keyof AllFeeds][];
  void recall(context, time, feeds, options);

  return {
    /** Sends a heartbeat now, because what the screen shows has changed. */
    report: () => feeds.heartbeat.now(),
    /** The card of a patient's call is painted. */
    callShown: calls.shown,
    /** Sets the playing playlist, whose messages and updates are followed. */
    follow(playlistId: number | null): void {
      socket.subscribePlaylist(playlistId);
      feeds.assignment.follow(playlistId);
      feeds.messages.follow(playlistId);
    },
    /** An urgent notice is painted. */
    urgentShown: urgent.shown,
    /** Requests the assignment again. */
    refreshAssignment: () => feeds.assignment.now(),
    /** The device slept: what depends on the time is asked anew. */
    refreshAfterSleep(): void {
      for (const feed of [feeds.assignment, calls, urgent]) feed.now();
    },
    stop(): void {
      requests.close();
      for (const feed of all) feed.stop();
      socket.close();
    },
  };
}
