/** Passwords: SHA-256 (bcrypt reads 72 bytes only), then bcrypt in a worker thread behind a bounded queue. */
import { AppError } from '../../contract/errors.ts';
import { sha256Hex } from '../../platform/random.ts';
import { startThread, type Thread } from '../../platform/process/threads.ts';
import type { PasswordRequest, PasswordResult } from './password-worker.ts';

export interface PasswordOptions {
  /** bcrypt's cost: 2^cost rounds. */
  cost?: number;
  /** So many may wait; the next one is refused. */
  maxWaiting?: number;
  /** How the thread is started. */
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
  const waiting: Waiting[] = [];
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
        else if (lost) waiting.unshift({ ...lost, hasCrashed: true });
        next();
      },
    });
  }

  function next(): void {
    if (current || isClosed) return;
    current = waiting.shift();
    if (!current) return thread?.unref();
    thread ??= startWorking();
    // Busy, it keeps the process alive; idle, it does not.
    thread.ref();
    thread.send(current.message);
  }

  function run(message: PasswordRequest): Promise<PasswordResult> {
    if (isClosed) return Promise.reject(new AppError('unavailable'));
    if (waiting.length >= maxWaiting) {
      return Promise.reject(
        new AppError('unavailable', 'O servidor está ocupado. Tente novamente em instantes.', { retryAfterS: 5 }),
      );
    }
    return new Promise((resolve, reject) => {
      waiting.push({ message, resolve, reject, hasCrashed: false });
      next();
    });
  }

  return {
    /** Throws unavailable when too many wait. */
    async hash(password: string): Promise<string> {
      const result = await run({ kind: 'hash', secret: prepare(password), cost });
      if (!('hash' in result)) throw new Error(`Hashing failed: ${JSON.stringify(result)}`);
      return result.hash;
    },
    /** Without a hash (nobody has this name) it takes as long and answers false. Throws unavailable when too many wait. */
    async verify(password: string, hash: string | undefined): Promise<boolean> {
      const result = await run({ kind: 'verify', secret: prepare(password), hash: hash ?? nobodysHash });
      if (!('isRight' in result)) throw new Error(`Verifying failed: ${JSON.stringify(result)}`);
      return hash !== undefined && result.isRight;
    },
    /** Who still waits is refused. */
    async close(): Promise<void> {
      isClosed = true;
      for (const { reject } of waiting.splice(0)) reject(new AppError('unavailable'));
      await thread?.end();
    },
  };
}

/** Keyboards write accents in two ways; both are the same password. */
function prepare(password: string): string {
  return Buffer.from(sha256Hex(password.normalize('NFC')), 'hex').toString('base64');
}
