/** Opens a station's stream. If the address returns a playlist file (.m3u, .pls), opens the first address in it. */
import type { Readable } from 'node:stream';
import type { Outbound } from '../../../platform/outbound.ts';
import {
  firstEntry,
  isHls,
  isPlaylist,
  isPlaylistText,
  isSound,
  needsDetection,
  mediaTypeOf,
  relayedType,
} from './response-kinds.ts';
import { isHtmlPage, audioFormatOf, detectionBytes } from './audio-format.ts';

export interface Source {
  /** Begins with `audio/`. */
  contentType: string;
  body: Readable;
}

/** Reason why a station sends no sound. */
export type Fault = 'status' | 'page' | 'not-sound' | 'hls' | 'empty-playlist' | 'endless-playlist';

/** Error for a station that responded without sound. */
export class StationError extends Error {
  constructor(
    readonly fault: Fault,
    message: string,
    /** HTTP status for the fault `status`. */
    readonly status = 0,
  ) {
    super(message);
  }
}

/** Maximum number of playlist files that are followed one after the other. */
const maxPlaylists = 2;
const maxPlaylistBytes = 64 * 1024;

/** Rejects with StationError, OutboundError, a network error or the signal's reason. An abort also ends the returned body. */
export async function openSource(
  outbound: Pick<Outbound, 'open'>,
  address: string,
  signal: AbortSignal,
): Promise<Source> {
  let next: string | URL = address;
  for (let playlistsFollowed = 0; ; playlistsFollowed += 1) {
    const { status, headers, url, body } = await outbound.open(next, { signal });
    const mediaType = mediaTypeOf(headers['content-type']);
    if (status === 200 && isSound(mediaType)) return { contentType: relayedType(mediaType), body };
    let isList = isPlaylist(mediaType, url.pathname);
    if (status === 200 && !isList && needsDetection(mediaType)) {
      const bytes = await peek(
        body,
        (start) => audioFormatOf(start) !== undefined || isPlaylistText(start.toString('utf8')),
      );
      if (signal.aborted) throw signal.reason;
      const contentType = audioFormatOf(bytes)?.contentType;
      if (contentType !== undefined) return { contentType, body };
      isList = isPlaylistText(bytes.toString('utf8'));
      if (!isList)
        throw discard(body, new StationError(isHtmlPage(bytes) ? 'page' : 'not-sound', `no sound (${mediaType})`));
    }
    const description = `returned ${status} ${mediaType}`;
    if (status !== 200) throw discard(body, new StationError('status', description, status));
    if (!isList) throw discard(body, new StationError(mediaType === 'text/html' ? 'page' : 'not-sound', description));
    if (playlistsFollowed === maxPlaylists)
      throw discard(body, new StationError('endless-playlist', `more than ${maxPlaylists} playlists in a row`));
    const playlist = await readText(body, maxPlaylistBytes);
    if (isHls(playlist)) throw new StationError('hls', 'is an HLS playlist; only continuous streams can be relayed');
    const entry = firstEntry(playlist);
    if (entry === undefined || !URL.canParse(entry, url))
      throw new StationError('empty-playlist', 'is a playlist without an address');
    next = new URL(entry, url);
  }
}

function discard(body: Readable, error: StationError): StationError {
  body.destroy();
  return error;
}

/**
 * Returns the first bytes but leaves them in the stream. Reads until `isEnough` returns true, `detectionBytes` have arrived, or
 * the stream has ended. Never rejects.
 */
export function peek(body: Readable, isEnough: (bytes: Buffer) => boolean): Promise<Buffer> {
  let bytes: Buffer = Buffer.alloc(0);
  return new Promise((resolve) => {
    const hasEnded = () => body.readableEnded || body.destroyed;
    const check = () => {
      for (let chunk = body.read() as Buffer | null; chunk; chunk = body.read() as Buffer | null)
        bytes = Buffer.concat([bytes, chunk]);
      if (!hasEnded() && bytes.length < detectionBytes && !isEnough(bytes)) return;
      for (const event of ['readable', 'end', 'close']) body.off(event, check);
      if (bytes.length > 0 && !hasEnded()) body.unshift(bytes);
      resolve(bytes);
    };
    for (const event of ['readable', 'end', 'close']) body.on(event, check);
    check();
  });
}

async function readText(body: Readable, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new StationError('not-sound', 'is too long a playlist');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
