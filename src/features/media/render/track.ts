/** Converts music to AAC without metadata and pictures, and brings every track to about the same loudness. Runs in the worker. */
import * as z from 'zod';
import { limits } from '../../../contract/limits.ts';
import { type RunResult, run } from '../../../platform/process/processes.ts';
import { fileSize, joinPath } from '../../../platform/storage/files.ts';
import { MediaFailure } from '../processing/failures.ts';
import type { DraftFile, WorkerRequest } from '../processing/jobs.ts';
import { musicGuards } from './rules.ts';
import { measureLoudness, throwIfKilled } from './video.ts';

const minuteMs = 60_000;
const maxMemoryBytes = 512 * 1024 ** 2;
const maxSeconds = limits.soundtrack.trackMinutes * 60;
/** Loudness in LUFS to which tracks are brought, and the highest peak in dB that they may reach. */
const level = { loudness: -18, peak: -1 };

const probeOutput = z.object({
  streams: z.array(
    z.object({
      codec_type: z.string().optional(),
      disposition: z.object({ attached_pic: z.number() }).partial().optional(),
    }),
  ),
  format: z.object({ duration: z.coerce.number() }).partial().default({}),
});

type TrackJob = Pick<WorkerRequest, 'source' | 'directory' | 'tools' | 'sizeLimit'>;

/** Renders a track as M4A; `loudness` is that of the result in LUFS. Throws MediaFailure. */
export async function renderTrack(
  job: TrackJob,
): Promise<{ files: DraftFile[]; durationMs: number; loudness: number | null }> {
  const { source, directory, tools, sizeLimit } = job;
  const { ffmpeg, ffprobe, confinement } = tools;
  if (!ffmpeg || !ffprobe) throw new MediaFailure('sound_tools_missing');
  const runTool = async (program: string, args: string[], timeoutMs: number) => {
    const result = await run(program, args, { timeoutMs, maxMemoryBytes, confinement });
    throwIfKilled(result);
    return result;
  };
  const durationOf = async (path: string) => {
    const args = ['-v', 'error', ...musicGuards, '-print_format', 'json', '-show_format', '-show_streams'];
    return readDuration(await runTool(ffprobe, [...args, `file:${path}`], 2 * minuteMs));
  };

  if ((await durationOf(source)) > maxSeconds) throw new MediaFailure('track_too_long');
  const input = ['-nostdin', '-hide_banner', '-nostats', '-y', '-threads', '1', ...musicGuards, '-i', `file:${source}`];
  // Read a second beyond the maximum, to detect tracks whose stated duration is too short.
  const audio = ['-t', String(maxSeconds + 1), '-map', '0:a:0'];
  const measured = await runTool(
    ffmpeg,
    [...input, ...audio, '-af', 'ebur128=peak=sample:framelog=verbose', '-f', 'null', '-'],
    30 * minuteMs,
  );
  if (measured.code !== 0) throw new MediaFailure('corrupt_track', measured.stderr);
  const path = joinPath(directory, 'main.m4a');
  const converted = await runTool(
    ffmpeg,
    [
      ...[...input, ...audio, '-map_metadata', '-1', '-map_chapters', '-1'],
      ...['-af', `volume=${gainOf(measured.stderr)}dB`],
      ...['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', '48000', '-fflags', '+bitexact', '-flags:a', '+bitexact'],
      ...['-movflags', '+faststart', '-f', 'mp4', '-fs', String(sizeLimit.bytes), `file:${path}`],
    ],
    30 * minuteMs,
  );
  if (/no space left/i.test(converted.stderr)) throw new MediaFailure('disk_full', converted.stderr);
  // ffmpeg stops a little after the size limit without an error.
  if (((await fileSize(path)) ?? 0) >= sizeLimit.bytes) throw new MediaFailure(sizeLimit.failure);
  if (converted.code !== 0) throw new MediaFailure('corrupt_track', converted.stderr);
  const seconds = await durationOf(path);
  if (seconds > maxSeconds) throw new MediaFailure('track_too_long');
  return {
    files: [{ kind: 'main', path, extension: 'm4a', contentType: 'audio/mp4' }],
    durationMs: Math.round(seconds * 1000),
    loudness: (await measureLoudness(tools, path)).lufs,
  };
}

/** Returns the duration in seconds that ffprobe reports; 0 if it is unknown. Throws for a video, and for a file without sound. */
function readDuration({ code, stdout, stderr }: RunResult): number {
  if (code !== 0) throw new MediaFailure('corrupt_track', stderr);
  const { streams, format } = probeOutput.parse(JSON.parse(stdout));
  const has = (type: string) =>
    streams.some((stream) => stream.codec_type === type && !stream.disposition?.attached_pic);
  if (has('video')) throw new MediaFailure('track_with_picture');
  if (!has('audio')) throw new MediaFailure('corrupt_track', 'no sound');
  return format.duration ?? 0;
}

/** Returns the gain in dB that brings a measured track to `level`; 0 for silence. */
function gainOf(measurement: string): number {
  const [, loudness, peak] = /I: +(-?[\d.]+) LUFS[\s\S]*Peak: +(-?[\d.]+) dBFS/.exec(measurement) ?? [];
  if (loudness === undefined || peak === undefined || Number(loudness) <= -70) return 0;
  return Number(Math.min(level.loudness - Number(loudness), level.peak - Number(peak)).toFixed(1));
}
