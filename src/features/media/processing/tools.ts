/** Finds ffmpeg and ffprobe, and detects their capabilities. */
import { findConfinement } from '../../../platform/process/confinement.ts';
import { findProgram, machine, run } from '../../../platform/process/processes.ts';

export interface Tools {
  ffmpeg: string | null;
  ffprobe: string | null;
  /** True if videos can be converted: both programs work, and ffmpeg encodes H.264 and AAC. */
  canTranscode: boolean;
  /** True if HDR can be converted to SDR. */
  canTonemap: boolean;
  /** Command prefix that confines ffmpeg and ffprobe (limits, no network); may be empty. */
  confinement: string[];
  /** Describes the confinement in one line for the log. */
  confinementText: string;
  /** Milliseconds without progress of ffmpeg or output of ffprobe after which the program counts as hung. */
  stallMs: number;
  /** Portuguese sentences for the log, /healthz and the upload tab; empty without problems. */
  problems: string[];
}

/** Looks for the programs (at the configured paths, else on PATH) and for the needed encoders and filters. Never throws. */
export async function findTools(configured: { ffmpegPath?: string; ffprobePath?: string } = {}): Promise<Tools> {
  const ffmpeg = findProgram('ffmpeg', configured.ffmpegPath) ?? null;
  const ffprobe = findProgram('ffprobe', configured.ffprobePath) ?? null;
  const missing = [...(ffmpeg ? [] : ['ffmpeg']), ...(ffprobe ? [] : ['ffprobe'])];
  if (!ffmpeg || !ffprobe) {
    const problems = [`${missing.join(' e ')} não encontrado: ${withoutTools}`];
    const without = { canTranscode: false, canTonemap: false, confinement: [], confinementText: '' };
    return { ffmpeg, ffprobe, ...without, stallMs, problems };
  }
  const [confinement, encoders, filters, probe] = await Promise.all([
    findConfinement(limits),
    runTool(ffmpeg, ['-hide_banner', '-encoders']),
    runTool(ffmpeg, ['-hide_banner', '-filters']),
    runTool(ffprobe, ['-version']),
  ]);
  const canTranscode = /\blibx264\b/.test(encoders) && /\baac\b/.test(encoders) && probe !== '';
  return {
    ffmpeg,
    ffprobe,
    canTranscode,
    confinement: confinement.command,
    confinementText: `ffmpeg runs ${confinement.hasLimits ? 'with' : 'without'} limits of memory and processor time${confinement.hasLimits ? '' : ' (prlimit is missing or not allowed)'} and ${confinement.hasNoNetwork ? 'without network' : 'with network (unshare is missing or not allowed)'}`,
    stallMs,
    canTonemap: /\bzscale\b/.test(filters) && /\btonemap\b/.test(filters),
    problems: canTranscode ? [] : [`ffmpeg não funciona ou não grava H.264 (libx264) e AAC: ${withoutTools}`],
  };
}

const stallMs = 3 * 60_000;

/**
 * Resident memory is checked periodically (render/video.ts). `addressBytes` limits processes that grow faster than that, and is
 * more than twice the address space that 8K in 10-bit HEVC needs.
 */
const limits = {
  addressBytes: 3 * 1024 ** 3 + machine.workThreads * 512 * 1024 ** 2,
  processorSeconds: 6 * 3_600 * machine.workThreads,
};

const withoutTools = 'só imagens e vídeos MP4 (H.264) já prontos são aceitos.';

async function runTool(program: string, args: string[]): Promise<string> {
  try {
    const { code, stdout } = await run(program, args, { timeoutMs: 20_000 });
    return code === 0 ? stdout : '';
  } catch {
    return '';
  }
}
