/**
 * Finds the programs that speak: RHVoice with the voice Letícia-F123, Piper with a configured model, and espeak-ng. Each reads a text
 * from its standard input and writes a WAV file.
 */
import type { SpeechEngineId } from '../../../contract/calls.ts';
import { bytesPerMb } from '../../../contract/text/units.ts';
import { findConfinement } from '../../../platform/process/confinement.ts';
import { findProgram, run } from '../../../platform/process/processes.ts';
import { fileStats, folderAbove, joinPath } from '../../../platform/storage/files.ts';

export interface SpeechEngine {
  id: SpeechEngineId;
  /** Name of the voice: "Letícia-F123", a model's name, "pt-br+f2". */
  voice: string;
  program: string;
  /** Arguments before the path of the WAV file. They are part of a clip's key, so that a changed value creates all clips anew. */
  args: readonly string[];
  /** Command prefix that confines the program (limits, no network); may be empty. */
  confinement: readonly string[];
  maxMemoryBytes: number;
}

export interface SpeechEngines {
  /** Engines that were found, the best voice first. Empty: no speech. */
  engines: readonly SpeechEngine[];
  /** Portuguese sentences for the log. */
  problems: readonly string[];
}

/** Configured paths of the programs; undefined: searched on PATH. */
export interface SpeechConfig {
  rhvoicePath?: string | undefined;
  piperPath?: string | undefined;
  /** A model's `.onnx` file, beside its `.onnx.json`. Piper is not used without one. */
  piperModel?: string | undefined;
  espeakPath?: string | undefined;
}

/**
 * espeak-ng's voice: a female variant, whose higher voice small loudspeakers reproduce better, with 40 ms between words
 * (features/calls/README, "Decisions").
 */
export const espeakVoice = { voice: 'pt-br+f2', wordsPerMinute: 150, gapMs: 40 };
const leticia = { name: 'Letícia-F123', folder: 'Leticia-F123', ratePercent: 85 };

/** Looks for all programs. Never rejects. */
export async function findSpeechEngines(config: SpeechConfig): Promise<SpeechEngines> {
  const found = await Promise.all([findRhvoice(config), findPiper(config), findEspeak(config)]);
  const engines = found.filter((one) => typeof one === 'object');
  const problems = found.filter((one) => typeof one === 'string');
  if (engines.length === 0)
    problems.push('Nenhum programa de voz (RHVoice, Piper ou espeak-ng): as chamadas tocam só o sinal, sem voz.');
  return { engines, problems };
}

/** The engine; a sentence if it is installed but unusable; undefined if it is not installed. */
type SearchResult = Promise<SpeechEngine | string | undefined>;

async function findRhvoice({ rhvoicePath }: SpeechConfig): SearchResult {
  const program = findProgram('RHVoice-test', rhvoicePath);
  if (program === undefined) return undefined;
  // RHVoice speaks with any other voice if it does not have the requested one.
  const voice = joinPath(folderAbove(folderAbove(program)), 'share', 'RHVoice', 'voices', leticia.folder);
  if (!fileStats(voice))
    return 'RHVoice não tem a voz Letícia-F123 (pacote rhvoice-brazilian-portuguese) e não é usado.';
  const { command } = await findConfinement({ addressBytes: 512 * bytesPerMb, processorSeconds: 5 });
  return {
    id: 'rhvoice',
    voice: leticia.name,
    program,
    args: ['-p', leticia.folder, '-r', String(leticia.ratePercent), '-o'],
    confinement: command,
    maxMemoryBytes: 256 * bytesPerMb,
  };
}

async function findPiper({ piperPath, piperModel }: SpeechConfig): SearchResult {
  // Another program is also named `piper`: a configured model shows that Piper is meant.
  if (piperModel === undefined) return undefined;
  const program = findProgram('piper', piperPath);
  if (program === undefined) return 'Piper não encontrado, embora PIPER_MODEL esteja definido: não é usado.';
  const stats = fileStats(piperModel);
  if (!stats || !fileStats(`${piperModel}.json`))
    return `O modelo do Piper ou seu .json não existe (${piperModel}): Piper não é usado.`;
  // onnxruntime reserves much more address space than it uses.
  const { command } = await findConfinement({ addressBytes: 8_192 * bytesPerMb, processorSeconds: 20 });
  return {
    id: 'piper',
    voice: piperModel.replace(/^.*\/|\.onnx$/g, ''),
    program,
    args: ['--model', piperModel, '--output_file'],
    confinement: command,
    maxMemoryBytes: 1_024 * bytesPerMb,
  };
}

async function findEspeak({ espeakPath }: SpeechConfig): SearchResult {
  const program = findProgram('espeak-ng', espeakPath);
  if (program === undefined) return undefined;
  const { command } = await findConfinement({ addressBytes: 512 * bytesPerMb, processorSeconds: 5 });
  const { code, stdout } = await run(program, ['--voices=pt'], { timeoutMs: 5_000, confinement: command }).catch(
    () => ({ code: 1, stdout: '' }),
  );
  if (code !== 0 || !/\bpt-br\b/.test(stdout)) return 'espeak-ng não funciona ou não fala português: não é usado.';
  const { voice, wordsPerMinute, gapMs } = espeakVoice;
  return {
    id: 'espeak',
    voice,
    program,
    args: ['-v', voice, '-s', String(wordsPerMinute), '-g', String(gapMs / 10), '--stdin', '-w'],
    confinement: command,
    maxMemoryBytes: 256 * bytesPerMb,
  };
}
