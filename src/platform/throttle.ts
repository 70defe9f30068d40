/** Slows down guessing of secrets: only failures count, the wait grows up to a minute, and nobody is locked out (src/README 5.3). */
import { AppError } from '../contract/errors.ts';
import type { Clock } from './clock.ts';

export interface ThrottleOptions {
  clock: Clock;
  /**
   * Number of failures from which on a caller waits: one address at one account, or one known caller. Four times as many are
   * needed from one address at all accounts together, because a whole clinic may share it, and from all addresses together at one
   * account, where each address counts for at most `freeFailures` of them.
   */
  freeFailures?: number;
  firstWaitMs?: number;
  maxWaitMs?: number;
  /**
   * Time without failures after which a key is forgotten. Failures are counted for each key: an address, an account, an address
   * at one account, or a known caller.
   */
  forgetAfterMs?: number;
  /** Maximum number of remembered keys of each kind, for each action. */
  maxKeys?: number;
  /** Called when the failures of an action reach its `alarmFailures`, and once a day while they continue. */
  onGuessing?(action: string): void;
}

export interface ActionOptions {
  /** For shared secrets: from this failure of unknown callers on all of them wait, at most 5 minutes. 6 hours forgive this many. */
  sharedFailures?: number;
  /** Number of failures of all callers from which on `onGuessing` is called; by default `sharedFailures`. */
  alarmFailures?: number;
  /** Maximum wait of an unknown caller, and how long its failures are remembered: for secrets that few guesses could find. */
  unknownCallers?: { maxWaitMs: number; forgetAfterMs: number };
}

/** Caller and subject of one attempt. */
export interface Guess {
  /** The caller's address. */
  address: string;
  /** The account whose secret is guessed. */
  subject?: string;
  /** Text for a caller that was authenticated, now or earlier, such as `screen 7`: only its own failures make it wait. */
  knownCaller?: string | undefined;
}

export type Throttles = ReturnType<typeof createThrottles>;

interface Attempts {
  failures: number;
  inFlight: number;
  /** Monotonic time in milliseconds. */
  lastFailureAt: number;
  waitUntil: number;
  /** The addresses that failed at this account. Only failures of many addresses make new browsers wait. */
  addresses?: Map<string, { failures: number; lastFailureAt: number }>;
}

const sharedFactor = 4;
/** Maximum number of addresses that are counted separately at one account; further ones count as one. */
const maxAddresses = 64;
/** Limits for all addresses together, because an attacker may use many addresses, and a code may have only four digits. */
const sharedLimits = { maxWaitMs: 5 * 60_000, forgivenWithinMs: 6 * 3_600_000 };
/** Time after the last failure during which guessing counts as continuing, and interval of its reports. */
const alarm = { quietMs: 3_600_000, everyMs: 24 * 3_600_000 };

/** Counts failures at one secret, and forgives `free` failures in six hours. */
function createTally(clock: Clock, free: number) {
  let failures = 0;
  let countedAt = clock.monotonic();
  return {
    /** Adds a failure. Returns by how many the failures exceed `free`, rounded down; negative if they are fewer. */
    count(): number {
      const now = clock.monotonic();
      const forgiven = ((now - countedAt) / sharedLimits.forgivenWithinMs) * free;
      failures = Math.max(0, failures - forgiven) + 1;
      countedAt = now;
      return Math.floor(failures - free);
    },
  };
}

/**
 * Creates the table of attempts at one action for one kind of key. Each kind has a table of its own, so that the many accounts
 * that a guesser makes up displace no addresses.
 */
