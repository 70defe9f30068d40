/** Passwords: SHA-256 (bcrypt reads 72 bytes only), then bcrypt in a worker thread behind a bounded queue. */
import { AppError } from '../../../contract/errors.ts';
import { sha256Hex } from '../../../platform/random.ts';
import { startThread, type Thread } from '../../../platform/process/threads.ts';
import { createHashingQueue, type Place } from './hashing-queue.ts';
import type { PasswordRequest, PasswordResult } from './password-worker.ts';

export interface PasswordOptions {
  /** bcrypt's cost: 2^cost rounds. */
  cost?: number;
  /** Maximum of waiting unknown callers, half as many known devices; beyond it, who has most waiting is refused. */
  maxWaiting?: number;
  /** Starts the hashing thread; tests replace it. */
  start?: typeof startThread;
}

export type Passwords = ReturnType<typeof createPasswords>;

interface Waiting {
  message: PasswordRequest;
  resolve(result: PasswordResult): void;
  reject(error: Error): void;
  hasCrashed: boolean;
}

export function createPasswords({ cost = 11, maxWaiting = 32, start = startThread }: PasswordOptions = {}) {
  const queue = createHashingQueue<Waiting>({ unknownCallers: maxWaiting, known: Math.ceil(maxWaiting / 2) });
  /** Lost in a crash: before all others. */
  const again: Waiting[] = [];
  let current: Waiting | undefined;
  let thread: Thread | undefined;
  let isClosed = false;
  /** A well-formed hash of no known password: an unknown user costs the same time. */
  const nobodysHash = `$2b$${String(cost).padStart(2, '0')}$${'antessala'.padEnd(22, '.')}${'.'.repeat(31)}`;

  function startWorking(): Thread {
    return start('password-worker', {
      onMessage(result: PasswordResult) {
        const done = current;
        current = undefined;
        next();
        done?.resolve(result);
      },
      // A crash takes what is at hand with it: once more in a new thread, then give up.
      onExit() {
        thread = undefined;
        const lost = current;
        current = undefined;
        if (isClosed) lost?.reject(new AppError('unavailable'));
        else if (lost?.hasCrashed) lost.reject(new Error('The password thread crashed twice'));
        else if (lost) again.push({ ...lost, hasCrashed: true });
        next();
      },
    });
  }

  function next(): void {
    if (current || isClosed) return;
    current = again.shift() ?? queue.next();
    if (!current) return thread?.unref();
    thread ??= startWorking();
    // Busy, it keeps the process alive; idle, it does not.
    thread.ref();
    thread.send(current.message);
  }

  function run(message: PasswordRequest, place: Place): Promise<PasswordResult> {
    if (isClosed) return Promise.reject(new AppError('unavailable'));
    return new Promise((resolve, reject) => {
      const refused = queue.add(place, { message, resolve, reject, hasCrashed: false });
      refused?.reject(
        new AppError('unavailable', 'O servidor está ocupado. Tente novamente em instantes.', { retryAfterS: 5 }),
      );
      next();
    });
  }

  return {
    /** Throws unavailable when too many wait. Without `address` it is a manager's or the server's own work. */
    async hash(password: string, { address = '' } = {}): Promise<string> {
      const place = { address, isKnown: address === '' };
      const result = await run({ kind: 'hash', secret: prepare(password), cost }, place);
      if (!('hash' in result)) throw new Error(`Hashing failed: ${JSON.stringify(result)}`);
      return result.hash;
    },
    /** Returns false without a hash, after the same time. Throws unavailable when too many wait. */
    async verify(
      password: string,
      hash: string | undefined,
      place: Place = { address: '', isKnown: false },
    ): Promise<boolean> {
      const result = await run({ kind: 'verify', secret: prepare(password), hash: hash ?? nobodysHash }, place);
      if (!('isRight' in result)) throw new Error(`Verifying failed: ${JSON.stringify(result)}`);
      return hash !== undefined && result.isRight;
    },
    /** Refuses all that still wait. */
    async close(): Promise<void> {
      isClosed = true;
      for (const { reject } of [...again.splice(0), ...queue.drain()]) reject(new AppError('unavailable'));
      await thread?.end();
    },
  };
}

/** Keyboards write accents in two ways; both are the same password. */
function prepare(password: string): string {
  return Buffer.from(sha256Hex(password.normalize('NFC')), 'hex').toString('base64');
}
