/**
 * Pure functions that decide when calls are shown and listed (contract/README 15). Times are monotonic milliseconds
 * that include the device's sleep.
 */
import type { PlayerCall } from '../../../../src/contract/calls.ts';
import { limits } from '../../../../src/contract/limits.ts';

const { freshMs, stripLifeMs, stripWithoutServerMs } = limits.calls;
const stripLength = 4;
/** While more calls than this wait, each is spoken only once. */
const maxWaitingToRepeat = 2;
/** Minimum display time of a card while other calls wait. */
const minCardMs = 5_000;
/** Display time of a card after its announcement while other calls wait. */
const afterWordsMs = 1_000;
/** Calls whose times differ by less than this are ordered by id: a response that arrived slowly makes its calls look newer. */
const imprecisionMs = 5_000;

export interface QueuedCall {
  call: PlayerCall;
  /** Time of the call, calculated from its age in the response. */
  madeAt: number;
}

export interface CallQueue {
  /** The call on the card. The next call never cuts it short. */
  shown: QueuedCall | null;
  /** The calls to show next, in order. */
  waiting: readonly QueuedCall[];
  /** Newest first. */
  strip: readonly QueuedCall[];
}

export const noCalls: CallQueue = { shown: null, waiting: [], strip: [] };

/**
 * Adds the new calls of a response (`calls`, the oldest first) and the last ones (`recent`, for the strip). Calls that are too
 * old go to the strip. A repetition replaces the call that it repeats if that call still waits. `all`: all calls of the last
 * 15 minutes; given only when a name policy may have changed the labels of calls that the screen has already.
 */
export function addCalls(
  queue: CallQueue,
  { calls, recent }: { calls: readonly PlayerCall[]; recent: readonly PlayerCall[] },
  now: number,
  all?: readonly PlayerCall[],
): CallQueue {
  const reported = [...calls, ...recent].map((call) => toQueued(call, now));
  const update = (old: QueuedCall): QueuedCall => {
    const same = [...reported, ...(all ?? []).map((call) => toQueued(call, now))].find((one) =>
      isSame(one.call, old.call),
    );
    // The server sends no call whose name was deleted: if such a call is missing in `all`, empty its label.
    if (!same) return all && !isTicket(old.call) ? { ...old, call: withLabel(old.call, '') } : old;
    // Take the age from the response: the device may have slept since the call was queued.
    return { call: withLabel(old.call, same.call.label), madeAt: same.madeAt };
  };
  const shown = queue.shown && update(queue.shown);
  const stillWaiting = queue.waiting.map(update).filter(({ call }) => call.label !== '');
  const queuedBefore = [...stillWaiting, ...(shown ? [shown] : [])];
  const fresh = calls
    .filter((call) => call.ageMs <= freshMs && !queuedBefore.some((candidate) => isSame(candidate.call, call)))
    .map((call) => toQueued(call, now));
  const waiting: QueuedCall[] = [];
  const replaced: QueuedCall[] = [];
  for (const added of [...stillWaiting, ...fresh]) {
    const index = waiting.findIndex(({ call }) => isRepetition(added.call, call));
    if (index < 0) waiting.push(added);
    else replaced.push(...waiting.splice(index, 1, added));
  }
  const listed = queue.strip.filter((one) => remainsInStrip(one, { calls, recent, waiting, now })).map(update);
  return { shown, waiting, strip: stripOf([...reported, ...listed], [...queuedBefore, ...fresh, ...replaced]) };
}

/**
 * True if a call of the strip remains there although the response does not contain it: it is older than the calls of the
 * response, or its repetition waits. Any other call was deleted, or a restored server does not know it.
 */
function remainsInStrip(
  { call, madeAt }: QueuedCall,
  response: Pick<Parameters<typeof addCalls>[1], 'calls' | 'recent'> & { waiting: readonly QueuedCall[]; now: number },
): boolean {
  const { calls, recent, waiting, now } = response;
  if ([...calls, ...recent].some((one) => isSame(one, call))) return false;
  const oldest = recent[stripLength - 1];
  if (oldest && madeAt <= now - oldest.ageMs) return true;
  return waiting.some((one) => one.call.label === call.label && one.call.roomName === call.roomName);
}

/** Moves the call on the card to the strip, and the next call to the card. */
export function advance({ shown, waiting, strip }: CallQueue): CallQueue {
  const [next, ...rest] = waiting;
  const candidates = shown ? [shown, ...strip] : strip;
  return { shown: next ?? null, waiting: rest, strip: stripOf(candidates, next ? [next, ...rest] : rest) };
}

/** Moves the call on the card back to the front of the queue, after an urgent notice covered it. */
export const returnToQueue = ({ shown, waiting, strip }: CallQueue): CallQueue => ({
  shown: null,
  waiting: shown ? [shown, ...waiting] : waiting,
  strip,
});

/** Moves calls that waited too long to the strip. */
export function moveLateToStrip({ shown, waiting, strip }: CallQueue, now: number): CallQueue {
  const late = waiting.filter(({ madeAt }) => now - madeAt > freshMs);
  const fresh = waiting.filter(({ madeAt }) => now - madeAt <= freshMs);
  return { shown, waiting: fresh, strip: stripOf([...late, ...strip], shown ? [shown, ...fresh] : fresh) };
}

