/**
 * Target format of videos and how to convert to it (contract/README 3.5): H.264 up to High 4.1, 8-bit 4:2:0, within
 * 1920x1080 or 1080x1920, 30 fps, 8 Mbit/s, AAC or silent. Pure: takes ffprobe's description (probe.ts), and returns
 * ffmpeg's arguments.
 */
import type { ProbeResult } from './probe.ts';

export const playable = { longSide: 1920, shortSide: 1080, fps: 30, level: 41, bitRate: 8_000_000 } as const;
/** A camera's "30 fps" is often a little more. */
const fpsTolerance = 0.5;

/** True if every screen plays the video track unchanged. */
export function isPlayableVideo({ video }: ProbeResult): boolean {
  return (
    video.codec === 'h264' &&
    ['High', 'Main', 'Baseline', 'Constrained Baseline'].includes(video.profile) &&
    video.level <= playable.level &&
    video.pixelFormat === 'yuv420p' &&
    fitsScreen(video.width, video.height) &&
    (video.fps ?? Number.POSITIVE_INFINITY) <= playable.fps + fpsTolerance &&
    !video.isTurned &&
    video.hasSquarePixels &&
    !video.isHdr &&
    !video.isInterlaced
  );
}

export interface VideoPlan {
  /** null: the video track is copied. */
  transcode: { width: number; height: number; fps: number | undefined; deinterlace: boolean; tonemap: boolean } | null;
  audio: 'none' | 'copy' | 'encode';
}

/** Plans to copy the video track if every screen plays it, else to transcode it, as every AVI, which lacks presentation times. */
export function planVideo(probed: ProbeResult, options: { canTonemap: boolean }): VideoPlan {
  const { video, audio, container } = probed;
  const isWithinBitRate = (video.bitRate ?? Number.POSITIVE_INFINITY) <= playable.bitRate;
  const canCopy = isPlayableVideo(probed) && isWithinBitRate && container !== 'avi';
  const copiesAudio = audio?.codec === 'aac' && audio.profile === 'LC' && audio.channels <= 2 && container !== 'avi';
  return {
    transcode: canCopy ? null : transcoding(probed, options.canTonemap),
    audio: audio ? (copiesAudio ? 'copy' : 'encode') : 'none',
  };
}

/** Returns the plan's `transcode` for a video track that cannot be copied. */
export function transcoding({ video }: ProbeResult, canTonemap: boolean): VideoPlan['transcode'] {
  return {
    ...fittedSize(video.width, video.height),
    fps: cappedFps(video.fps),
    deinterlace: video.isInterlaced,
    tonemap: video.isHdr && canTonemap,
  };
}

/** Returns the maximum size of a stored picture: 1920x1080, or 1080x1920 for a portrait one. */
export function largestPicture(width: number, height: number): { width: number; height: number } {
  const { longSide, shortSide } = playable;
  return height > width ? { width: shortSide, height: longSide } : { width: longSide, height: shortSide };
}

/** True if a picture need not be scaled down. */
export function fitsScreen(width: number, height: number): boolean {
  const largest = largestPicture(width, height);
  return width <= largest.width && height <= largest.height;
}

/** Returns the largest size of the same aspect ratio, with even sides, within 1920x1080 or 1080x1920; never enlarges. */
export function fittedSize(width: number, height: number): { width: number; height: number } {
  const largest = largestPicture(width, height);
  const scale = Math.min(1, largest.width / width, largest.height / height);
  const even = (side: number) => Math.max(2, Math.floor((side * scale) / 2 + 0.25) * 2);
  return { width: Math.min(largest.width, even(width)), height: Math.min(largest.height, even(height)) };
}

/** Returns the frame rate to convert to; undefined to keep it. Double rates are halved (50 to 25), so that motion stays even. */
function cappedFps(fps: number | undefined): number | undefined {
  if (fps !== undefined && fps <= playable.fps + fpsTolerance) return undefined;
  return fps !== undefined && fps <= 2 * playable.fps + 1 && fps >= 46 ? fps / 2 : playable.fps;
}

/** Decoders for files of cameras, phones, browsers and editors. Others are excluded to reduce the attack surface. */
const decoders = [
  'h264,hevc,mpeg4,mpeg2video,mpeg1video,vp8,libvpx,vp9,libvpx-vp9,av1,libdav1d,libaom-av1,mjpeg,prores,dnxhd,dvvideo,h263',
  'msmpeg4,msmpeg4v1,msmpeg4v2,cinepak,svq3,huffyuv,ffv1,theora,rawvideo,png,wmv1,wmv2,flv,qtrle,v210',
  'aac,aac_fixed,mp3,mp3float,mp2,mp2float,ac3,ac3_fixed,eac3,dca,opus,libopus,vorbis,libvorbis,flac,alac',
  'amrnb,amrwb,libopencore_amrnb,libopencore_amrwb,adpcm_ima_wav,adpcm_ima_qt,adpcm_ms,wmav1,wmav2',
  'pcm_u8,pcm_s8,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_f32le,pcm_f32be,pcm_f64le,pcm_f64be,pcm_alaw,pcm_mulaw',
].join(',');

