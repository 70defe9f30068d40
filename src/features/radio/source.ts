/** Opens a station's sound, through playlists where its address leads to one. */
import type { Readable } from 'node:stream';
import type { Outbound } from '../../platform/outbound.ts';
import { firstEntry, isHls, isPlaylist, isSound, mediaTypeOf } from './rules.ts';

export interface Source {
  /** audio/... */
  contentType: string;
  body: Readable;
}

/** The station answered, but not with sound. */
class StationError extends Error {}

const maxPlaylists = 2;
const maxPlaylistBytes = 64 * 1024;

/** Rejects with StationError, OutboundError, a network error or the signal's reason. The signal also ends the body. */
export async function openSource(
  outbound: Pick<Outbound, 'open'>,
  address: string,
  signal: AbortSignal,
): Promise<Source> {
  let next: string | URL = address;
  for (let playlists = 0; ; playlists += 1) {
    const { status, headers, url, body } = await outbound.open(next, { signal });
    const mediaType = mediaTypeOf(headers['content-type']);
    if (status === 200 && isSound(mediaType)) return { contentType: mediaType, body };
    if (status !== 200 || !isPlaylist(mediaType, url.pathname)) {
      body.destroy();
      throw new StationError(`answered ${status} ${mediaType}`);
    }
    if (playlists === maxPlaylists) {
      body.destroy();
      throw new StationError(`more than ${maxPlaylists} playlists in a row`);
    }
    const playlist = await readText(body, maxPlaylistBytes);
    if (isHls(playlist)) throw new StationError('is an HLS playlist; only continuous streams can be relayed');
    const entry = firstEntry(playlist);
    if (entry === undefined || !URL.canParse(entry, url)) throw new StationError('is a playlist without an address');
    next = new URL(entry, url);
  }
}

async function readText(body: Readable, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new StationError('is too long a playlist');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
