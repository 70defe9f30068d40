/** Creates and caches the sounds of calls. A call does not wait for its sounds. */
import { type CallVoice, type SpeechEngineId, speechEngineId } from '../../../contract/calls.ts';
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { SampledLog } from '../../../platform/log.ts';
import { hmacSha256Hex } from '../../../platform/random.ts';
import { moveDurably, removeFile } from '../../../platform/storage/writing.ts';
import type { MediaUrls } from '../../media/library/urls.ts';
import { createClipCache } from './clip-cache.ts';
import { createEngineHealth, retryDelayMs } from './engine-health.ts';
import { joinGapMs, createSpeechSynthesizer, EngineFailure } from './speech-synthesizer.ts';
import { type Segment, spokenLabel, spokenRoom } from './speech.ts';
import type { SpeechEngine } from './speech-engines.ts';
import { createFairSemaphore } from './fair-semaphore.ts';

export interface VoiceDeps {
  /** Speech engines that were found, the best voice first. */
  engines: readonly SpeechEngine[];
  directory: string;
  /** Signs addresses below `/api/voice/`. */
  urls: MediaUrls;
  /** Key of the hashes in file names, so that nobody can guess the text from a file name. */
  secret: string;
  /** Returns the path of one of the account's recordings. */
  recordingPath(sha256: string): string;
  sampledLog: SampledLog;
  clock: Clock;
}

export interface SpokenText {
  segments: readonly Segment[];
  isName: boolean;
}

/** Text that is spoken to try a voice. */
const sample: SpokenText = {
  segments: [
    { text: spokenLabel('P042', { isName: false, isDigitByDigit: false }) + ` ${spokenRoom('Consultório 3')}` },
  ],
  isName: false,
};

const needsEngine = ({ segments }: SpokenText): boolean => segments.some((segment) => 'text' in segment);

/** Returns as JSON everything on which the bytes of a sound depend. */
const keyText = (text: SpokenText, engine: SpeechEngine | undefined): string =>
  JSON.stringify([
    needsEngine(text) && engine ? [engine.id, engine.args] : null,
    joinGapMs,
    text.isName ? 'name' : 'words',
    text.segments,
  ]);

