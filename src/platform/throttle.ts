/** Slows down guessing: only failures count, the wait grows up to a minute, and nobody is ever locked out. */
import { AppError } from '../contract/errors.ts';
import type { Clock } from './clock.ts';

export interface ThrottleOptions {
  clock: Clock;
  /** Failures of one key before it has to wait; a key with `address:` in it, which a whole clinic may share, has four times as many. */
  freeFailures?: number;
  firstWaitMs?: number;
  maxWaitMs?: number;
  /** A key without a failure for so long starts afresh. */
  forgetAfterMs?: number;
  /** The least recently failing keys beyond this number are forgotten. */
  maxKeys?: number;
}

export type Throttle = ReturnType<typeof createThrottle>;

interface Attempts {
  failures: number;
  inFlight: number;
  /** Monotonic milliseconds. */
  lastFailureAt: number;
  waitUntil: number;
}

const sharedKeyFactor = 4;

/**
 * Keys name what is guessed and who guesses: `login:account:ana@clinica.test`, `login:address:203.0.113.7`.
 * Of several keys the one with the longest wait decides.
 */
export function createThrottle({
  clock,
  freeFailures = 5,
  firstWaitMs = 1_000,
  maxWaitMs = 60_000,
  forgetAfterMs = 15 * 60_000,
  maxKeys = 10_000,
}: ThrottleOptions) {
  const known = new Map<string, Attempts>();

  const isShared = (key: string) => key.includes('address:');
  const freeOf = (key: string) => (isShared(key) ? freeFailures * sharedKeyFactor : freeFailures);

  function find(key: string): Attempts | undefined {
    const attempts = known.get(key);
    if (!attempts || attempts.inFlight > 0 || clock.monotonic() - attempts.lastFailureAt < forgetAfterMs)
      return attempts;
    known.delete(key);
    return undefined;
  }

  /** Puts the key at the end of the map, so that the first one is always the least recently used. */
  function touch(key: string): Attempts {
    const attempts = find(key) ?? { failures: 0, inFlight: 0, lastFailureAt: clock.monotonic(), waitUntil: 0 };
    known.delete(key);
    known.set(key, attempts);
    if (known.size > maxKeys) known.delete(known.keys().next().value as string);
    return attempts;
  }

  function refuse(waitMs: number): never {
    throw new AppError('too_many_requests', undefined, { retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) });
  }

  /** Throws too_many_requests with `Retry-After` while one of the keys has to wait. */
  function check(keys: string[]): void {
    const waitMs = Math.max(0, ...keys.map((key) => (find(key)?.waitUntil ?? 0) - clock.monotonic()));
    if (waitMs > 0) refuse(waitMs);
  }

  function failed(keys: string[]): void {
    for (const key of keys) {
      const attempts = touch(key);
      attempts.failures += 1;
      attempts.lastFailureAt = clock.monotonic();
      const excess = attempts.failures - freeOf(key);
      if (excess >= 0)
        attempts.waitUntil = clock.monotonic() + Math.min(maxWaitMs, firstWaitMs * 2 ** Math.min(excess, 30));
    }
  }

  /** Forgets the failures of the keys, except shared ones: an account of one's own must not buy new guesses at others. */
  function succeeded(keys: string[]): void {
    for (const key of keys) if (!isShared(key)) known.delete(key);
  }

  /**
   * Runs one attempt that takes its time; it resolves to whether the secret was right. Attempts at the same
   * time may not be more than the failures that are still free. Work that throws counts as neither.
   */
  async function attempt(keys: string[], work: () => Promise<boolean>): Promise<boolean> {
    check(keys);
    for (const key of keys) {
      const attempts = find(key);
      if (attempts && attempts.inFlight >= Math.max(1, freeOf(key) - attempts.failures)) refuse(firstWaitMs);
    }
    const running = keys.map(touch);
    for (const attempts of running) attempts.inFlight += 1;
    let isRight: boolean;
    try {
      isRight = await work();
    } finally {
      for (const attempts of running) attempts.inFlight -= 1;
    }
    if (isRight) succeeded(keys);
    else failed(keys);
    return isRight;
  }

  return { check, failed, succeeded, attempt };
}

/** What counts as one address: an IPv4 address, or the /64 network of an IPv6 one, as one subscriber has it. */
export function throttleAddress(address: string): string {
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