/** Returns how many times the call on the card is spoken. */
export const timesSpoken = ({ waiting }: CallQueue, repetitions: number): number =>
  waiting.length > maxWaitingToRepeat ? 1 : repetitions;

/**
 * Returns the display time of a card in milliseconds: `seconds`, or longer until its announcement has ended. While other
 * calls wait, or if the call itself waited longer than `seconds`, the card ends 1 s after the announcement, but not before 5 s.
 */
export function cardMs(
  { waiting }: Pick<CallQueue, 'waiting'>,
  { seconds, spokenMs, waitedMs }: { seconds: number; spokenMs: number; waitedMs: number },
): number {
  const fullMs = Math.max(seconds * 1000, spokenMs);
  const isShortened = waiting.length > 0 || waitedMs > seconds * 1000;
  return isShortened ? Math.min(fullMs, Math.max(minCardMs, spokenMs + afterWordsMs)) : fullMs;
}

/** A waiting call and the milliseconds until it is shown; null: unknown. */
export interface WaitingCall {
  id: number;
  key: string;
  startsInMs: number | null;
}

/** Estimates when the waiting calls will be shown: the first in `nextInMs`, the others `eachMs` apart; unknown if `times` is null. */
export const expectedStarts = (
  { waiting }: CallQueue,
  times: { nextInMs: number; eachMs: number } | null,
): WaitingCall[] =>
  waiting.map(({ call: { id, key } }, index) => ({
    id,
    key,
    startsInMs: times && Math.round(times.nextInMs + index * times.eachMs),
  }));

/** Returns the calls that the strip shows. `offlineSince`: time since which the server does not respond, or null. */
export function stripAt({ strip }: CallQueue, now: number, offlineSince: number | null): readonly QueuedCall[] {
  if (offlineSince !== null && now - offlineSince >= stripWithoutServerMs) return [];
  return strip.filter(({ madeAt }) => now - madeAt < stripLifeMs);
}

/** Returns the call with this label. If the label has changed, the sounds, which speak the former one, are dropped. */
const withLabel = (call: PlayerCall, label: string): PlayerCall =>
  label === call.label ? call : { ...call, label, sounds: [] };

export interface PanelCalls {
  /** The large call; null: none. */
  last: QueuedCall | null;
  /** True while the large call is announced. */
  isCalling: boolean;
  /** Newest first. */
  previous: readonly QueuedCall[];
}

/** Returns what the panel shows. `last`: the calls of the strip, newest first. */
export function panelOf(shown: QueuedCall | null, last: readonly QueuedCall[]): PanelCalls {
  const [large = null, ...earlier] = shown ? [shown, ...last] : last;
  // The call that is announced may be a repetition of one in the strip.
  const previous = earlier.filter(
    ({ call }) => call.label !== large?.call.label || call.roomName !== large.call.roomName,
  );
  return { last: large, isCalling: shown !== null, previous: previous.slice(0, stripLength - 1) };
}

const toQueued = (call: PlayerCall, now: number): QueuedCall => ({ call, madeAt: now - call.ageMs });

/** True if `a` repeats the call `b`, or the call that `b` repeats. */
const isRepetition = (a: PlayerCall, b: PlayerCall): boolean =>
  a.firstId !== undefined && a.firstId === (b.firstId ?? b.id) && a.label === b.label && a.roomName === b.roomName;

/** Compares keys, because a restored backup reuses ids. A repetition has its own key. */
const isSame = (a: PlayerCall, b: PlayerCall): boolean => a.key === b.key;

/**
 * Compares by time, the newest first. A response that arrives slowly makes its calls look newer, so calls less than
 * `imprecisionMs` apart are compared by id. Ids alone are not sufficient, because a restored server gives lower ones.
 */
function byNewest(a: QueuedCall, b: QueuedCall): number {
  const differenceMs = b.madeAt - a.madeAt;
  return Math.abs(differenceMs) < imprecisionMs ? b.call.id - a.call.id : differenceMs;
}

/** Returns the last four calls, without test calls, `upcoming` calls, deleted names, and calls that were repeated later. */
function stripOf(candidates: readonly QueuedCall[], upcoming: readonly QueuedCall[]): QueuedCall[] {
  const strip: QueuedCall[] = [];
  const newestFirst = candidates.slice().sort(byNewest);
  for (const candidate of newestFirst) {
    const { label, roomName, isTest } = candidate.call;
    const isUpcoming = upcoming.some(({ call }) => isSame(call, candidate.call));
    const isInStrip = strip.some(({ call }) => call.label === label && call.roomName === roomName);
    if (label && !isTest && !isUpcoming && !isInStrip && strip.length < stripLength) strip.push(candidate);
  }
  return strip;
}

/** True for tickets, which are announced as 'Senha', false for names. Without `isName` (older servers) the label's form decides. */
export const isTicket = ({ label, isName }: Pick<PlayerCall, 'label' | 'isName'>): boolean =>
  isName === undefined ? /^(80|[A-ZÀ-Ý]{0,3})[ -]?\d{1,8}[ -]?[A-Z]?$/i.test(label) : !isName;
