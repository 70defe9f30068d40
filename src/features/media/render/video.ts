/** Renders videos in the worker: ffprobe inspects the file, rules.ts plans, ffmpeg converts, ffprobe inspects the result. */
import { fileSize, joinPath } from '../../../platform/storage/files.ts';
import { linkOrCopy, removeFile } from '../../../platform/storage/writing.ts';
import { machine, run, type RunResult } from '../../../platform/process/processes.ts';
import { MediaFailure } from '../processing/failures.ts';
import type { DraftFile, WorkerRequest } from '../processing/jobs.ts';
import { readPlayableMp4 } from './mp4.ts';
import { type ProbeResult, readProbe } from './probe.ts';
import { renderStills } from './image.ts';
import {
  ffmpegArguments,
  inputGuards,
  isTruncated,
  isPlayableVideo,
  isTooHeavy,
  planVideo,
  transcoding,
  type VideoPlan,
} from './rules.ts';
import type { Tools } from '../processing/tools.ts';

const minuteMs = 60_000;
/** A conversion may take 40 times the duration of the video, as 4K does on a Raspberry Pi, but no longer, because other items wait. */
const maxSlowness = 40;
const maxTimeoutMs = 4 * 60 * minuteMs;
const maxMemoryBytes = Math.max(512 * 1024 ** 2, Math.min(3 * 1024 ** 3, machine.memoryBytes * 0.6));

type VideoJob = Pick<WorkerRequest, 'source' | 'directory' | 'wantsAmbient' | 'sizeLimit' | 'tools'>;
type InstalledTools = Tools & { ffmpeg: string; ffprobe: string };
interface RenderedVideo {
  files: DraftFile[];
  width: number;
  height: number;
  durationMs: number;
  loudness?: number | null;
}

/** Renders a video and its stills. Calls `onProgress` with percent. Throws MediaFailure. */
export async function renderVideo(job: VideoJob, onProgress: (percent: number) => void): Promise<RenderedVideo> {
  const { ffmpeg, ffprobe } = job.tools;
  if (!job.tools.canTranscode || !ffmpeg || !ffprobe) return acceptPlayable(job);
  const tools: InstalledTools = { ...job.tools, ffmpeg, ffprobe };
  const source = await probe(tools, job.source);
  const target = joinPath(job.directory, 'main.mp4');
  const convertAs = async (plan: VideoPlan) => {
    if (plan.transcode && isTooHeavy(source)) throw new MediaFailure('video_too_heavy');
    const converted = await convert(tools, { ...job, target }, source, plan, onProgress);
    // The duration in the source file may have been missing or too short.
    if (plan.transcode && isTooHeavy({ video: source.video, durationMs: converted?.durationMs }))
      throw new MediaFailure('video_too_heavy');
    return converted;
  };

  const plan = planVideo(source, tools);
  let result = await convertAs(plan);
  if (!plan.transcode && (!result || !isPlayableVideo(result) || !(await isCleanCopy(tools, target, result)))) {
    result = await convertAs({ ...plan, transcode: transcoding(source, tools.canTonemap) });
  } else if (plan.transcode?.tonemap && !result) {
    // The HDR video lacks colour information that tone mapping needs.
    result = await convertAs({ ...plan, transcode: { ...plan.transcode, tonemap: false } });
  }
  if (!result?.durationMs || isTruncated(source.durationMs, result.durationMs))
    throw new MediaFailure('corrupt_video', 'rendition is empty or cut short');

  onProgress(92);
  const frame = await extractFrame(tools, target, joinPath(job.directory, 'frame.png'), result.durationMs / 10);
  const stills = await renderStills(frame, job.directory, job.wantsAmbient);
  await removeFile(frame);
  return {
    files: [{ kind: 'main', path: target, extension: 'mp4', contentType: 'video/mp4' }, ...stills],
    width: result.video.width,
    height: result.video.height,
    durationMs: result.durationMs,
    loudness: result.audio ? (await measureLoudness(tools, target)).lufs : null,
  };
}

/** Used without ffmpeg. Returns a file that every screen plays unchanged, without stills; else throws `tools_missing`. */
async function acceptPlayable(job: VideoJob): Promise<RenderedVideo> {
  const playable = await readPlayableMp4(job.source, (await fileSize(job.source)) ?? 0);
  if (!playable) throw new MediaFailure('tools_missing');
  const path = joinPath(job.directory, 'main.mp4');
  linkOrCopy(job.source, path);
  return { files: [{ kind: 'main', path, extension: 'mp4', contentType: 'video/mp4' }], ...playable };
}

async function probe(tools: InstalledTools, path: string): Promise<ProbeResult> {
  const result = await run(
    tools.ffprobe,
    ['-v', 'error', ...inputGuards, '-print_format', 'json', '-show_format', '-show_streams', `file:${path}`],
    { timeoutMs: Math.min(2 * minuteMs, tools.stallMs), maxMemoryBytes, confinement: tools.confinement },
  );
  if (result.ending === 'timeout') throw new MediaFailure('hung', 'ffprobe');
  throwIfKilled(result);
  const probed = result.code === 0 ? readProbe(result.stdout, (await fileSize(path)) ?? 0) : 'corrupt_video';
  const isRefusedCodec = /not on whitelist/i.test(result.stderr) && probed === 'corrupt_video';
  if (isRefusedCodec) throw new MediaFailure('unsupported_codec', result.stderr);
  if (typeof probed === 'string') throw new MediaFailure(probed, result.stderr);
  return probed;
}

