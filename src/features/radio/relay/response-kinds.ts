/** Classifies a station's response: sound, a playlist file (.m3u, .pls) with the sound's address, or nothing to play. */

const playlistTypes = new Set([
  'audio/x-mpegurl',
  'audio/mpegurl',
  'application/x-mpegurl',
  'application/mpegurl',
  'application/vnd.apple.mpegurl',
  'audio/x-scpls',
  'audio/scpls',
  'application/pls+xml',
]);
/** Content types that do not tell the format: the ending of the address or the first bytes decide. */
const unspecificTypes = new Set(['', 'text/plain', 'application/octet-stream', 'binary/octet-stream']);
/** Content types that Icecast and others use for Ogg; browsers play it as `audio/ogg`. */
const oggTypes = new Set(['application/ogg', 'application/x-ogg', 'audio/x-ogg', 'video/ogg']);

/** Returns a content type in lower case and without parameters: `audio/mpeg` for `Audio/MPEG; charset=x`. */
export function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

export function isSound(mediaType: string): boolean {
  return (/^audio\/[\w.+-]+$/.test(mediaType) && !playlistTypes.has(mediaType)) || oggTypes.has(mediaType);
}

/** Returns the content type sent to browsers. */
export const relayedType = (mediaType: string): string => (oggTypes.has(mediaType) ? 'audio/ogg' : mediaType);

export function isPlaylist(mediaType: string, pathname: string): boolean {
  return playlistTypes.has(mediaType) || (unspecificTypes.has(mediaType) && /\.(m3u8?|pls)$/i.test(pathname));
}

/** True if the format must be detected from the first bytes. */
export const needsDetection = (mediaType: string): boolean => unspecificTypes.has(mediaType);

/** True for a text that begins like an .m3u or .pls file. */
export const isPlaylistText = (text: string): boolean => /^\uFEFF?\s*(#EXTM3U|\[playlist\])/i.test(text);

/** True for an HLS playlist, which lists segments instead of a stream. */
export function isHls(playlist: string): boolean {
  return /^#EXT-X-/m.test(playlist);
}

/** Returns the first address of an .m3u or .pls playlist. */
export function firstEntry(playlist: string): string | undefined {
  const lines = playlist
    .replace(/^\uFEFF/, '')
    .split(/\r?\n|\r/)
    .map((line) => line.trim());
  if (lines.some((line) => /^\[playlist\]$/i.test(line))) {
    return lines.map((line) => /^file\d+\s*=\s*(\S.*)$/i.exec(line)?.[1]).find((entry) => entry !== undefined);
  }
  return lines.find((line) => line !== '' && !line.startsWith('#'));
}