export function createVoice({ engines, directory, urls, secret, recordingPath, sampledLog, clock }: VoiceDeps) {
  const cache = createClipCache(directory);
  /** Running syntheses by key; the promises never reject. */
  const inProgress = new Map<string, Promise<void>>();
  const recentFailures = createFailures(clock);
  /** Key of a wanted clip -> key of the clip of another engine that is sent instead while the wanted engine fails. */
  const substitutes = new Map<string, string>();
  const semaphore = createFairSemaphore();
  const health = createEngineHealth(engines, sampledLog, clock);
  const speak = createSpeechSynthesizer({ recordingPath, clock });

  const keyOf = (text: SpokenText, engine: SpeechEngine | undefined) => hmacSha256Hex(secret, keyText(text, engine));

  /** Creates a clip with one engine. Returns false if the engine failed. `name`: name of the partial file. */
  async function createClipWith(engine: SpeechEngine | undefined, text: SpokenText, name: string, deadline: number) {
    const partial = cache.partialPath(name, text.isName);
    try {
      const sizeBytes = await speak(engine, text.segments, partial, deadline);
      moveDurably(partial, cache.newPath(keyOf(text, engine), text.isName));
      if (engine && needsEngine(text)) health.recordSuccess(engine);
      await cache.deleteOldest(sizeBytes);
      return true;
    } catch (error) {
      await removeFile(partial).catch(() => {});
      if (!engine || !(error instanceof EngineFailure)) throw error;
      if (error.mayBeCausedByText) recentFailures.add(keyOf(text, engine));
      health.recordFailure(
        engine,
        error.message,
        error.mayBeCausedByText ? hmacSha256Hex(secret, keyText(text, undefined)) : undefined,
      );
      return false;
    }
  }

  /** Creates a clip with the first engine that works, in `limits.calls.voiceMs`. Each but the last may use 2/3 of the time left. */
  async function createClip(key: string, text: SpokenText, candidates: readonly SpeechEngine[]): Promise<void> {
    // Start the timeout here, after the wait for the semaphore, which must not count.
    const end = clock.monotonic() + limits.calls.voiceMs;
    try {
      for (const [index, engine] of (candidates.length > 0 ? candidates : [undefined]).entries()) {
        const now = clock.monotonic();
        const isLast = index >= candidates.length - 1;
        const engineKey = keyOf(text, engine);
        const isCached = index > 0 && cache.pathOf(engineKey) !== undefined;
        if (isCached || (await createClipWith(engine, text, key, isLast ? end : now + ((end - now) * 2) / 3))) {
          if (engineKey !== key) substitutes.set(key, engineKey);
          return;
        }
      }
      throw new Error('no speech engine works');
    } catch (error) {
      recentFailures.add(key);
      // The spoken text must not be logged.
      sampledLog.warn('a call is not spoken', {
        reason: error instanceof Error ? error.message : String(error),
      });
    } finally {
      semaphore.release();
    }
  }

  /**
   * Returns a signed address, and starts the synthesis of a missing sound. Undefined if this synthesis failed less than
   * `retryDelayMs` ago, or if too many syntheses of the account are waiting.
   */
  function addressWith(userId: number, text: SpokenText, candidates: readonly SpeechEngine[]): string | undefined {
    const key = keyOf(text, candidates[0]);
    if (!cache.pathOf(key) && !inProgress.has(key)) {
      if (recentFailures.has(key) || semaphore.isFull(userId)) return undefined;
      if (substitutes.size > 1_000) substitutes.clear();
      inProgress.set(
        key,
        Promise.resolve(semaphore.acquire(userId))
          .then(() => createClip(key, text, candidates))
          .finally(() => inProgress.delete(key)),
      );
    }
    return urls.sign(key, 'wav');
  }

  return {
    canSpeak: engines.length > 0,

    /** Returns a signed address, and starts the synthesis of a missing sound. Undefined when the text cannot be spoken now. */
    addressOf(userId: number, text: SpokenText, chosen: SpeechEngineId | 'auto'): string | undefined {
      if (!needsEngine(text)) return addressWith(userId, text, []);
      const candidates = health.inOrder(chosen).filter((engine) => !recentFailures.has(keyOf(text, engine)));
      return candidates.length === 0 ? undefined : addressWith(userId, text, candidates);
    },

    /** Returns all engines, each with the address of a sample in its own voice; null if the sample cannot be spoken now. */
    list: (userId: number): CallVoice[] =>
      speechEngineId.options.map((id) => {
        const engine = engines.find((one) => one.id === id);
        return {
          id,
          voice: engine?.voice ?? null,
          sampleUrl: (engine && addressWith(userId, sample, [engine])) ?? null,
        };
      }),

    /**
     * Returns a sound's file, after waiting for a running synthesis; 'expired' for an invalid address. Undefined if missing.
     * `isTemporary`: clients must not cache the file.
     */
    async find(file: string, query: { e: string; s: string }) {
      const verified = urls.verify(file, query);
      if (!verified || verified.extension !== 'wav') return 'expired' as const;
      const key = verified.sha256;
      await inProgress.get(key);
      const served = cache.pathOf(key) ? key : (substitutes.get(key) ?? key);
      const path = cache.pathOf(served);
      if (path === undefined) return undefined;
      return { path, key: served, isTemporary: served !== key || cache.isName(path) };
    },

    deleteNames: cache.deleteNames,

    /** Resolves when no synthesis is running. */
    async whenIdle(): Promise<void> {
      await Promise.all(inProgress.values());
    },
  };
}

/** Remembers the keys of sounds that failed less than `retryDelayMs` ago. */
function createFailures(clock: Clock) {
  const failedAt = new Map<string, number>();
  return {
    has(key: string): boolean {
      const failed = failedAt.get(key);
      return failed !== undefined && clock.monotonic() - failed < retryDelayMs;
    },
    add(key: string): void {
      if (failedAt.size > 1_000) failedAt.clear();
      failedAt.set(key, clock.monotonic());
    },
  };
}
