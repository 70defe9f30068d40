/** Decides which call is shown when, and which are in the strip (contract/README 15). Pure; monotonic ms, sleep included. */
import type { PlayerCall } from '../../../../src/contract/calls.ts';
import { limits } from '../../../../src/contract/limits.ts';

const { freshMs, stripLifeMs, stripWithoutServerMs } = limits.calls;
const stripLength = 4;
/** Maximum number of waiting calls that are repeated; with more, each is spoken once. */
const patientLength = 2;

export interface QueuedCall {
  call: PlayerCall;
  /** By its age at the answer: the device's clock is never asked. */
  madeAt: number;
}

export interface CallQueue {
  /** On the card; it is never cut by the next. */
  shown: QueuedCall | null;
  /** In the order in which they are to be shown. */
  waiting: readonly QueuedCall[];
  /** Newest first. */
  strip: readonly QueuedCall[];
}

export const noCalls: CallQueue = { shown: null, waiting: [], strip: [] };

/** Adds the calls of a response, the oldest first. Calls that are too old go to the strip. */
export function arrive(
  queue: CallQueue,
  { calls, recent }: { calls: readonly PlayerCall[]; recent: readonly PlayerCall[] },
  now: number,
): CallQueue {
  const known = [...queue.waiting, ...(queue.shown ? [queue.shown] : [])];
  const fresh = calls
    .filter((call) => call.ageMs <= freshMs && !known.some((one) => isSame(one.call, call)))
    .map((call) => queued(call, now));
  const waiting = [...queue.waiting, ...fresh];
  const reported = [...calls, ...recent].map((call) => queued(call, now));
  return { ...queue, waiting, strip: stripOf([...reported, ...queue.strip], [...known, ...fresh]) };
}

/** The card's time is over: it goes to the strip, and the next one comes. */
export function advance({ shown, waiting, strip }: CallQueue): CallQueue {
  const [next, ...rest] = waiting;
  const over = shown ? [shown, ...strip] : strip;
  return { shown: next ?? null, waiting: rest, strip: stripOf(over, next ? [next, ...rest] : rest) };
}

/** It was covered while it was shown: it waits for its turn again, before all others. */
export const restore = ({ shown, waiting, strip }: CallQueue): CallQueue => ({
  shown: null,
  waiting: shown ? [shown, ...waiting] : waiting,
  strip,
});

/** Moves calls that waited too long to the strip. */
export function lapse({ shown, waiting, strip }: CallQueue, now: number): CallQueue {
  const late = waiting.filter(({ madeAt }) => now - madeAt > freshMs);
  const fresh = waiting.filter(({ madeAt }) => now - madeAt <= freshMs);
  return { shown, waiting: fresh, strip: stripOf([...late, ...strip], shown ? [shown, ...fresh] : fresh) };
}

/** Returns how often the call on the card is spoken. */
export const timesSpoken = ({ waiting }: CallQueue, repetitions: number): number =>
  waiting.length > patientLength ? 1 : repetitions;

/** Returns the strip's calls. `unreachedSince`: the server has not responded since then; null: it does. */
export function stripAt({ strip }: CallQueue, now: number, unreachedSince: number | null): readonly QueuedCall[] {
  if (unreachedSince !== null && now - unreachedSince >= stripWithoutServerMs) return [];
  return strip.filter(({ madeAt }) => now - madeAt < stripLifeMs);
}

const queued = (call: PlayerCall, now: number): QueuedCall => ({ call, madeAt: now - call.ageMs });

/** A repetition is a call of its own, with an id of its own. */
const isSame = (a: PlayerCall, b: PlayerCall): boolean => a.id === b.id;

/** The last four, each person once. A test is nobody's call, and a name whose time is over is empty. */
function stripOf(candidates: readonly QueuedCall[], coming: readonly QueuedCall[]): QueuedCall[] {
  const strip: QueuedCall[] = [];
  const newestFirst = candidates.slice().sort((a, b) => b.call.id - a.call.id);
  for (const one of newestFirst) {
    const { label, roomName, isTest } = one.call;
    const isShownElsewhere = coming.some(({ call }) => isSame(call, one.call));
    const isThere = strip.some(({ call }) => call.label === label && call.roomName === roomName);
    if (label && !isTest && !isShownElsewhere && !isThere && strip.length < stripLength) strip.push(one);
  }
  return strip;
}

/** 'P042' and '42' are numbers, which are called 'Senha'; the rest are names. */
export const isTicket = (label: string): boolean => /^(80|[A-ZÀ-Ý]{0,3})[ -]?\d{1,6}[ -]?[A-Z]?$/i.test(label);
