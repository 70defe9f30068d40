import type { Connections } from '../server/requests/connections.ts';
import type { NewFile } from './cache.ts';
import { CallError, callTimeoutMs } from '../server/requests/network.ts';

/** Bytes fetched by one Range request, at most. */
export const largestPieceBytes = 4 * 1024 * 1024;

export interface PieceOptions {
  connections: Connections;
  /** At most `largestPieceBytes`. */
  maxBytes: number;
  /** Called with the bytes of this piece that have come so far. */
  onBytes(bytes: number): void;
  /** Nobody needs the rest of it any more. */
  isWanted(): boolean;
}

/**
 * Fetches bytes of a media file from `offset` on: one piece, or what of it came before the network stood still for 10 s
 * (the next request goes on behind it). However slow it is, what comes is never broken off. Kept out of the HTTP cache,
 * which holds the page itself.
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
  // Before AbortController a request without an answer can't be ended: it keeps its connection until it ends by itself.
  const freed = request.then(
    () => undefined,
    () => undefined,
  );
  const stallTimer = createStallTimer(callTimeoutMs);
  try {
    const response = await Promise.race([request, stallTimer.isOver]);
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
    void freed.then(release);
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
  // A portal answers 200 with its own page, which would be kept as the beginning of the file.
  const kind = contentType.split('/')[0] as string;
  if ((response.headers.get('content-type') ?? '').split('/')[0] !== kind)
    throw new CallError(response.status, null, 'Mídia: resposta de outro servidor');
  const range = /bytes (\d+)-\d+\/(\d+)/.exec(response.headers.get('content-range') ?? '');
  if (range && (Number(range[1]) !== offset || Number(range[2]) !== totalBytes))
    throw new CallError(response.status, null, 'Mídia: tamanho diferente');
}

/** `goesOn` is notified of each chunk, and returns whether the rest is to be read. */
async function read(
  response: Response,
  expectedBytes: number,
  stallTimer: StallTimer,
  goesOn: (bytes: number) => boolean,
): Promise<Blob> {
  const reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    for (;;) {
      stallTimer.renew();
      const chunk = await Promise.race([reader.read(), stallTimer.isOver]);
      if (!chunk || chunk.done) break;
      chunks.push(chunk.value);
      bytes += chunk.value.length;
      if (bytes > expectedBytes) throw new CallError(response.status, null, 'Mídia: tamanho diferente');
      if (!goesOn(bytes)) break;
    }
  } catch (error) {
    // A broken connection still brought what it brought.
    if (bytes === 0 || error instanceof CallError) throw error;
  } finally {
    if (bytes < expectedBytes) reader.cancel().catch(() => undefined);
  }
  if (bytes === 0) throw new CallError(0, null, 'Tempo esgotado');
  return new Blob(chunks);
}

interface StallTimer {
  /** Resolves when nothing has come for the whole time. */
  isOver: Promise<undefined>;
  /** Something came. */
  renew(): void;
  end(): void;
}

function createStallTimer(forMs: number): StallTimer {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let giveUp = () => {};
  const isOver = new Promise<undefined>((resolve) => {
    giveUp = () => resolve(undefined);
  });
  const end = () => clearTimeout(timer);
  const renew = () => {
    end();
    timer = setTimeout(giveUp, forMs);
  };
  renew();
  return { isOver, renew, end };
}
