/** Speed and time left of a transfer, from what was sent in the last seconds. */

const windowMs = 6_000;
/** Before that any number would jump. */
const settleMs = 800;

export class Speedometer {
  #samples: { atMs: number; bytes: number }[] = [];

  /** `bytes` sent in all by `atMs` (any clock that only goes forward). */
  add(atMs: number, bytes: number): void {
    this.#samples.push({ atMs, bytes });
    while (this.#samples.length > 2 && (this.#samples[1]?.atMs ?? atMs) < atMs - windowMs) this.#samples.shift();
  }

  get bytesPerSecond(): number | undefined {
    const [first, last] = [this.#samples[0], this.#samples.at(-1)];
    if (!first || !last || last.atMs - first.atMs < settleMs) return undefined;
    return ((last.bytes - first.bytes) / (last.atMs - first.atMs)) * 1000;
  }
}
