/**
 * What is on the screen, and what comes next: a pure state machine. `step(state, event, context)` answers the next
 * state and the commands for the stage. All times are monotonic milliseconds.
 *
 * A *turn* is one appearance of an item; its ticket names it, so that a late answer about an older turn is ignored.
 * The next turn is prepared before the current one ends, and shown only when it is ready: until then the old picture
 * stays.
 */
import { limits } from '../../../src/contract/limits.ts';
import type { PlayItem } from '../../../src/contract/playlists.ts';
import { locate, sameItems, successor } from './order.ts';
import {
  type Current,
  type Draft,
  expectedMs,
  goneMs,
  imageMs,
  leadMs,
  type Next,
  provenMs,
  rest,
  sleptMs,
  type TimelineCommand,
  type TimelineContext,
  type TimelineEvent,
  type TimelineState,
} from './timeline-state.ts';

/** The next state and what the stage has to do. */
export function step(
  state: TimelineState,
  event: TimelineEvent,
  context: TimelineContext,
): { state: TimelineState; commands: TimelineCommand[] } {
  const draft: Draft = { ...state };
  const commands: TimelineCommand[] = [];
  awake(draft, context.now);
  apply(draft, event, context.now, commands);
  settle(draft, context, commands);
  return { state: draft, commands };
}

/** What was being opened when the device fell asleep has its whole time again. */
function awake(draft: Draft, now: number): void {
  const gap = now - draft.seenAt;
  draft.seenAt = now;
  if (gap < sleptMs) return;
  if (draft.next) draft.next = { ...draft.next, startedAt: now };
  if (draft.current?.shownAt === null) draft.current = { ...draft.current, askedAt: now };
}

function apply(draft: Draft, event: TimelineEvent, now: number, commands: TimelineCommand[]): void {
  switch (event.type) {
    case 'assign':
      restart(draft, event.items, event.isRandom, event.startIndex ?? 0, now, commands);
      break;
    case 'update':
      update(draft, event.items, event.isRandom, now, commands);
      break;
    case 'stop':
      restart(draft, [], false, 0, now, commands);
      break;
    case 'ready':
      if (draft.next?.ticket === event.ticket) draft.next = { ...draft.next, isReady: true };
      break;
    case 'shown':
      if (draft.current?.ticket === event.ticket && draft.current.shownAt === null)
        draft.current = { ...draft.current, shownAt: now };
      break;
    case 'ended':
      if (draft.current?.ticket !== event.ticket) break;
      if (draft.current.shownAt !== null) prove(draft, draft.current);
      end(draft, now);
      break;
    case 'failed':
      if (draft.next?.ticket === event.ticket) failNext(draft, now, commands);
      else if (draft.current?.ticket === event.ticket) failCurrent(draft, now);
      break;
    case 'previous':
      previous(draft, now, commands);
      break;
    case 'arrived':
      if (draft.restUntil !== null) draft.restUntil = now;
      reconsider(draft, commands);
      break;
    case 'tick':
      break;
  }
}

function restart(
  draft: Draft,
  items: readonly PlayItem[],
  isRandom: boolean,
  startIndex: number,
  now: number,
  commands: TimelineCommand[],
): void {
  discardNext(draft, commands);
  draft.queue = items;
  draft.isRandom = isRandom;
  draft.cursor = (startIndex < items.length ? startIndex : 0) - 1;
  draft.failures = 0;
  draft.restUntil = null;
  draft.restMs = rest.firstMs;
  leave(draft, now, limits.safetyTimeoutMs);
}

/** Contract/README 10.3: the current item is kept if still present, otherwise playback jumps to the first item. */
function update(
  draft: Draft,
  items: readonly PlayItem[],
  isRandom: boolean,
  now: number,
  commands: TimelineCommand[],
): void {
  if (draft.isRandom === isRandom && sameItems(draft.queue, items, !isRandom)) {
    // A shuffle is not begun anew for nothing: only names and times may have changed.
    const fresh = new Map(items.map((item) => [item.id, item]));
    const known = draft.queue;
    draft.queue = known.map((item) => fresh.get(item.id) ?? item);
    if (draft.current?.queue === known) draft.current = { ...draft.current, queue: draft.queue };
    if (draft.next?.queue === known) draft.next = { ...draft.next, queue: draft.queue };
    return;
  }
  if (!sameItems(draft.queue, items, false)) commands.push({ type: 'announce' });
  discardNext(draft, commands);
  draft.queue = items;
  draft.isRandom = isRandom;
  draft.restUntil = null;
  draft.failures = 0;
  const { current } = draft;
  const index = current ? locate(items, current.item, current.index) : -1;
  draft.cursor = index;
  if (current && index >= 0)
    draft.current = { ...current, index, queue: items, item: items[index] as PlayItem, leaveBy: null };
  else leave(draft, now, goneMs);
}

/** The current item has no right to stay: its successor comes as soon as it is ready. */
function leave(draft: Draft, now: number, withinMs: number): void {
  end(draft, now);
  if (draft.current) draft.current = { ...draft.current, leaveBy: now + withinMs };
}

function end(draft: Draft, now: number): void {
  if (draft.current && draft.current.overAt === null) draft.current = { ...draft.current, overAt: now };
}

