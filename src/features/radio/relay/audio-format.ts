/** Detects the format of a station's stream from its first bytes. Pure. */

export interface AudioFormat {
  /** Display name: MP3, AAC, Opus ... */
  name: string;
  /** Content type for browsers; undefined if browsers cannot play the format, or only from the beginning of a file. */
  contentType: string | undefined;
}

const playable = (name: string, contentType: string): AudioFormat => ({ name, contentType });
const unplayable = (name: string): AudioFormat => ({ name, contentType: undefined });

/** Number of bytes that suffice to detect the format: two of the largest frames, or the beginning of an Ogg page. */
export const detectionBytes = 16 * 1024;

const signatures: readonly [offset: number, bytes: string, format: AudioFormat][] = [
  [0, 'fLaC', unplayable('FLAC')],
  [0, '\x1a\x45\xdf\xa3', unplayable('WebM')],
  [0, 'RIFF', unplayable('WAV')],
  [0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11', unplayable('Windows Media')],
  [0, '.RMF', unplayable('RealAudio')],
  [0, '.ra\xfd', unplayable('RealAudio')],
  [0, 'FLV\x01', unplayable('Flash')],
  [4, 'ftyp', unplayable('MP4')],
];

const oggCodecs: readonly [bytes: string, format: AudioFormat][] = [
  ['\x01vorbis', playable('Vorbis', 'audio/ogg')],
  ['OpusHead', playable('Opus', 'audio/ogg')],
  ['\x7fFLAC', playable('FLAC em Ogg', 'audio/ogg')],
  ['Speex   ', unplayable('Speex')],
  ['\x80theora', unplayable('Theora')],
  ['fishead\0', unplayable('Ogg Skeleton')],
];

/** Returns the format of a stream that may begin in the middle of a frame; undefined for too few bytes or an unknown format. */
export function audioFormatOf(bytes: Buffer): AudioFormat | undefined {
  const has = (offset: number, text: string) => bytes.indexOf(text, offset, 'latin1') === offset;
  const match = signatures.find(([offset, text]) => has(offset, text));
  if (match) return match[2];
  if (has(0, 'OggS')) {
    const segments = bytes[26];
    return segments === undefined ? undefined : oggCodecs.find(([text]) => has(27 + segments, text))?.[1];
  }
  return firstFrame(bytes)?.format;
}

/** Returns the first MP3 or AAC frame that is followed by another frame of the same kind. */
export function firstFrame(bytes: Buffer): { offset: number; format: AudioFormat } | undefined {
  for (let offset = bytes.indexOf(0xff); offset >= 0; offset = bytes.indexOf(0xff, offset + 1)) {
    const frame = frameAt(bytes, offset);
    if (frame && frameAt(bytes, offset + frame.length)?.kind === frame.kind) return { offset, format: frame.format };
  }
  return undefined;
}

const bitrates = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const sampleRates = [44_100, 48_000, 32_000] as const;

/** Parses the header of an MP3 or AAC (ADTS) frame. All frames of a stream have the same `kind`. */
function frameAt(bytes: Buffer, offset: number): { kind: string; length: number; format: AudioFormat } | undefined {
  const at = (index: number) => bytes[offset + index] ?? 0;
  const [first, second, third, fourth] = [at(0), at(1), at(2), at(3)];
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined;
  const layer = (second >> 1) & 3;
  if (layer === 0) {
    const length = ((fourth & 3) << 11) | (at(4) << 3) | (at(5) >> 5);
    if ((second & 0xf0) !== 0xf0 || length < 7) return undefined;
    return { kind: `aac ${second & 0xf8} ${third & 0xfc}`, length, format: playable('AAC', 'audio/aac') };
  }
  // 3 is MPEG-1, 2 is MPEG-2, 0 is MPEG-2.5.
  const version = (second >> 3) & 3;
  const [rate, rateIndex, bitrateIndex] = [sampleRates[(third >> 2) & 3], (third >> 2) & 3, third >> 4];
  if (version === 1 || rate === undefined || layer !== 1) return undefined;
  const bitrate = bitrates[version === 3 ? 'mpeg1' : 'mpeg2'][bitrateIndex];
  if (!bitrate) return undefined;
  const samplesPerSecond = rate / { 3: 1, 2: 2, 0: 4 }[version as 0 | 2 | 3];
  const length = Math.floor(((version === 3 ? 144 : 72) * bitrate * 1000) / samplesPerSecond) + ((third >> 1) & 1);
  return { kind: `mp3 ${version} ${rateIndex}`, length, format: playable('MP3', 'audio/mpeg') };
}

/** True for an HTML page: somebody entered the address of the station's web site, not of its sound. */
export const isHtmlPage = (bytes: Buffer): boolean =>
  /^[\uFEFF\s]*<(!doctype|html|head|body|\?xml|!--)/i.test(bytes.subarray(0, 512).toString('utf8'));
