/** Creates the sound file of a spoken text with a speech engine, from an account's recordings, or from both joined. */
import type { Clock } from '../../../platform/clock.ts';
import { run } from '../../../platform/process/processes.ts';
import { fileStats, readPart } from '../../../platform/storage/files.ts';
import { writeFileDurably } from '../../../platform/storage/writing.ts';
import { respellForEngines, type Segment } from './speech.ts';
import type { SpeechEngine } from './speech-engines.ts';
import { joinWaves, samplesOf } from './wave.ts';

/** Silence between joined parts. The key under which a sound is cached depends on it, so that a change creates new sounds. */
export const joinGapMs = 60;

/** Error of a speech engine; another engine may speak the text. */
export class EngineFailure extends Error {
  constructor(
    message: string,
    /** True if the text may be the reason; the engine may speak other texts. */
    readonly mayBeCausedByText: boolean,
  ) {
    super(message);
  }
}

export interface SpeechSynthesizerDeps {
  /** Returns the path of one of the account's recordings. */
  recordingPath(sha256: string): string;
  clock: Clock;
}

/**
 * Returns a function that writes the sound to `path` and returns its size in bytes. It rejects with `EngineFailure` if the engine
 * fails or has not ended by `deadline` (monotonic milliseconds), and with another error if a file cannot be read or written.
 * `engine` may be undefined only if all segments are recordings.
 */
export function createSpeechSynthesizer({ recordingPath, clock }: SpeechSynthesizerDeps) {
  async function speak(engine: SpeechEngine, text: string, path: string, deadline: number): Promise<number> {
    const timeoutMs = Math.ceil(deadline - clock.monotonic());
    if (timeoutMs <= 0) throw new EngineFailure('too slow', true);
    const { ending, code } = await run(engine.program, [...engine.args, path], {
      input: respellForEngines(text),
      timeoutMs,
      maxMemoryBytes: engine.maxMemoryBytes,
      confinement: engine.confinement,
    }).catch((error: unknown) => {
      throw new EngineFailure(error instanceof Error ? error.message : String(error), false);
    });
    const sizeBytes = fileStats(path)?.sizeBytes ?? 0;
    if (ending !== 'exit' || code !== 0 || sizeBytes <= 44)
      throw new EngineFailure(`ended by ${ending}, ${code}`, ending !== 'exit' || code === 0);
    return sizeBytes;
  }

  return async (
    engine: SpeechEngine | undefined,
    segments: readonly Segment[],
    path: string,
    deadline: number,
  ): Promise<number> => {
    const say = (text: string) => {
      if (!engine) throw new Error('no speech engine');
      return speak(engine, text, path, deadline);
    };
    const [first] = segments;
    if (segments.length === 1 && first && 'text' in first) return say(first.text);
    const files: (Buffer | number)[] = [];
    for (const segment of segments) {
      if ('pauseMs' in segment) {
        files.push(segment.pauseMs);
        continue;
      }
      if ('text' in segment) await say(segment.text);
      const source = 'text' in segment ? path : recordingPath(segment.sha256);
      const file = await readPart(source, 0, fileStats(source)?.sizeBytes ?? 0);
      if ('text' in segment) assertReadable(file);
      files.push(file);
    }
    const joined = joinWaves(files, joinGapMs);
    writeFileDurably(path, joined);
    return joined.length;
  };
}

/** Throws EngineFailure for a file that cannot be joined with others. */
function assertReadable(file: Buffer): void {
  try {
    samplesOf(file);
  } catch (error) {
    throw new EngineFailure(String(error), true);
  }
}