function discardNext(draft: Draft, commands: TimelineCommand[]): void {
  if (draft.next) commands.push({ type: 'discard', ticket: draft.next.ticket });
  draft.next = null;
}

function countFailure(draft: Draft, now: number): void {
  draft.failures += 1;
  const kinds = new Set(draft.queue.map((item) => item.id)).size;
  if (draft.failures < kinds) return;
  draft.restUntil = now + draft.restMs;
  draft.restMs = Math.min(draft.restMs * 2, rest.longestMs);
}

function failNext(draft: Draft, now: number, commands: TimelineCommand[]): void {
  discardNext(draft, commands);
  countFailure(draft, now);
}

function failCurrent(draft: Draft, now: number): void {
  if (draft.current && !draft.current.isProven && draft.current.overAt === null) countFailure(draft, now);
  end(draft, now);
}

/** Back with wrap (contract/README 10.3); ignored while a transition is under way, for at most 3 s. */
function previous(draft: Draft, now: number, commands: TimelineCommand[]): void {
  const { current, queue } = draft;
  if (queue.length === 0) return;
  if (current && current.shownAt === null && now - current.askedAt < limits.transitionLockMs) return;
  const from = draft.next?.isWanted ? draft.next : current;
  const cycle = from?.queue ?? queue;
  discardNext(draft, commands);
  prepare(draft, cycle, ((from?.index ?? 0) - 1 + cycle.length) % cycle.length, true, now, commands);
  draft.restUntil = null;
  end(draft, now);
}

/** Items were passed over because they were not here: what has arrived before its turn takes it. */
function reconsider(draft: Draft, commands: TimelineCommand[]): void {
  const { current, next } = draft;
  if (!current || current.overAt !== null || !next || next.isWanted) return;
  const isFollower = next.queue === current.queue && next.index === current.index + 1;
  if (isFollower || current.index + 1 >= current.queue.length) return;
  discardNext(draft, commands);
  draft.queue = current.queue;
  draft.cursor = current.index;
}

function prepare(
  draft: Draft,
  queue: readonly PlayItem[],
  index: number,
  isWanted: boolean,
  now: number,
  commands: TimelineCommand[],
): void {
  const item = queue[index] as PlayItem;
  const ticket = draft.lastTicket + 1;
  draft.lastTicket = ticket;
  draft.queue = queue;
  draft.cursor = index;
  draft.next = { ticket, item, queue, index, startedAt: now, isReady: false, isWanted };
  commands.push({ type: 'prepare', ticket, item });
}

/** Everything that follows from the time alone, in the order in which one thing causes the next. */
function settle(draft: Draft, context: TimelineContext, commands: TimelineCommand[]): void {
  const { now } = context;
  judgeCurrent(draft, now);
  if (draft.queue.length === 0) {
    clear(draft, commands);
    return;
  }
  const isFree = () => draft.current === null || draft.current.overAt !== null;
  if (draft.next && !draft.next.isReady && isFree()) {
    const waitingSince = Math.max(draft.next.startedAt, draft.current?.overAt ?? 0);
    if (now - waitingSince >= limits.safetyTimeoutMs) failNext(draft, now, commands);
  }
  if (draft.restUntil !== null && now >= draft.restUntil) {
    draft.restUntil = null;
    draft.failures = 0;
  }
  if (!draft.next && draft.restUntil === null && (isFree() || now >= prepareAt(draft.current as Current))) {
    const { queue, index } = successor(draft, context);
    prepare(draft, queue, index, false, now, commands);
  }
  if (draft.next?.isReady && isFree()) show(draft, draft.next, now, commands);
  const { current } = draft;
  if (!current || current.overAt === null) return;
  const mustGo = draft.restUntil !== null || (current.leaveBy !== null && now >= current.leaveBy);
  if (mustGo) clear(draft, commands);
}

function judgeCurrent(draft: Draft, now: number): void {
  const { current } = draft;
  if (!current) return;
  if (current.shownAt === null) {
    if (now - current.askedAt >= limits.safetyTimeoutMs) failCurrent(draft, now);
    return;
  }
  const isOver = current.item.mediaType === 'image' && now - current.shownAt >= imageMs(current.item);
  if (isOver || now - current.shownAt >= provenMs) prove(draft, current);
  if (isOver) end(draft, now);
}

/** It was seen for a while, or to its end: this device can play. */
function prove(draft: Draft, current: Current): void {
  if (current.isProven) return;
  draft.current = { ...current, isProven: true };
  draft.failures = 0;
  draft.restMs = rest.firstMs;
}

const prepareAt = (current: Current): number =>
  current.shownAt === null ? Infinity : current.shownAt + Math.max(0, expectedMs(current.item) - leadMs);

function show(draft: Draft, next: Next, now: number, commands: TimelineCommand[]): void {
  const { ticket, item, queue, index } = next;
  draft.current = {
    ticket,
    item,
    queue,
    index,
    askedAt: now,
    shownAt: null,
    overAt: null,
    isProven: false,
    leaveBy: null,
  };
  draft.next = null;
  commands.push({ type: 'show', ticket, item });
}

function clear(draft: Draft, commands: TimelineCommand[]): void {
  if (!draft.current) return;
  draft.current = null;
  commands.push({ type: 'clear' });
}
