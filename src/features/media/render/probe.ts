/** Parses ffprobe's description of a video. Pure. */
import * as z from 'zod';
import type { FailureCode } from '../processing/failures.ts';

/** Maximum width and height of a picture that is decoded: 8K. */
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

export interface ProbeResult {
  container: string;
  /** undefined when the container does not state it, as in recordings of browsers. */
  durationMs: number | undefined;
  video: {
    index: number;
    codec: string;
    profile: string;
    level: number;
    pixelFormat: string;
    /** Displayed size: rotated, with square pixels. */
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

/** Returns ffprobe's JSON as a description of the video, or a failure code. Computes a missing bit rate from `sizeBytes`. */
export function readProbe(json: string, sizeBytes: number): ProbeResult | FailureCode {
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
  const declaresDuration = format.duration !== undefined || video.duration !== undefined;
  if (declaresDuration && durations.length === 0) return 'no_duration';
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
  containerBitRate: string | undefined,
  sizeBytes: number,
  durationMs: number | undefined,
): number | undefined {
  return (
    positive(Number(stream.bit_rate)) ??
    positive(Number(containerBitRate)) ??
    (durationMs ? (sizeBytes * 8000) / durationMs : undefined)
  );
}

function ratio(value: string | undefined, separator: string): number {
  const [numerator, denominator] = (value ?? '').split(separator).map(Number);
  return (numerator ?? Number.NaN) / (denominator ?? Number.NaN);
}

function positive(value: number): number | undefined {
  return Number.isFinite(value) && value > 0 ? value : undefined;
}
