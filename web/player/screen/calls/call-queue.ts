/** Decides when calls are shown and listed (contract/README 15). Pure; monotonic milliseconds, sleep included. */
import type { PlayerCall } from '../../../../src/contract/calls.ts';
import { limits } from '../../../../src/contract/limits.ts';

const { freshMs, stripLifeMs, stripWithoutServerMs } = limits.calls;
const stripLength = 4;
/** Maximum number of waiting calls that are repeated; with more, each is spoken once. */
const repeatableLength = 2;
/** Minimum display time of a card while others wait, and how long it stays after its words. */
const minCardMs = 5_000;
const afterWordsMs = 1_000;

export interface QueuedCall {
  call: PlayerCall;
  /** Calculated from the call's age in the response, not from the device's clock. */
  madeAt: number;
}

export interface CallQueue {
  /** The call on the card; the next one never cuts it. */
  shown: QueuedCall | null;
  /** Calls to be shown, in order. */
  waiting: readonly QueuedCall[];
  /** Newest first. */
  strip: readonly QueuedCall[];
}

export const noCalls: CallQueue = { shown: null, waiting: [], strip: [] };

/**
 * Adds the calls of a response, the oldest first. Calls that are too old go to the strip. A repetition takes the place of its
 * call while that one waits.
 */
export function addCalls(
  queue: CallQueue,
  { calls, recent }: { calls: readonly PlayerCall[]; recent: readonly PlayerCall[] },
  now: number,
): CallQueue {
  const reported = [...calls, ...recent].map((call) => queued(call, now));
  // The age that was known before is wrong when the device slept, or its clock was set.
  const withAge = (known: QueuedCall): QueuedCall => {
    const same = reported.find(({ call }) => isSame(call, known.call));
    return same ? { ...known, madeAt: same.madeAt } : known;
  };
  const shown = queue.shown && withAge(queue.shown);
  const known = queue.waiting.map(withAge);
  const queuedBefore = [...known, ...(shown ? [shown] : [])];
  const fresh = calls
    .filter((call) => call.ageMs <= freshMs && !queuedBefore.some((candidate) => isSame(candidate.call, call)))
    .map((call) => queued(call, now));
  const waiting: QueuedCall[] = [];
  const replaced: QueuedCall[] = [];
  // A stricter policy shortens names that wait.
  const shortened = known.map(({ call, madeAt }) => {
    const { label = call.label } = recent.find((one) => isSame(one, call)) ?? {};
    return { call: label === call.label ? call : { ...call, label, sounds: [] }, madeAt };
  });
  for (const added of [...shortened, ...fresh]) {
    const at = waiting.findIndex(({ call }) => isRepetition(added.call, call));
    if (at < 0) waiting.push(added);
    else replaced.push(...waiting.splice(at, 1, added));
  }
  const listed = queue.strip.filter((one) => isListed(one, { calls, recent, waiting, now }));
  return { shown, waiting, strip: stripOf([...reported, ...listed], [...queuedBefore, ...fresh, ...replaced]) };
}

/**
 * True for a call of the strip that the response does not contain again, and that may stay: it is older than those of the response, or
 * its repetition waits. Otherwise its name was deleted or shortened, or a restored server has lost it.
 */
function isListed(
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

/** Moves a call that was covered back to the front of the queue. */
export const restore = ({ shown, waiting, strip }: CallQueue): CallQueue => ({
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

/** Returns how often the call on the card is spoken. */
export const timesSpoken = ({ waiting }: CallQueue, repetitions: number): number =>
  waiting.length > repeatableLength ? 1 : repetitions;

/**
 * Returns how long a card is shown, in milliseconds: `seconds`, or until its announcement has ended; 1 s after the words, but at
 * least 5 s, while others wait, and for a call that waited itself longer than a card is shown. `waitedMs`: how long it waited.
 */
export function cardMs(
  { waiting }: Pick<CallQueue, 'waiting'>,
  { seconds, spokenMs, waitedMs }: { seconds: number; spokenMs: number; waitedMs: number },
): number {
  const whole = Math.max(seconds * 1000, spokenMs);
  const isHurried = waiting.length > 0 || waitedMs > seconds * 1000;
  return isHurried ? Math.min(whole, Math.max(minCardMs, spokenMs + afterWordsMs)) : whole;
}

/** Returns when the waiting calls are expected to be shown: the first `nextInMs` from now, the others `eachMs` apart. null: unknown. */
export const expectedStarts = ({ waiting }: CallQueue, times: { nextInMs: number; eachMs: number } | null) =>
  waiting.map(({ call: { id, key } }, index) => ({
    id,
    key,
    startsInMs: times && Math.round(times.nextInMs + index * times.eachMs),
  }));

/** Returns the strip's calls. `unreachedSince`: time of the server's loss; null: it responds. */
export function stripAt({ strip }: CallQueue, now: number, unreachedSince: number | null): readonly QueuedCall[] {
  if (unreachedSince !== null && now - unreachedSince >= stripWithoutServerMs) return [];
  return strip.filter(({ madeAt }) => now - madeAt < stripLifeMs);
}

const queued = (call: PlayerCall, now: number): QueuedCall => ({ call, madeAt: now - call.ageMs });

/** True if a call repeats another one. */
const isRepetition = (a: PlayerCall, b: PlayerCall): boolean =>
  a.firstId !== undefined && a.firstId === (b.firstId ?? b.id) && a.label === b.label && a.roomName === b.roomName;

/** A repeated call has its own key; ids go back when a backup is restored. */
const isSame = (a: PlayerCall, b: PlayerCall): boolean => a.key === b.key;

/** Returns the last four calls, without repetitions, tests, and names that were deleted after their time. */
function stripOf(candidates: readonly QueuedCall[], upcoming: readonly QueuedCall[]): QueuedCall[] {
  const strip: QueuedCall[] = [];
  const newestFirst = candidates.slice().sort((a, b) => b.madeAt - a.madeAt || b.call.id - a.call.id);
  for (const candidate of newestFirst) {
    const { label, roomName, isTest } = candidate.call;
    const isShownElsewhere = upcoming.some(({ call }) => isSame(call, candidate.call));
    const isInStrip = strip.some(({ call }) => call.label === label && call.roomName === roomName);
    if (label && !isTest && !isShownElsewhere && !isInStrip && strip.length < stripLength) strip.push(candidate);
  }
  return strip;
}

/** True for tickets such as 'P042' and '42', which are announced as 'Senha'; other labels are names. */
export const isTicket = (label: string): boolean => /^(80|[A-ZÀ-Ý]{0,3})[ -]?\d{1,8}[ -]?[A-Z]?$/i.test(label);
