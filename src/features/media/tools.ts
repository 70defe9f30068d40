/** ffmpeg and ffprobe: where they are and what they can do. */
import { findProgram, run } from '../../platform/process/processes.ts';

export interface Tools {
  ffmpeg: string | null;
  ffprobe: string | null;
  /** Videos can be read and converted: both programs work, and H.264 and AAC can be written. */
  canTranscode: boolean;
  /** HDR can be brought to ordinary colours. */
  canTonemap: boolean;
  /** Portuguese sentences for the log, /healthz and the upload tab; empty when all is well. */
  problems: string[];
}

/** Looks for the programs (as configured, then on PATH) and asks ffmpeg what it was built with. Never throws. */
export async function findTools(configured: { ffmpegPath?: string; ffprobePath?: string } = {}): Promise<Tools> {
  const ffmpeg = findProgram('ffmpeg', configured.ffmpegPath) ?? null;
  const ffprobe = findProgram('ffprobe', configured.ffprobePath) ?? null;
  const missing = [...(ffmpeg ? [] : ['ffmpeg']), ...(ffprobe ? [] : ['ffprobe'])];
  if (!ffmpeg || !ffprobe) {
    return {
      ffmpeg,
      ffprobe,
      canTranscode: false,
      canTonemap: false,
      problems: [`${missing.join(' e ')} não encontrado: ${withoutTools}`],
    };
  }
  const [encoders, filters, probe] = await Promise.all([
    ask(ffmpeg, ['-hide_banner', '-encoders']),
    ask(ffmpeg, ['-hide_banner', '-filters']),
    ask(ffprobe, ['-version']),
  ]);
  const canTranscode = /\blibx264\b/.test(encoders) && /\baac\b/.test(encoders) && probe !== '';
  return {
    ffmpeg,
    ffprobe,
    canTranscode,
    canTonemap: /\bzscale\b/.test(filters) && /\btonemap\b/.test(filters),
    problems: canTranscode ? [] : [`ffmpeg não funciona ou não grava H.264 (libx264) e AAC: ${withoutTools}`],
  };
}

const withoutTools = 'só imagens e vídeos MP4 (H.264) já prontos são aceitos.';

async function ask(program: string, args: string[]): Promise<string> {
  try {
    const { code, stdout } = await run(program, args, { timeoutMs: 20_000 });
    return code === 0 ? stdout : '';
  } catch {
    return '';
  }
}
