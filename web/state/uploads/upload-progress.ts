/** Maximum time that the progress is extrapolated between two responses. */
const maxExtrapolationMs = 2_000;

/**
 * Progress of an upload by the server's count, extrapolated between two responses: the browser's count includes bytes that wait
 * in buffers and proxies.
 */
export class UploadProgress {
  #response: { atMs: number; bytes: number };
  #bytesPerMs = 0;
  #sentBytes: number;
  #shownBytes: number;
  #hasResponded = false;
  /** True if requests were sent and none has had a response. Then the browser's count is shown. */
  #isServerSilent = false;

  /** `fromBytes`: bytes on the server at `atMs` (milliseconds of a monotonic clock). */
  constructor(atMs: number, fromBytes: number) {
    this.#response = { atMs, bytes: fromBytes };
    this.#sentBytes = fromBytes;
    this.#shownBytes = fromBytes;
  }

  /** Records how many bytes the browser counts as sent. */
  recordSent(bytes: number): void {
    this.#sentBytes = bytes;
  }

  /** Records the server's count (undefined: no response). Returns true if the count has grown. */
  recordReceived(atMs: number, bytes: number | undefined): boolean {
    this.#hasResponded ||= bytes !== undefined;
    this.#isServerSilent = !this.#hasResponded;
    if (bytes === undefined) return false;
    const { atMs: previousMs, bytes: previousBytes } = this.#response;
    if (atMs > previousMs) this.#bytesPerMs = Math.max(0, bytes - previousBytes) / (atMs - previousMs);
    this.#response = { atMs, bytes };
    return bytes > previousBytes;
  }

  bytesAt(atMs: number): number {
    const { atMs: respondedMs, bytes } = this.#response;
    const estimate = this.#isServerSilent
      ? this.#sentBytes
      : bytes + this.#bytesPerMs * Math.min(maxExtrapolationMs, atMs - respondedMs);
    this.#shownBytes = Math.max(this.#shownBytes, Math.min(estimate, this.#sentBytes));
    return Math.round(this.#shownBytes);
  }
}
