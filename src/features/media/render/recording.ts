/** Converts a recorded word, in the worker, to the format and level of speech clips, so that it can be joined with them. */
import { limits } from '../../../contract/limits.ts';
import { run } from '../../../platform/process/processes.ts';
import { fileSize, joinPath, readPart } from '../../../platform/storage/files.ts';
import { writeFileDurably } from '../../../platform/storage/writing.ts';
import { MediaFailure } from '../processing/failures.ts';
import type { DraftFile, WorkerRequest } from '../processing/jobs.ts';
import { soundGuards } from './rules.ts';

const timeoutMs = 20_000;
const maxMemoryBytes = 384 * 1024 ** 2;
const bytesPerSecond = 22_050 * 2;
const headerBytes = 44;
/** Minimum duration, including the 30 ms of silence on each side; a click is shorter. */
const minMs = 120;
/** Removes silence before and after the word, except 30 ms. */
const trimStart = 'silenceremove=start_periods=1:start_threshold=-50dB:start_silence=0.03';
const trimBothEnds = `${trimStart},areverse,${trimStart},areverse`;

/** Renders a recorded word as WAV. Throws MediaFailure. */
export async function renderRecording({
  source,
  directory,
  tools,
}: Pick<WorkerRequest, 'source' | 'directory' | 'tools'>): Promise<{
  files: DraftFile[];
  durationMs: number;
}> {
  if (!tools.ffmpeg) throw new MediaFailure('sound_tools_missing');
  const path = joinPath(directory, 'recording.wav');
  const maxSeconds = limits.calls.recording.seconds;
  const { ending, code, stderr } = await run(
    tools.ffmpeg,
    [
      ...['-nostdin', '-hide_banner', '-v', 'error', '-y', '-threads', '1', ...soundGuards, '-i', `file:${source}`],
      // Read beyond the maximum, to detect recordings that are too long, but not hours of sound.
      ...['-t', String(maxSeconds * 4), '-map', '0:a:0', '-map_metadata', '-1', '-af', trimBothEnds],
      ...['-ac', '1', '-ar', '22050', '-c:a', 'pcm_s16le', '-fflags', '+bitexact', '-flags:a', '+bitexact'],
      ...['-f', 'wav', '-fs', String(headerBytes + bytesPerSecond * maxSeconds * 4), `file:${path}`],
    ],
    { timeoutMs, maxMemoryBytes, confinement: tools.confinement },
  );
  if (ending === 'timeout') throw new MediaFailure('timeout');
  if (ending === 'memory') throw new MediaFailure('memory', stderr);
  if (/no space left/i.test(stderr)) throw new MediaFailure('disk_full', stderr);
  if (code !== 0) throw new MediaFailure('corrupt_sound', stderr);
  const durationMs = Math.round((((await fileSize(path)) ?? 0) - headerBytes) / (bytesPerSecond / 1_000));
  if (durationMs < minMs) throw new MediaFailure('no_sound', `${durationMs} ms`);
  if (durationMs > maxSeconds * 1_000) throw new MediaFailure('sound_too_long', `${durationMs} ms`);
  const file = await readPart(path, 0, (await fileSize(path)) ?? 0);
  normalizeLevel(file.subarray(headerBytes));
  writeFileDurably(path, file);
  return { files: [{ kind: 'recording', path, extension: 'wav', contentType: 'audio/wav' }], durationMs };
}

/** `rms`: level of the speech of RHVoice and espeak-ng (-19 dB); `peak`: highest sample (-1.5 dB); `maxGain`: a factor (30 dB). */
const level = { rms: 0.112, peak: 0.84, maxGain: 31 };
const frameSamples = 22_050 / 20;

/** Multiplies the samples so that loud frames (50 ms) have the level of speech. Quiet frames do not count: they are pauses. */
function normalizeLevel(bytes: Buffer): void {
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
  const peak = samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0) / 32_768;
  const powers = Array.from({ length: Math.ceil(samples.length / frameSamples) }, (_, index) => {
    const frame = samples.subarray(index * frameSamples, (index + 1) * frameSamples);
    return frame.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / frame.length;
  });
  const loudest = Math.max(...powers);
  const loud = powers.filter((power) => power > loudest / 100);
  const rms = Math.sqrt(loud.reduce((sum, power) => sum + power, 0) / loud.length);
  const gain = Math.min(level.rms / rms, level.peak / peak, level.maxGain);
  for (const [index, sample] of samples.entries()) samples[index] = Math.round(sample * gain);
}
