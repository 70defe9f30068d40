/** Sends the bytes of a file: where an upload is on the server, and the rest of it. */
import { CallError, unknownError } from '../../api/client.ts';
import { UploadProgress } from './upload-progress.ts';

/** Room for one file on the server, asked for before its bytes are sent. */
export interface Reservation {
  key: string;
  /** Path for HEAD and PUT. */
  url: string;
}

/** No byte moved for this long: the connection is dead, even if nobody said so. */
const stalledMs = 30_000;
/** After its last byte the server syncs the disk and looks at the content. */
const responseMs = 120_000;
/** Interval of questions for the received bytes, and of reports of them. */
const checkEveryMs = 1_000;
const reportEveryMs = 250;
const headTimeoutMs = 15_000;

const connectionLost = () =>
  new CallError(0, 'connection lost', 'Não foi possível falar com o servidor. Verifique a conexão.');

/**
 * Returns how many bytes the server has; undefined when it no longer knows the upload.
 * @throws {CallError} with status 0 when the server is out of reach
 */
export async function receivedBytes({ url }: Reservation, signal: AbortSignal): Promise<number | undefined> {
  const timeout = new AbortController();
  const stop = () => timeout.abort();
  const timer = setTimeout(stop, headTimeoutMs);
  signal.addEventListener('abort', stop);
  try {
    const response = await fetch(url, { method: 'HEAD', credentials: 'same-origin', signal: timeout.signal });
    if (response.status === 404) return undefined;
    // HEAD answers carry no sentence.
    if (!response.ok) throw new CallError(response.status, response.statusText);
    return Number(response.headers.get('Upload-Offset') ?? 0);
  } catch (error) {
    throw error instanceof CallError ? error : connectionLost();
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/**
 * Sends the file from byte `from` on; `onProgress` gets what has arrived. XMLHttpRequest, because fetch reports no progress.
 * @throws {CallError} with status 0 when the connection is lost or nothing moves any more
 */
export function sendBytes(
  file: File,
  reservation: Reservation,
  from: number,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (arrivedBytes: number) => void },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const progress = new UploadProgress(performance.now(), from);
    let isHandedOver = false;
    let deadline: ReturnType<typeof setTimeout>;
    const stop = () => request.abort();
    const expect = (withinMs: number) => {
      clearTimeout(deadline);
      deadline = setTimeout(stop, withinMs);
    };
    const over = new AbortController();
    const telling = setInterval(() => onProgress(progress.bytesAt(performance.now())), reportEveryMs);
    let checking = setTimeout(() => void ask(), checkEveryMs / 2);
    const ask = async () => {
      const bytes = await receivedBytes(reservation, over.signal).catch(() => undefined);
      if (over.signal.aborted) return;
      // The last of them may wait in a proxy for longer than any answer takes.
      if (progress.answered(performance.now(), bytes) && isHandedOver) expect(responseMs);
      checking = setTimeout(() => void ask(), checkEveryMs);
    };
    const settle = (error?: CallError) => {
      clearTimeout(deadline);
      clearInterval(telling);
      clearTimeout(checking);
      over.abort();
      signal.removeEventListener('abort', stop);
      if (error) reject(error);
      else resolve();
    };
    request.upload.onprogress = (event) => {
      expect(stalledMs);
      progress.handedOver(Math.min(file.size, from + event.loaded));
    };
    request.upload.onload = () => {
      isHandedOver = true;
      progress.handedOver(file.size);
      expect(responseMs);
    };
    request.onload = () =>
      settle(
        request.status >= 200 && request.status < 300
          ? undefined
          : new CallError(request.status, request.responseText || request.statusText),
      );
    request.onerror = () => settle(connectionLost());
    request.onabort = () => settle(connectionLost());
    signal.addEventListener('abort', stop);
    request.open('PUT', reservation.url);
    request.setRequestHeader('Content-Type', file.type || 'application/octet-stream');
    if (from > 0) request.setRequestHeader('Content-Range', `bytes ${from}-${file.size - 1}/${file.size}`);
    expect(stalledMs);
    request.send(from > 0 ? file.slice(from) : file);
    if (signal.aborted) stop();
  });
}

/** Worth trying again by itself: nobody refused anything. */
export function isConnectionLoss(error: unknown): boolean {
  return error instanceof CallError && [0, 408, 429, 502, 503, 504].includes(error.status);
}

/** The server's sentence, or `otherwise` when it gave none. */
export function reasonOf(error: unknown, otherwise: string): string {
  return error instanceof CallError && error.message !== unknownError ? error.message : otherwise;
}
