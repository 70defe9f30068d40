/** Keeps the newest sound: browsers want some seconds before they begin, and a station sends no faster than real time. */

/** Size of the buffer for new listeners, as in Icecast: four seconds of MP3 as stations send it. */
export const mostRecentBytes = 64 * 1024;

export function createStreamBuffer() {
  let chunks: Buffer[] = [];
  let bytes = 0;
  return {
    push(chunk: Buffer): void {
      chunks.push(chunk);
      bytes += chunk.length;
      while (bytes > mostRecentBytes) bytes -= chunks.shift()?.length ?? bytes;
    },
    clear(): void {
      [chunks, bytes] = [[], 0];
    },
    /** In the order in which it came. */
    all: (): Buffer => Buffer.concat(chunks),
  };
}
