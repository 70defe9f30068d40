/** The only access to time. Tests drive a `ManualClock`; nothing else in `src` calls Date.now or setTimeout. */

export interface Timer {
  cancel(): void;
}

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Milliseconds since an arbitrary time, which setting the system's clock does not change: for durations and deadlines. */
  monotonic(): number;
  /** Calls `run` once after `delayMs`. Timers do not keep the process alive. */
  after(delayMs: number, run: () => void): Timer;
  /** Calls `run` every `everyMs` until cancelled. */
  every(everyMs: number, run: () => void): Timer;
}

/** Maximum delay of Node's timers; a longer one overflows and runs at once. */
const maxDelayMs = 2 ** 31 - 1;

/** Resolves after pending events were handled. Call it between two parts of long work. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Waits `ms` milliseconds. Unlike timers of a `Clock`, it keeps the process alive meanwhile. */
export const sleep = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** Runs long work that `yield`s between its parts, and handles pending events at each `yield`. */
export async function yieldBetween<T>(work: Generator<void, T>): Promise<T> {
  for (let part = work.next(); ; part = work.next()) {
    if (part.done) return part.value;
    await yieldToEventLoop();
  }
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(delayMs, run) {
    let handle: NodeJS.Timeout;
    const wait = (ms: number) => {
      handle = setTimeout(() => (ms > maxDelayMs ? wait(ms - maxDelayMs) : run()), Math.min(ms, maxDelayMs));
      handle.unref();
    };
    wait(delayMs);
    return { cancel: () => clearTimeout(handle) };
  },
  every(everyMs, run) {
    const handle = setInterval(run, everyMs);
    handle.unref();
    return { cancel: () => clearInterval(handle) };
  },
};

/** Maximum number of repeats of one timer in one `advance`: otherwise a test that advances by months would take a minute. */
const maxRepeats = 1_000;

/** Clock that advances only when a test advances it. */
export class ManualClock implements Clock {
  #now: number;
  #monotonic = 0;
  #timers = new Set<{ due: number; everyMs: number | undefined; run: () => void }>();

  constructor(startAt = Date.parse('2026-03-02T12:00:00.000Z')) {
    this.#now = startAt;
  }

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#monotonic;
  }

  after(delayMs: number, run: () => void): Timer {
    return this.#add(delayMs, undefined, run);
  }

  every(everyMs: number, run: () => void): Timer {
    return this.#add(everyMs, everyMs, run);
  }

  #add(delayMs: number, everyMs: number | undefined, run: () => void): Timer {
    const timer = { due: this.#monotonic + delayMs, everyMs, run };
    this.#timers.add(timer);
    return { cancel: () => void this.#timers.delete(timer) };
  }

  /** Moves time forward and runs due timers in order. A timer that is due more than a thousand times runs only the last thousand. */
  advance(ms: number): void {
    const target = this.#monotonic + ms;
    for (const timer of this.#timers) {
      const skipped = timer.everyMs === undefined ? 0 : Math.floor((target - timer.due) / timer.everyMs) - maxRepeats;
      if (skipped > 0) timer.due += skipped * (timer.everyMs ?? 0);
    }
    for (;;) {
      let next: { due: number; everyMs: number | undefined; run: () => void } | undefined;
      for (const timer of this.#timers) if (timer.due <= target && (!next || timer.due < next.due)) next = timer;
      if (!next) break;
      this.#now += next.due - this.#monotonic;
      this.#monotonic = next.due;
      if (next.everyMs === undefined) this.#timers.delete(next);
      else next.due += next.everyMs;
      next.run();
    }
    this.#now += target - this.#monotonic;
    this.#monotonic = target;
  }

  /** Moves the wall clock by `ms`, as NTP or a battery change does; monotonic time is unchanged. */
  jump(ms: number): void {
    this.#now += ms;
  }
}
