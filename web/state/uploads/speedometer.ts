/** Measures the speed of a transfer over the last seconds. */

const windowMs = 6_000;
/** Minimum duration of a measurement: over a shorter time the speed fluctuates too much. */
const minDurationMs = 800;

export class Speedometer {
  #samples: { atMs: number; bytes: number }[] = [];

  /** Records the total of bytes sent by `atMs` (milliseconds of a monotonic clock). */
  add(atMs: number, bytes: number): void {
    this.#samples.push({ atMs, bytes });
    while (this.#samples.length > 2 && (this.#samples[1]?.atMs ?? atMs) < atMs - windowMs) this.#samples.shift();
  }

  get bytesPerSecond(): number | undefined {
    const [first, last] = [this.#samples[0], this.#samples.at(-1)];
    if (!first || !last || last.atMs - first.atMs < minDurationMs) return undefined;
    return ((last.bytes - first.bytes) / (last.atMs - first.atMs)) * 1000;
  }
}
