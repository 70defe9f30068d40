/**
 * What every screen can play, and how to get there (DESIGN section 3, Processing): H.264 up to High 4.1, 8-bit 4:2:0,
 * fit in 1920x1080, 30 fps, 8 Mbit/s, AAC or silent. Pure: reads what ffprobe said, gives ffmpeg's arguments.
 */
import { z } from 'zod';
import type { FailureCode } from './failures.ts';

export const playable = { width: 1920, height: 1080, fps: 30, level: 41, bitRate: 8_000_000 } as const;
/** A camera's "30 fps" is often a little more. */
const fpsTolerance = 0.5;
/** Largest picture that is decoded at all: 8K in either direction. */
const maxSide = 8192;

const text = z.string().optional();
const probedStream = z.object({
  index: z.number(),
  codec_type: text,
  codec_name: text,
  codec_tag_string: text,
  profile: text,
  level: z.number().optional(),
  pix_fmt: text,
  width: z.number().optional(),
  height: z.number().optional(),
  sample_aspect_ratio: text,
  avg_frame_rate: text,
  bit_rate: text,
  duration: text,
  color_transfer: text,
  field_order: text,
  channels: z.number().optional(),
  disposition: z.object({ attached_pic: z.number().optional() }).optional(),
  side_data_list: z.array(z.object({ rotation: z.number().optional() }).loose()).optional(),
});
const probeOutput = z.object({
  streams: z.array(probedStream).default([]),
  format: z.object({ format_name: z.string(), duration: text, bit_rate: text }).optional(),
});
type ProbedStream = z.infer<typeof probedStream>;

export interface Probed {
  container: string;
  /** undefined where the container does not say (recordings of browsers). */
  durationMs: number | undefined;
  video: {
    index: number;
    codec: string;
    profile: string;
    level: number;
    pixelFormat: string;
    /** As shown: rotated, with square pixels. */
    width: number;
    height: number;
    isTurned: boolean;
    hasSquarePixels: boolean;
    fps: number | undefined;
    bitRate: number | undefined;
    isHdr: boolean;
    isInterlaced: boolean;
  };
  audio: { index: number; codec: string; profile: string; channels: number } | undefined;
}

/** Reads ffprobe's JSON; answers the failure for what can never be shown. `sizeBytes` stands in where no bit rate is told. */
export function readProbe(json: string, sizeBytes: number): Probed | FailureCode {
  let parsed: z.infer<typeof probeOutput>;
  try {
    parsed = probeOutput.parse(JSON.parse(json));
  } catch {
    return 'corrupt_video';
  }
  const { streams, format } = parsed;
  if (!format || streams.length === 0) return 'corrupt_video';
  const video = streams.find((stream) => stream.codec_type === 'video' && !stream.disposition?.attached_pic);
  if (!video) return 'no_picture';
  if (streams.some((stream) => ['encv', 'enca', 'drmi', 'drms'].includes(stream.codec_tag_string ?? '')))
    return 'protected_video';
  if (!video.width || !video.height || !video.codec_name || video.codec_name === 'unknown') return 'corrupt_video';
  if (Math.max(video.width, video.height) > maxSide) return 'video_too_large';
  const durations = [format.duration, video.duration].map(Number).filter((seconds) => seconds > 0);
  const saysDuration = format.duration !== undefined || video.duration !== undefined;
  if (saysDuration && durations.length === 0) return 'no_duration';
  const durationMs = durations.length > 0 ? Math.round(Math.max(...durations) * 1000) : undefined;
  const audio = streams.find((stream) => stream.codec_type === 'audio' && stream.codec_name !== undefined);
  return {
    container: format.format_name,
    durationMs,
    video: {
      ...shownSize(video),
      ...readVideo(video),
      bitRate: bitRateOf(video, format.bit_rate, sizeBytes, durationMs),
    },
    audio: audio && {
      index: audio.index,
      codec: audio.codec_name ?? '',
      profile: audio.profile ?? '',
      channels: audio.channels ?? 0,
    },
  };
}

function readVideo(stream: ProbedStream) {
  return {
    index: stream.index,
    codec: stream.codec_name ?? '',
    profile: stream.profile ?? '',
    level: stream.level ?? 99,
    pixelFormat: stream.pix_fmt ?? '',
    fps: positive(ratio(stream.avg_frame_rate, '/')),
    isHdr: ['smpte2084', 'arib-std-b67'].includes(stream.color_transfer ?? ''),
    isInterlaced: ['tt', 'bb', 'tb', 'bt'].includes(stream.field_order ?? ''),
  };
}

function shownSize(stream: ProbedStream) {
  const aspect = positive(ratio(stream.sample_aspect_ratio, ':')) ?? 1;
  const rotation = stream.side_data_list?.find((data) => data.rotation !== undefined)?.rotation ?? 0;
  const [wide, high] = [(stream.width ?? 0) * aspect, stream.height ?? 0];
  const isSideways = Math.abs(Math.round(rotation / 90)) % 2 === 1;
  return {
    width: Math.round(isSideways ? high : wide),
    height: Math.round(isSideways ? wide : high),
    isTurned: Math.round(rotation) % 360 !== 0,
    hasSquarePixels: Math.abs(aspect - 1) < 0.01,
  };
}

function bitRateOf(
  stream: ProbedStream,
  whole: string | undefined,
  sizeBytes: number,
  durationMs: number | undefined,
): number | undefined {
  return (
    positive(Number(stream.bit_rate)) ??
    positive(Number(whole)) ??
    (durationMs ? (sizeBytes * 8000) / durationMs : undefined)
  );
}

function ratio(value: string | undefined, separator: string): number {
  const [above, below] = (value ?? '').split(separator).map(Number);
  return (above ?? Number.NaN) / (below ?? Number.NaN);
}

