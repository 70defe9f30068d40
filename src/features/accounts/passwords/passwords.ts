/** Hashes passwords: SHA-256 first (bcrypt reads only 72 bytes), then bcrypt in a worker thread with a bounded queue. */
import { AppError } from '../../../contract/errors.ts';
import { sha256Hex } from '../../../platform/random.ts';
import { startThread, type Thread } from '../../../platform/process/threads.ts';
import { createHashingQueue, type Caller } from './hashing-queue.ts';
import type { PasswordRequest, PasswordResult } from './password-worker.ts';

export interface PasswordOptions {
  /** bcrypt's cost: 2^cost rounds. */
  cost?: number;
  /** Maximum number of waiting requests by unknown callers. Known devices may have half as many. Further requests are refused. */
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
  const queue = createHashingQueue<Waiting>({ unknownCallers: maxWaiting, knownDevices: Math.ceil(maxWaiting / 2) });
  /** Requests that a crash of the thread interrupted. They are repeated before all others. */
  const interrupted: Waiting[] = [];
  let current: Waiting | undefined;
  let thread: Thread | undefined;
  let isClosed = false;
  /** A valid hash that no known password has. It is verified for an unknown e-mail, so that a refusal takes as long as usual. */
  const placeholderHash = `$2b$${String(cost).padStart(2, '0')}$${'antessala'.padEnd(22, '.')}${'.'.repeat(31)}`;

  function startWorking(): Thread {
    return start('password-worker', {
      onMessage(result: PasswordResult) {
        const done = current;
        current = undefined;
        next();
        done?.resolve(result);
      },
      // A request that a crash interrupted is repeated once, in a new thread.
      onExit() {
        thread = undefined;
        const interruptedWork = current;
        current = undefined;
        if (isClosed) interruptedWork?.reject(new AppError('unavailable'));
        else if (interruptedWork?.hasCrashed) interruptedWork.reject(new Error('The password thread crashed twice'));
        else if (interruptedWork) interrupted.push({ ...interruptedWork, hasCrashed: true });
        next();
      },
    });
  }

  function next(): void {
    if (current || isClosed) return;
    current = interrupted.shift() ?? queue.next();
    if (!current) return thread?.unref();
    thread ??= startWorking();
    // Only a busy thread keeps the process alive.
    thread.ref();
    thread.send(current.message);
  }

  function run(message: PasswordRequest, caller: Caller): Promise<PasswordResult> {
    if (isClosed) return Promise.reject(new AppError('unavailable'));
    return new Promise((resolve, reject) => {
      const refused = queue.add(caller, { message, resolve, reject, hasCrashed: false });
      refused?.reject(
        new AppError('unavailable', 'O servidor está ocupado. Tente novamente em instantes.', { retryAfterS: 5 }),
      );
      next();
    });
  }

  return {
    /** Returns the hash. `address`: the caller's; omitted for managers and the server. Throws unavailable for a full queue. */
    async hash(password: string, { address = '' } = {}): Promise<string> {
      const caller = { address, isKnown: address === '' };
      const result = await run({ kind: 'hash', secret: bcryptInputOf(password), cost }, caller);
      if (!('hash' in result)) throw new Error(`Hashing failed: ${JSON.stringify(result)}`);
      return result.hash;
    },
    /** True if the password is correct; without a `hash` false after the same time. Throws unavailable for a full queue. */
    async verify(
      password: string,
      hash: string | undefined,
      caller: Caller = { address: '', isKnown: false },
    ): Promise<boolean> {
      const result = await run(
        { kind: 'verify', secret: bcryptInputOf(password), hash: hash ?? placeholderHash },
        caller,
      );
      if (!('isCorrect' in result)) throw new Error(`Verifying failed: ${JSON.stringify(result)}`);
      return hash !== undefined && result.isCorrect;
    },
    /** Ends the thread. All requests that still wait are rejected with unavailable. */
    async close(): Promise<void> {
      isClosed = true;
      for (const { reject } of [...interrupted.splice(0), ...queue.drain()]) reject(new AppError('unavailable'));
      await thread?.end();
    },
  };
}

/** Returns the input of bcrypt. Normalizes the text first: keyboards write an accented letter as one or as two characters. */
function bcryptInputOf(password: string): string {
  return Buffer.from(sha256Hex(password.normalize('NFC')), 'hex').toString('base64');
}
