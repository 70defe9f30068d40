/** Creates the sound file of a spoken text with espeak-ng, from an account's recordings, or from both joined. */
import { bytesPerMb } from '../../../contract/text/units.ts';
import type { Clock } from '../../../platform/clock.ts';
import { run } from '../../../platform/process/processes.ts';
import { fileFacts, readPart } from '../../../platform/storage/files.ts';
import { writeFileDurably } from '../../../platform/storage/writing.ts';
import { forEspeak, type Segment } from './speech.ts';
import type { SpeechTool } from './speech-tool.ts';
import { joinWaves } from './wave.ts';

/** Parameters of the synthesis; they are part of a sound's key, so that a changed value creates all sounds anew. */
export const speechParameters = { voice: 'pt-br', wordsPerMinute: 140, gapMs: 20, betweenMs: 60 };
const memoryBytes = 256 * bytesPerMb;

export interface SpeechSynthesizerDeps {
  tool: SpeechTool;
  /** Returns the path of one of the account's recordings. */
  recordingPath(sha256: string): string;
  clock: Clock;
}

/** Returns a function that writes the sound to `path` and returns its size in bytes. It rejects after `deadline` (monotonic). */
export function createSpeechSynthesizer({ tool, recordingPath, clock }: SpeechSynthesizerDeps) {
  async function speak(text: string, path: string, deadline: number): Promise<number> {
    const timeoutMs = Math.ceil(deadline - clock.monotonic());
    if (timeoutMs <= 0) throw new Error('others took too long');
    const { voice, wordsPerMinute, gapMs } = speechParameters;
    const args = ['-v', voice, '-s', String(wordsPerMinute), '-g', String(gapMs / 10), '-w', path, '--stdin'];
    const { ending, code } = await run(tool.program ?? '', args, {
      input: forEspeak(text),
      timeoutMs,
      maxMemoryBytes: memoryBytes,
      confinement: tool.confinement,
    });
    const sizeBytes = fileFacts(path)?.sizeBytes ?? 0;
    if (ending !== 'exit' || code !== 0 || sizeBytes <= 44) throw new Error(`espeak-ng ended by ${ending}, ${code}`);
    return sizeBytes;
  }

  return async (segments: readonly Segment[], path: string, deadline: number): Promise<number> => {
    const [first] = segments;
    if (segments.length === 1 && first && 'text' in first) return speak(first.text, path, deadline);
    const files: (Buffer | number)[] = [];
    for (const segment of segments) {
      if ('pauseMs' in segment) {
        files.push(segment.pauseMs);
        continue;
      }
      if ('text' in segment) await speak(segment.text, path, deadline);
      const source = 'text' in segment ? path : recordingPath(segment.sha256);
      files.push(await readPart(source, 0, fileFacts(source)?.sizeBytes ?? 0));
    }
    const joined = joinWaves(files, speechParameters.betweenMs);
    writeFileDurably(path, joined);
    return joined.length;
  };
}