function positive(value: number): number | undefined {
  return Number.isFinite(value) && value > 0 ? value : undefined;
}

/** Every screen plays the picture as it is. */
export function isPlayableVideo({ video }: Probed): boolean {
  return (
    video.codec === 'h264' &&
    ['High', 'Main', 'Baseline', 'Constrained Baseline'].includes(video.profile) &&
    video.level <= playable.level &&
    video.pixelFormat === 'yuv420p' &&
    video.width <= playable.width &&
    video.height <= playable.height &&
    (video.fps ?? Number.POSITIVE_INFINITY) <= playable.fps + fpsTolerance &&
    !video.isTurned &&
    video.hasSquarePixels &&
    !video.isHdr &&
    !video.isInterlaced
  );
}

export interface VideoPlan {
  /** null: the picture is taken over as it is. */
  transcode: { width: number; height: number; fps: number | undefined; deinterlace: boolean; tonemap: boolean } | null;
  audio: 'none' | 'copy' | 'encode';
}

/** Remux where every screen plays it already, else transcode to that. AVI always: it holds no presentation times. */
export function planVideo(probed: Probed, options: { canTonemap: boolean }): VideoPlan {
  const { video, audio, container } = probed;
  const isLight = (video.bitRate ?? Number.POSITIVE_INFINITY) <= playable.bitRate;
  const canCopy = isPlayableVideo(probed) && isLight && container !== 'avi';
  const copiesAudio = audio?.codec === 'aac' && audio.profile === 'LC' && audio.channels <= 2 && container !== 'avi';
  return {
    transcode: canCopy ? null : transcoding(probed, options.canTonemap),
    audio: audio ? (copiesAudio ? 'copy' : 'encode') : 'none',
  };
}

/** The plan that gives up on taking the picture over. */
export function transcoding({ video }: Probed, canTonemap: boolean): VideoPlan['transcode'] {
  return {
    ...fit(video.width, video.height),
    fps: cappedFps(video.fps),
    deinterlace: video.isInterlaced,
    tonemap: video.isHdr && canTonemap,
  };
}

/** Largest even size inside 1920x1080 of the same shape; never enlarged. */
export function fit(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, playable.width / width, playable.height / height);
  const even = (side: number) => Math.max(2, Math.floor((side * scale) / 2 + 0.25) * 2);
  return { width: Math.min(playable.width, even(width)), height: Math.min(playable.height, even(height)) };
}

/** undefined: as it is. Double rates are halved (50 to 25), so that motion stays even. */
function cappedFps(fps: number | undefined): number | undefined {
  if (fps !== undefined && fps <= playable.fps + fpsTolerance) return undefined;
  return fps !== undefined && fps <= 2 * playable.fps + 1 && fps >= 46 ? fps / 2 : playable.fps;
}

/** Only local files, only the accepted containers. */
export const inputGuards = [
  '-protocol_whitelist',
  'file',
  '-format_whitelist',
  'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi',
];

const tonemap =
  'zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv';

/** ffmpeg's arguments for one rendition. The same input gives the same bytes, so that equal uploads are stored once. */
export function ffmpegArguments(
  probed: Probed,
  plan: VideoPlan,
  paths: { source: string; target: string },
  threads: number,
): string[] {
  return [
    ...['-nostdin', '-hide_banner', '-v', 'error', '-y', '-progress', 'pipe:1', '-stats_period', '1'],
    // Above this share of undecodable packets there is nothing worth showing.
    ...['-max_error_rate', '0.2', '-threads', String(threads)],
    ...(probed.durationMs === undefined ? ['-fflags', '+genpts'] : []),
    ...[...inputGuards, '-i', `file:${paths.source}`],
    ...['-map', `0:${probed.video.index}`, ...(probed.audio ? ['-map', `0:${probed.audio.index}`] : [])],
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-dn', '-sn', '-max_muxing_queue_size', '4096'],
    ...(plan.transcode
      ? videoArguments(plan.transcode, probed.video.fps, threads)
      : ['-c:v', 'copy', '-tag:v', 'avc1']),
    ...audioArguments(plan.audio),
    ...['-fflags', '+bitexact', '-movflags', '+faststart', '-write_tmcd', '0', '-f', 'mp4', `file:${paths.target}`],
  ];
}

function videoArguments(
  target: NonNullable<VideoPlan['transcode']>,
  sourceFps: number | undefined,
  threads: number,
): string[] {
  const fps = target.fps ?? sourceFps ?? playable.fps;
  const filters = [
    ...(target.deinterlace ? ['yadif'] : []),
    ...(target.fps === undefined ? [] : [`fps=${Number(target.fps.toFixed(3))}`]),
    `scale=${target.width}:${target.height}:flags=bicubic`,
    ...(target.tonemap ? [tonemap] : []),
    'setsar=1',
    'format=yuv420p',
  ];
  return [
    ...['-vf', filters.join(','), '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '21'],
    ...['-maxrate', '7800k', '-bufsize', '8M', '-profile:v', 'high', '-level:v', '4.1'],
    // A closed group of pictures every 2 s: seeking and looping are quick.
    ...['-g', String(Math.max(1, Math.round(fps * 2))), '-flags:v', '+cgop+bitexact', '-threads', String(threads)],
  ];
}

function audioArguments(audio: VideoPlan['audio']): string[] {
  if (audio === 'none') return ['-an'];
  if (audio === 'copy') return ['-c:a', 'copy'];
  return ['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', '48000', '-flags:a', '+bitexact'];
}

/** A rendition that ends much earlier than the file said: what came after is missing. */
export function isCutShort(declaredMs: number | undefined, renderedMs: number): boolean {
  return declaredMs !== undefined && renderedMs < declaredMs * 0.9 - 500;
}
