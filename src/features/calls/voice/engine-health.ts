/** Remembers which speech engines fail, so that another engine speaks until the failed one is tried again. */
import type { SpeechEngineId } from '../../../contract/calls.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { SampledLog } from '../../../platform/log.ts';
import type { SpeechEngine } from './speech-engines.ts';

/** Delay before a failed synthesis is tried again. */
export const retryDelayMs = 60_000;
/** Number of different texts that fail in a row before their engine counts as failed. */
const maxFailedTexts = 3;

export function createEngineHealth(engines: readonly SpeechEngine[], sampledLog: SampledLog, clock: Clock) {
  /** Time of the last failure (monotonic) of engines that have not spoken since. */
  const failedAt = new Map<SpeechEngineId, number>();
  /** Keys of the texts that failed since the engine last spoke. */
  const failedTexts = new Map<SpeechEngineId, Set<string>>();
  const mayWork = ({ id }: SpeechEngine): boolean => {
    const failed = failedAt.get(id);
    return failed === undefined || clock.monotonic() - failed >= retryDelayMs;
  };

  return {
    /** Returns the engines that work, or all if none works, in the order in which to try them: the chosen one first. */
    inOrder(chosen: SpeechEngineId | 'auto'): SpeechEngine[] {
      const sorted = [...engines.filter(({ id }) => id === chosen), ...engines.filter(({ id }) => id !== chosen)];
      const working = sorted.filter(mayWork);
      return working.length > 0 ? working : sorted;
    },

    /**
     * Records a failure, and logs the first one since the engine last worked. `text`: key of the text if the text may be the reason; the
     * engine then counts as failed only after `maxFailedTexts` texts.
     */
    recordFailure({ id }: SpeechEngine, reason: string, text?: string): void {
      if (text !== undefined) {
        const texts = failedTexts.get(id) ?? new Set();
        failedTexts.set(id, texts);
        if (texts.size < maxFailedTexts) texts.add(text);
        if (texts.size < maxFailedTexts) return;
      }
      if (!failedAt.has(id)) sampledLog.warn('a speech engine fails', { engine: id, reason });
      failedAt.set(id, clock.monotonic());
    },

    recordSuccess({ id }: SpeechEngine): void {
      failedTexts.delete(id);
      if (failedAt.delete(id)) sampledLog.info('a speech engine works again', { engine: id });
    },
  };
}
