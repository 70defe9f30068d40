/** Finds the speech program espeak-ng, and checks that it speaks Portuguese. */
import { bytesPerMb } from '../../../contract/text/units.ts';
import { findConfinement } from '../../../platform/process/confinement.ts';
import { findProgram, run } from '../../../platform/process/processes.ts';

export interface SpeechTool {
  /** Path of the program; null: no speech. */
  program: string | null;
  /** Command prefix that confines the tool (limits, no network); may be empty. */
  confinement: string[];
  /** Why there is no speech, a Portuguese sentence for the log. */
  problem: string | undefined;
}

const limits = { addressBytes: 512 * bytesPerMb, processorSeconds: 5 };
const noSpeech = 'as chamadas tocam só o sinal, sem voz.';

/** Looks for the program (as configured, then on PATH). Never throws. */
export async function findSpeechTool(configured?: string): Promise<SpeechTool> {
  const program = findProgram('espeak-ng', configured);
  const unusable = (problem: string): SpeechTool => ({ program: null, confinement: [], problem });
  if (program === undefined) return unusable(`espeak-ng não encontrado: ${noSpeech}`);
  const { command } = await findConfinement(limits);
  const { code, stdout } = await run(program, ['--voices=pt'], {
    timeoutMs: 5_000,
    confinement: command,
  }).catch(() => ({
    code: 1,
    stdout: '',
  }));
  if (code !== 0 || !/\bpt-br\b/.test(stdout))
    return unusable(`espeak-ng não funciona ou não fala português: ${noSpeech}`);
  return { program, confinement: command, problem: undefined };
}
