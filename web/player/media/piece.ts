import type { Connections } from '../server/requests/connections.ts';
import type { NewFile } from './cache.ts';
import { CallError, callTimeoutMs } from '../server/requests/network.ts';

/** Maximum number of bytes of one Range request. */
export const largestPieceBytes = 4 * 1024 * 1024;

export interface PieceOptions {
  connections: Connections;
  /** At most `largestPieceBytes`. */
  maxBytes: number;
  /** Called with the number of bytes of this piece that have been received. */
  onBytes(bytes: number): void;
  /** Returns false when the file is no longer needed. */
  isWanted(): boolean;
}

/**
 * Fetches one piece of a media file, from `offset` on. When nothing arrives for 10 s, returns the part that has arrived,
 * or rejects if there is none. Never aborts a slow download. Bypasses the HTTP cache, whose space the page itself needs.
 */
export async function fetchPiece(
  url: string,
  offset: number,
  file: Pick<NewFile, 'sizeBytes' | 'contentType'>,
  { connections, maxBytes, onBytes, isWanted }: PieceOptions,
): Promise<Blob> {
  const release = await connections.acquire('download');
  const abort = typeof AbortController === 'undefined' ? undefined : new AbortController();
  const end = Math.min(offset + maxBytes, file.sizeBytes) - 1;
  const request = fetch(url, {
    headers: { Range: `bytes=${offset}-${end}` },
    cache: 'no-store',
    ...(abort ? { signal: abort.signal } : {}),
  });
  // Without AbortController a request can't be aborted: its connection stays occupied until it ends by itself.
  const ended = request.then(
    () => undefined,
    () => undefined,
  );
  const stallTimer = createStallTimer(callTimeoutMs);
  try {
    const response = await Promise.race([request, stallTimer.expired]);
    if (!response) throw new CallError(0, null, 'Tempo esgotado');
    check(response, offset, file);
    return await read(response, end - offset + 1, stallTimer, (bytes) => {
      onBytes(bytes);
      return isWanted();
    });
  } catch (error) {
    if (error instanceof CallError) throw error;
    throw new CallError(0, null, 'Erro de conexão');
  } finally {
    stallTimer.end();
    abort?.abort();
    void ended.then(release);
  }
}

function check(
  response: Response,
  offset: number,
  { sizeBytes: totalBytes, contentType }: Pick<NewFile, 'sizeBytes' | 'contentType'>,
): void {
  if (response.status !== 206 && !(response.status === 200 && offset === 0 && totalBytes <= largestPieceBytes)) {
    throw new CallError(response.status, null, `Mídia: erro ${response.status}`);
  }
  // A portal responds with status 200 and its own page, which would be stored as the beginning of the file.
  const kind = contentType.split('/')[0] as string;
  if ((response.headers.get('content-type') ?? '').split('/')[0] !== kind)
    throw new CallError(response.status, null, 'Mídia: resposta de outro servidor');
  const range = /bytes (\d+)-\d+\/(\d+)/.exec(response.headers.get('content-range') ?? '');
  if (range && (Number(range[1]) !== offset || Number(range[2]) !== totalBytes))
    throw new CallError(response.status, null, 'Mídia: tamanho diferente');
}

/** Reads the body until its end, or until `shouldContinue`, called after each chunk, returns false. */
async function read(
  response: Response,
  expectedBytes: number,
  stallTimer: StallTimer,
  shouldContinue: (bytes: number) => boolean,
): Promise<Blob> {
  const reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    for (;;) {
      stallTimer.renew();
      const chunk = await Promise.race([reader.read(), stallTimer.expired]);
      if (!chunk || chunk.done) break;
      chunks.push(chunk.value);
      bytes += chunk.value.length;
      if (bytes > expectedBytes) throw new CallError(response.status, null, 'Mídia: tamanho diferente');
      if (!shouldContinue(bytes)) break;
    }
  } catch (error) {
    // Keep the bytes that arrived before the connection broke.
    if (bytes === 0 || error instanceof CallError) throw error;
  } finally {
    if (bytes < expectedBytes) reader.cancel().catch(() => undefined);
  }
  if (bytes === 0) throw new CallError(0, null, 'Tempo esgotado');
  return new Blob(chunks);
}

interface StallTimer {
  /** Resolves when nothing has arrived for the whole time. */
  expired: Promise<undefined>;
  /** Restarts the time after bytes arrived. */
  renew(): void;
  end(): void;
}

function createStallTimer(forMs: number): StallTimer {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let expire = () => {};
  const expired = new Promise<undefined>((resolve) => {
    expire = () => resolve(undefined);
  });
  const end = () => clearTimeout(timer);
  const renew = () => {
    end();
    timer = setTimeout(expire, forMs);
  };
  renew();
  return { expired, renew, end };
}
