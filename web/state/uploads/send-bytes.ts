/** Sends the bytes of a file, and asks the server how many it has received. */
import { CallError, unknownError } from '../../api/client.ts';
import { UploadProgress } from './upload-progress.ts';

/** An upload reserved on the server, before the bytes of the file are sent. */
export interface Reservation {
  key: string;
  /** Path for HEAD and PUT. */
  url: string;
}

/** The connection counts as lost when no byte was sent for this time. */
const stalledMs = 30_000;
/** Timeout of the response after the last byte: the server syncs the disk and inspects the content. */
const responseMs = 120_000;
/** Intervals of asking the server for its received bytes, and of calling `onProgress`. */
const checkEveryMs = 1_000;
const reportEveryMs = 250;
const headTimeoutMs = 15_000;

const connectionLost = () =>
  new CallError(0, 'connection lost', 'Não foi possível falar com o servidor. Verifique a conexão.');

/**
 * Returns the number of bytes that the server has received, or undefined if it does not know the upload.
 * @throws {CallError} with the status of an error response, or with status 0 when the server cannot be reached
 */
export async function receivedBytes({ url }: Reservation, signal: AbortSignal): Promise<number | undefined> {
  const timeout = new AbortController();
  const stop = () => timeout.abort();
  const timer = setTimeout(stop, headTimeoutMs);
  signal.addEventListener('abort', stop);
  try {
    const response = await fetch(url, { method: 'HEAD', credentials: 'same-origin', signal: timeout.signal });
    if (response.status === 404) return undefined;
    // Responses to HEAD have no body, so the error has no text for people.
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
 * Sends the file from byte `from` on. Uses XMLHttpRequest, because fetch reports no progress.
 * @throws {CallError} with the status of an error response; with status 0 when the connection is lost, `signal` aborts, no bytes
 * are sent for 30 s, or no response arrives
 */
export function sendBytes(
  file: Blob,
  reservation: Reservation,
  from: number,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (arrivedBytes: number) => void },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const progress = new UploadProgress(performance.now(), from);
    let isSent = false;
    let deadline: ReturnType<typeof setTimeout>;
    const stop = () => request.abort();
    const resetDeadline = (withinMs: number) => {
      clearTimeout(deadline);
      deadline = setTimeout(stop, withinMs);
    };
    const ended = new AbortController();
    const reportTimer = setInterval(() => onProgress(progress.bytesAt(performance.now())), reportEveryMs);
    let checkTimer = setTimeout(() => void checkReceived(), checkEveryMs / 2);
    const checkReceived = async () => {
      const bytes = await receivedBytes(reservation, ended.signal).catch(() => undefined);
      if (ended.signal.aborted) return;
      // A proxy may forward the last bytes slowly: wait longer while the server still receives some.
      if (progress.recordReceived(performance.now(), bytes) && isSent) resetDeadline(responseMs);
      checkTimer = setTimeout(() => void checkReceived(), checkEveryMs);
    };
    const finish = (error?: CallError) => {
      clearTimeout(deadline);
      clearInterval(reportTimer);
      clearTimeout(checkTimer);
      ended.abort();
      signal.removeEventListener('abort', stop);
      if (error) reject(error);
      else resolve();
    };
    request.upload.onprogress = (event) => {
      resetDeadline(stalledMs);
      progress.recordSent(Math.min(file.size, from + event.loaded));
    };
    request.upload.onload = () => {
      isSent = true;
      progress.recordSent(file.size);
      resetDeadline(responseMs);
    };
    request.onload = () =>
      finish(
        request.status >= 200 && request.status < 300
          ? undefined
          : new CallError(request.status, request.responseText || request.statusText),
      );
    request.onerror = () => finish(connectionLost());
    request.onabort = () => finish(connectionLost());
    signal.addEventListener('abort', stop);
    request.open('PUT', reservation.url);
    request.setRequestHeader('Content-Type', file.type || 'application/octet-stream');
    if (from > 0) request.setRequestHeader('Content-Range', `bytes ${from}-${file.size - 1}/${file.size}`);
    resetDeadline(stalledMs);
    request.send(from > 0 ? file.slice(from) : file);
    if (signal.aborted) stop();
  });
}

/** True if the connection failed or the server was overloaded: another attempt may succeed. */
export function isConnectionLoss(error: unknown): boolean {
  return error instanceof CallError && [0, 408, 429, 502, 503, 504].includes(error.status);
}

/** Returns the server's message, or `fallback` if the error has none. */
export function reasonOf(error: unknown, fallback: string): string {
  return error instanceof CallError && error.message !== unknownError ? error.message : fallback;
}