/** ffmpeg options that allow only local files, accepted containers and codecs, and pictures up to 8K. */
export const inputGuards = [
  ...['-codec_whitelist', decoders, '-max_pixels', String(8192 * 8192), '-protocol_whitelist', 'file'],
  ...['-format_whitelist', 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi'],
];

const soundDecoders =
  'aac,aac_fixed,alac,mp3,mp3float,opus,libopus,vorbis,libvorbis,flac,pcm_u8,pcm_s16le,pcm_s24le,pcm_s32le,pcm_f32le';

/** Replaces `inputGuards` for recorded words, with the containers that phones and computers record. */
export const soundGuards = [
  ...['-codec_whitelist', soundDecoders, '-protocol_whitelist', 'file'],
  ...['-format_whitelist', 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,wav,mp3,ogg'],
];

/** Replaces `inputGuards` for music. Permits pictures and films: music may have a cover, and a film must be recognized to be refused. */
export const musicGuards = [
  ...['-codec_whitelist', decoders, '-max_pixels', String(8192 * 8192), '-protocol_whitelist', 'file'],
  ...['-format_whitelist', 'mov,mp4,m4a,3gp,3g2,mj2,wav,mp3,ogg,aac'],
];

const tonemap =
  'zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv';

/** Returns ffmpeg's arguments for a rendition. Equal input gives equal bytes, so that equal uploads are stored once. */
export function ffmpegArguments(
  probed: ProbeResult,
  plan: VideoPlan,
  paths: { source: string; target: string; maxBytes: number },
  threads: number,
): string[] {
  return [
    ...['-nostdin', '-hide_banner', '-v', 'error', '-y', '-progress', 'pipe:1', '-stats_period', '1'],
    // With a larger share of undecodable packets the video is not worth showing.
    ...['-max_error_rate', '0.2', '-threads', String(threads)],
    ...(probed.durationMs === undefined ? ['-fflags', '+genpts'] : []),
    ...[...inputGuards, '-i', `file:${paths.source}`],
    ...['-map', `0:${probed.video.index}`, ...(probed.audio ? ['-map', `0:${probed.audio.index}`] : [])],
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-dn', '-sn', '-max_muxing_queue_size', '4096'],
    ...(plan.transcode
      ? [
          ...videoArguments(plan.transcode, probed.video.fps, threads),
          // One second more than the maximum, so that a video that is too long can be detected.
          ...['-t', String(Math.ceil(longestSeconds(probed.video)) + 1)],
        ]
      : ['-c:v', 'copy', '-tag:v', 'avc1']),
    ...audioArguments(plan.audio),
    ...['-fs', String(paths.maxBytes), '-fflags', '+bitexact', '-movflags', '+faststart'],
    ...['-write_tmcd', '0', '-f', 'mp4', `file:${paths.target}`],
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
    // A closed group of pictures every 2 s makes seeking and looping fast.
    ...['-g', String(Math.max(1, Math.round(fps * 2))), '-flags:v', '+cgop+bitexact', '-threads', String(threads)],
  ];
}

function audioArguments(audio: VideoPlan['audio']): string[] {
  if (audio === 'none') return ['-an'];
  if (audio === 'copy') return ['-c:a', 'copy'];
  return ['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', '48000', '-flags:a', '+bitexact'];
}

/** True if a rendition is much shorter than the duration in the source file's header. */
export function isTruncated(declaredMs: number | undefined, renderedMs: number): boolean {
  return declaredMs !== undefined && renderedMs < declaredMs * 0.9 - 500;
}

/**
 * Maximum number of decoded pixels in all frames of a video: four hours of Full HD at 30 fps, one hour of 4K at 30 fps, seven
 * minutes of 8K at 60 fps. A larger video would block the converter for hours. Because a file's duration may be missing or wrong,
 * ffmpeg stops just above this limit.
 */
const maxDecodedPixels = 900_000_000_000;

/** Returns the maximum duration in seconds of a video of this size and frame rate. */
const longestSeconds = ({ width, height, fps = playable.fps }: ProbeResult['video']): number =>
  maxDecodedPixels / (width * height * fps);

/** True if decoding the video takes too long. An unknown duration counts as 0. */
export function isTooHeavy({ durationMs = 0, video }: Pick<ProbeResult, 'video' | 'durationMs'>): boolean {
  return durationMs / 1000 > longestSeconds(video);
}
