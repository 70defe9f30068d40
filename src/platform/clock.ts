/** The only access to time. Tests drive a `ManualClock`; nothing else in `src` calls Date.now or setTimeout. */

export interface Timer {
  cancel(): void;
}

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Milliseconds that never jump: for durations and deadlines. */
  monotonic(): number;
  /** Runs once after `delayMs`. Timers do not keep the process alive. */
  after(delayMs: number, run: () => void): Timer;
  /** Runs every `everyMs` until cancelled. */
  every(everyMs: number, run: () => void): Timer;
}

/** A longer time overflows Node's timers, which then run at once. */
const longestMs = 2 ** 31 - 1;

/** Resolves after waiting work has run: between two parts of long work. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Long work that `yield`s between its parts: what waits has its turn at each of them. */
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
      handle = setTimeout(() => (ms > longestMs ? wait(ms - longestMs) : run()), Math.min(ms, longestMs));
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

/** Months of what repeats every few seconds took a minute of processor time. */
const mostRepeats = 1_000;

/** Clock that advances only when a test says so. */
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

  /** Moves time forward and runs what falls due, in order; what repeats more often than that, its last thousand times. */
  advance(ms: number): void {
    const target = this.#monotonic + ms;
    for (const timer of this.#timers) {
      const leftOut = timer.everyMs === undefined ? 0 : Math.floor((target - timer.due) / timer.everyMs) - mostRepeats;
      if (leftOut > 0) timer.due += leftOut * (timer.everyMs ?? 0);
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

  /** The wall clock is set (NTP, a battery change); monotonic time does not notice. */
  jump(ms: number): void {
    this.#now += ms;
  }
}
