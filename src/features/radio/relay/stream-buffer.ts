/** Buffers the newest sound: browsers start only with some seconds of it, and stations send in real time only. */

/** Size of the buffer, as in Icecast: about four seconds of a station's MP3. */
export const maxBufferBytes = 64 * 1024;

export function createStreamBuffer() {
  let chunks: Buffer[] = [];
  let bytes = 0;
  return {
    push(chunk: Buffer): void {
      chunks.push(chunk);
      bytes += chunk.length;
      while (bytes > maxBufferBytes) bytes -= chunks.shift()?.length ?? bytes;
    },
    clear(): void {
      [chunks, bytes] = [[], 0];
    },
    /** Returns the buffered bytes, oldest first. */
    all: (): Buffer => Buffer.concat(chunks),
  };
}