/** Runs ffmpeg once. Returns the rendition's description; undefined if it is unusable. Throws MediaFailure at a limit. */
async function convert(
  tools: InstalledTools,
  job: Pick<VideoJob, 'source' | 'sizeLimit'> & { target: string },
  probed: ProbeResult,
  plan: VideoPlan,
  onProgress: (percent: number) => void,
): Promise<ProbeResult | undefined> {
  const { source, target, sizeLimit } = job;
  let encodedUs = -1;
  const paths = { source, target, maxBytes: sizeLimit.bytes };
  const result = await run(tools.ffmpeg, ffmpegArguments(probed, plan, paths, machine.workThreads), {
    timeoutMs: Math.min(maxTimeoutMs, 10 * minuteMs + (probed.durationMs ?? 10 * minuteMs) * maxSlowness),
    stallMs: tools.stallMs,
    maxMemoryBytes,
    confinement: tools.confinement,
    onLine(line) {
      const us = Number(/^out_time_us=(\d+)$/.exec(line)?.[1] ?? Number.NaN);
      if (!(us > encodedUs)) return line === 'progress=end';
      encodedUs = us;
      if (probed.durationMs) onProgress(Math.min(90, (us / 1000 / probed.durationMs) * 90));
      return true;
    },
  });
  throwIfKilled(result);
  if (/no space left/i.test(result.stderr)) throw new MediaFailure('disk_full', result.stderr);
  // ffmpeg stops a little after the size limit without an error.
  if (((await fileSize(target)) ?? 0) >= sizeLimit.bytes) throw new MediaFailure(sizeLimit.failure);
  if (result.code !== 0) return undefined;
  try {
    return await probe(tools, target);
  } catch (error) {
    if (error instanceof MediaFailure && !['hung', 'timeout', 'memory'].includes(error.code)) return undefined;
    throw error;
  }
}

/** True if key frames decode in one size: a copied stream may be damaged or change size. Throws `video_too_large` beyond 8K. */
async function isCleanCopy(tools: InstalledTools, path: string, { video }: ProbeResult): Promise<boolean> {
  let hasOneSize = true;
  const expected = `${video.width},${video.height}`;
  const result = await run(
    tools.ffprobe,
    [
      ...['-v', 'error', '-skip_frame', 'nokey', ...inputGuards, '-select_streams', 'v:0'],
      ...['-show_entries', 'frame=width,height', '-of', 'csv=p=0', `file:${path}`],
    ],
    {
      timeoutMs: 30 * minuteMs,
      stallMs: tools.stallMs,
      maxMemoryBytes,
      confinement: tools.confinement,
      onLine(line) {
        // A line ends in a comma when a frame has side data.
        if (line !== '' && !`${line},`.startsWith(`${expected},`)) hasOneSize = false;
        return true;
      },
    },
  );
  if (/max pixel count|picture size .* is invalid/i.test(result.stderr)) throw new MediaFailure('video_too_large');
  return hasOneSize && result.ending === 'exit' && result.code === 0 && result.stderr.trim() === '';
}

/** Extracts a frame of the rendition at `atMs`, or the first frame when there is none at that time. Returns `target`. */
async function extractFrame(tools: InstalledTools, source: string, target: string, atMs: number): Promise<string> {
  for (const seconds of [atMs / 1000, 0]) {
    const input = ['-ss', seconds.toFixed(3), ...inputGuards, '-i', `file:${source}`];
    const result = await run(
      tools.ffmpeg,
      [
        ...['-nostdin', '-v', 'error', '-y', ...input, '-map', '0:v:0', '-frames:v', '1'],
        ...['-f', 'image2', '-c:v', 'png', `file:${target}`],
      ],
      { timeoutMs: 2 * minuteMs, maxMemoryBytes, confinement: tools.confinement },
    );
    throwIfKilled(result);
    if (await fileSize(target)) return target;
  }
  throw new MediaFailure('corrupt_video', 'no picture could be taken');
}

/** Integrated loudness that ebur128 reports for silence. */
const silenceLufs = -70;

/**
 * Returns the loudness of a completed item's file in LUFS; null if the file is silent, cannot be decoded, or takes too long.
 * Throws MediaFailure when the file cannot be read now, for example because its disk is not mounted.
 */
export async function measureVideo({ source, tools }: Pick<VideoJob, 'source' | 'tools'>): Promise<number | null> {
  const { lufs, result } = await measureLoudness(tools, source);
  if (result.ending !== 'timeout') throwIfKilled(result);
  if (lufs === null && (!(await fileSize(source)) || /Input\/output error/.test(result.stderr)))
    throw new MediaFailure('crashed', `the file cannot be read: ${result.stderr}`);
  return lufs;
}

/** Measures the integrated loudness of a rendition. `lufs`: null if it is silent or was not measured. */
export async function measureLoudness(tools: Tools, path: string): Promise<{ lufs: number | null; result: RunResult }> {
  if (!tools.ffmpeg) throw new MediaFailure('tools_missing');
  const result = await run(
    tools.ffmpeg,
    [
      ...['-nostdin', '-hide_banner', '-nostats', '-threads', '1', ...inputGuards, '-i', `file:${path}`],
      ...['-map', '0:a:0', '-af', 'ebur128=framelog=verbose', '-f', 'null', '-'],
    ],
    { timeoutMs: 30 * minuteMs, maxMemoryBytes, confinement: tools.confinement },
  );
  const lufs = Number(/ I: +(-?[\d.]+) LUFS/.exec(result.stderr)?.[1] ?? Number.NaN);
  const isMeasured = result.ending === 'exit' && result.code === 0 && lufs > silenceLufs;
  return { lufs: isMeasured ? lufs : null, result };
}

export function throwIfKilled({ ending, stderr }: RunResult): void {
  if (ending === 'timeout') throw new MediaFailure('timeout');
  if (ending === 'stalled') throw new MediaFailure('hung');
  if (ending === 'memory') throw new MediaFailure('memory', stderr);
}
