/** Between two answers its pace says how it goes on, not for longer than this. */
const longestGuessMs = 2_000;

/**
 * Progress of an upload. The browser calls sent what may still wait in its buffers or a proxy's, so the server's own
 * count leads; between two of its answers the file goes on at the pace of the last ones.
 */
export class UploadProgress {
  #answer: { atMs: number; bytes: number };
  #bytesPerMs = 0;
  #handedBytes: number;
  #shownBytes: number;
  #hasAnswered = false;
  /** No answer has ever come, though it was asked for. */
  #isServerSilent = false;

  /** `fromBytes` are there at `atMs` (any clock that only goes forward). */
  constructor(atMs: number, fromBytes: number) {
    this.#answer = { atMs, bytes: fromBytes };
    this.#handedBytes = fromBytes;
    this.#shownBytes = fromBytes;
  }

  /** The browser calls so many sent. */
  handedOver(bytes: number): void {
    this.#handedBytes = bytes;
  }

  /** The server has so many, or gives no answer (undefined): a lost one says nothing once any has come. True when these are more than before. */
  answered(atMs: number, bytes: number | undefined): boolean {
    this.#hasAnswered ||= bytes !== undefined;
    this.#isServerSilent = !this.#hasAnswered;
    if (bytes === undefined) return false;
    const { atMs: beforeMs, bytes: before } = this.#answer;
    if (atMs > beforeMs) this.#bytesPerMs = Math.max(0, bytes - before) / (atMs - beforeMs);
    this.#answer = { atMs, bytes };
    return bytes > before;
  }

  /** Never falls. */
  bytesAt(atMs: number): number {
    const { atMs: answeredMs, bytes } = this.#answer;
    const guess = this.#isServerSilent
      ? this.#handedBytes
      : bytes + this.#bytesPerMs * Math.min(longestGuessMs, atMs - answeredMs);
    this.#shownBytes = Math.max(this.#shownBytes, Math.min(guess, this.#handedBytes));
    return Math.round(this.#shownBytes);
  }
}
