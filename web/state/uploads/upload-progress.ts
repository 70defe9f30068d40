/** Maximum time that the progress is extrapolated between two responses. */
const longestGuessMs = 2_000;

/**
 * Progress of an upload by the server's count, extrapolated between two responses: the browser's count includes bytes that wait
 * in buffers and proxies.
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

  /** Records how many bytes the browser counts as sent. */
  handedOver(bytes: number): void {
    this.#handedBytes = bytes;
  }

  /** Records the server's count; undefined: no response. Returns whether it has grown. */
  answered(atMs: number, bytes: number | undefined): boolean {
    this.#hasAnswered ||= bytes !== undefined;
    this.#isServerSilent = !this.#hasAnswered;
    if (bytes === undefined) return false;
    const { atMs: beforeMs, bytes: before } = this.#answer;
    if (atMs > beforeMs) this.#bytesPerMs = Math.max(0, bytes - before) / (atMs - beforeMs);
    this.#answer = { atMs, bytes };
    return bytes > before;
  }

  bytesAt(atMs: number): number {
    const { atMs: respondedMs, bytes } = this.#answer;
    const guess = this.#isServerSilent
      ? this.#handedBytes
      : bytes + this.#bytesPerMs * Math.min(longestGuessMs, atMs - respondedMs);
    this.#shownBytes = Math.max(this.#shownBytes, Math.min(guess, this.#handedBytes));
    return Math.round(this.#shownBytes);
  }
}