function createTable({
  clock,
  forgetAfterMs,
  maxKeys,
}: Required<Pick<ThrottleOptions, 'clock' | 'forgetAfterMs' | 'maxKeys'>>) {
  /** Keys within their free failures, the least recently failing first. They are forgotten when space is needed. */
  const counting = new Map<string, Attempts>();
  /** Keys beyond their free failures, in the same order. They are forgotten only after `forgetAfterMs`. */
  const slowed = new Map<string, Attempts>();
  const noAttempts = (): Attempts => ({ failures: 0, inFlight: 0, lastFailureAt: clock.monotonic(), waitUntil: 0 });
  /** Shared counter of all new keys while the table is full of slowed ones. */
  let sharedAttempts = noAttempts();

  const isExpired = (attempts: Attempts) =>
    attempts.inFlight === 0 && clock.monotonic() - attempts.lastFailureAt >= forgetAfterMs;

  function forgetOld(): void {
    for (const map of [counting, slowed])
      for (const [key, attempts] of map) {
        if (!isExpired(attempts)) break;
        map.delete(key);
      }
  }

  /** Forgets keys if the table is full. Returns false if it remains full. */
  function makeSpace(): boolean {
    if (counting.size + slowed.size < maxKeys) return true;
    forgetOld();
    if (counting.size + slowed.size < maxKeys) return true;
    for (const [key, attempts] of counting) {
      if (attempts.inFlight > 0) continue;
      counting.delete(key);
      return true;
    }
    return false;
  }

  /** Returns the key's attempts; undefined for a new key. In a full table new keys have `sharedAttempts`. */
  function find(key: string): Attempts | undefined {
    const attempts = counting.get(key) ?? slowed.get(key);
    if (!attempts) {
      if (slowed.size < maxKeys || makeSpace()) return undefined;
      if (isExpired(sharedAttempts)) sharedAttempts = noAttempts();
      return sharedAttempts;
    }
    if (!isExpired(attempts)) return attempts;
    counting.delete(key);
    slowed.delete(key);
    return undefined;
  }

  return {
    find,
    /** Returns the key's attempts, and moves them to the end as the most recent. */
    touch(key: string): Attempts {
      const attempts = find(key) ?? (makeSpace() ? noAttempts() : sharedAttempts);
      if (attempts === sharedAttempts) return attempts;
      const map = slowed.has(key) ? slowed : counting;
      map.delete(key);
      map.set(key, attempts);
      return attempts;
    },
    /** Notes that a key has used up its free failures. */
    slow(key: string): void {
      const attempts = counting.get(key);
      if (!attempts) return;
      counting.delete(key);
      slowed.set(key, attempts);
    },
    forget(key: string): void {
      counting.delete(key);
      slowed.delete(key);
    },
  };
}

type CounterKind = 'address' | 'addressAtSubject' | 'subject' | 'knownCaller';

/** Returns the counters that a guess belongs to. */
function countersOf({ address, subject, knownCaller }: Guess): [kind: CounterKind, key: string][] {
  if (knownCaller !== undefined) return [['knownCaller', knownCaller]];
  if (subject === undefined) return [['address', address]];
  return [
    ['address', address],
    ['addressAtSubject', `${address} ${subject}`],
    ['subject', subject],
  ];
}

/** Throws too_many_requests with `Retry-After`. */
function refuse(waitMs: number, isForAccount: boolean): never {
  const retryAfterS = Math.max(1, Math.ceil(waitMs / 1000));
  const inTime = `em ${retryAfterS < 90 ? `${retryAfterS} s` : `${Math.ceil(retryAfterS / 60)} minutos`}`;
  const sentence = isForAccount
    ? `Muitas tentativas erradas nesta conta, vindas de vários lugares. Um navegador novo entra ${inTime}; os que já entraram nela não esperam.`
    : `Muitas tentativas. Tente novamente ${inTime}.`;
  throw new AppError('too_many_requests', sentence, { retryAfterS });
}

/** Counts failures at one account by address. */
function createAddressCounts(clock: Clock, freeFailures: number, forgetAfterMs: number) {
  /** Returns the failures that count for a wait. At an account each address adds at most `freeFailures`, unless many fail. */
  function countedFailures({ failures, addresses }: Attempts): number {
    if (!addresses) return failures;
    let counted = 0;
    let all = 0;
    for (const [address, { failures, lastFailureAt }] of addresses)
      if (clock.monotonic() - lastFailureAt >= forgetAfterMs) addresses.delete(address);
      else {
        counted += Math.min(failures, freeFailures);
        all += failures;
      }
    return counted < freeFailures * sharedFactor ? counted : all;
  }

  /** Counts the failure of one address at an account. */
  function countAddress(attempts: Attempts, address: string): void {
    const addresses = (attempts.addresses ??= new Map());
    const key = addresses.has(address) || addresses.size < maxAddresses ? address : '';
    const failures = (addresses.get(key)?.failures ?? 0) + 1;
    addresses.set(key, { failures, lastFailureAt: clock.monotonic() });
  }

  return { countedFailures, countAddress };
}

export function createThrottles({
  clock,
  freeFailures = 5,
  firstWaitMs = 1_000,
  maxWaitMs = 60_000,
  forgetAfterMs = 15 * 60_000,
  maxKeys = 10_000,
  onGuessing,
}: ThrottleOptions) {
  const createCallerTable = (forgottenAfterMs: number) =>
    createTable({ clock, forgetAfterMs: forgottenAfterMs, maxKeys });

  function createAction(name: string, options: ActionOptions) {
    const { sharedFailures = Infinity, alarmFailures = sharedFailures } = options;
    const { unknownCallers = { maxWaitMs, forgetAfterMs } } = options;
    const { countedFailures, countAddress } = createAddressCounts(clock, freeFailures, unknownCallers.forgetAfterMs);
    const tables = {
      address: createCallerTable(unknownCallers.forgetAfterMs),
      addressAtSubject: createCallerTable(unknownCallers.forgetAfterMs),
      subject: createCallerTable(unknownCallers.forgetAfterMs),
      knownCaller: createCallerTable(forgetAfterMs),
    };
    const longestWaitOf = (kind: CounterKind) => (kind === 'knownCaller' ? maxWaitMs : unknownCallers.maxWaitMs);
    const shared = { tally: createTally(clock, sharedFailures), waitUntil: 0 };
    const guesses = { tally: createTally(clock, alarmFailures), lastAt: -Infinity, reportedAt: -Infinity };

    function countSharedFailure(): void {
      const excess = shared.tally.count();
      if (excess < 0) return;
      shared.waitUntil = clock.monotonic() + Math.min(sharedLimits.maxWaitMs, firstWaitMs * 2 ** Math.min(excess, 30));
    }

    function watchGuesses(): void {
      if (guesses.tally.count() < 0) return;
      guesses.lastAt = clock.monotonic();
      if (guesses.lastAt - guesses.reportedAt < alarm.everyMs) return;
      guesses.reportedAt = guesses.lastAt;
      onGuessing?.(name);
    }

    const freeOf = (kind: CounterKind) =>
      kind === 'address' || kind === 'subject' ? freeFailures * sharedFactor : freeFailures;

    /** Throws too_many_requests with `Retry-After` while a counter of the guess, or that of the shared secret, requires a wait. */
    function check(guess: Guess): void {
      const sharedWaitMs = guess.knownCaller === undefined ? shared.waitUntil - clock.monotonic() : 0;
      let longest = { waitMs: sharedWaitMs, isForAccount: false };
      for (const [kind, key] of countersOf(guess)) {
        const waitMs = (tables[kind].find(key)?.waitUntil ?? 0) - clock.monotonic();
        if (waitMs > longest.waitMs) longest = { waitMs, isForAccount: kind === 'subject' };
      }
      if (longest.waitMs > 0) refuse(longest.waitMs, longest.isForAccount);
    }

    function failed(guess: Guess): void {
      if (guess.knownCaller === undefined && sharedFailures < Infinity) countSharedFailure();
      if (alarmFailures < Infinity) watchGuesses();
      for (const [kind, key] of countersOf(guess)) {
        const attempts = tables[kind].touch(key);
        attempts.failures += 1;
        attempts.lastFailureAt = clock.monotonic();
        if (kind === 'subject') countAddress(attempts, guess.address);
        const excess = countedFailures(attempts) - freeOf(kind);
        if (excess < 0) continue;
        const waitMs = Math.min(longestWaitOf(kind), firstWaitMs * 2 ** Math.min(excess, 30));
        attempts.waitUntil = clock.monotonic() + waitMs;
        tables[kind].slow(key);
      }
    }

    /** Forgets failures at the account or of the known caller. Those of the address remain: it may guess at other accounts. */
    function succeeded(guess: Guess): void {
      for (const [kind, key] of countersOf(guess)) if (kind !== 'address') tables[kind].forget(key);
    }

    /** Runs `work`, which resolves to true if the guess was right. Allows as many simultaneous attempts as failures are free. */
    async function attempt(guess: Guess, work: () => Promise<boolean>): Promise<boolean> {
      check(guess);
      const counters = countersOf(guess);
      for (const [kind, key] of counters) {
        const attempts = tables[kind].find(key);
        const free = freeOf(kind) - (attempts ? countedFailures(attempts) : 0);
        if (attempts && attempts.inFlight >= Math.max(1, free)) refuse(firstWaitMs, kind === 'subject');
      }
      const running = counters.map(([kind, key]) => tables[kind].touch(key));
      for (const attempts of running) attempts.inFlight += 1;
      let isRight: boolean;
      try {
        isRight = await work();
      } finally {
        for (const attempts of running) attempts.inFlight -= 1;
      }
      if (isRight) succeeded(guess);
      else failed(guess);
      return isRight;
    }

    const isGuessedAt = () => clock.monotonic() - guesses.lastAt < alarm.quietMs;

    return { check, failed, succeeded, attempt, isGuessedAt };
  }

  const actions = new Map<string, ReturnType<typeof createAction>>();
  return {
    /** Returns the throttle of an action by its name; `options` are used at the first call only. */
    action(name: string, options: ActionOptions = {}): ReturnType<typeof createAction> {
      const action = actions.get(name) ?? createAction(name, options);
      actions.set(name, action);
      return action;
    },
    /** Returns the names of the actions whose failures have reached `alarmFailures`, the last one within the past hour. */
    attackedActions: (): string[] => [...actions].filter(([, action]) => action.isGuessedAt()).map(([name]) => name),
  };
}

/** Returns what an address counts as: an IPv4 address as itself, an IPv6 address as its /64 network, which one subscriber has. */
export function networkOf(address: string): string {
  const ipv4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (ipv4 || !address.includes(':')) return ipv4 ?? address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const groups = head.split(':').filter(Boolean);
  if (tail !== undefined) {
    const after = tail.split(':').filter(Boolean);
    while (groups.length + after.length < 8) groups.push('0');
    groups.push(...after);
  }
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
