/**
 * Creates and caches the sounds of calls. A call does not wait for its sounds. Files are named by a keyed hash of their text;
 * the oldest are deleted when the cache is full. Spoken names are in a separate folder, and are deleted after 12 hours.
 */
import { limits } from '../../../contract/limits.ts';
import { bytesPerMb } from '../../../contract/text/units.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { SampledLog } from '../../../platform/log.ts';
import { hmacSha256Hex } from '../../../platform/random.ts';
import { fileFacts, joinPath, listDirectory } from '../../../platform/storage/files.ts';
import { makeDirectory, moveDurably, removeFile } from '../../../platform/storage/writing.ts';
import type { MediaUrls } from '../../media/library/urls.ts';
import { createSpeechSynthesizer, speechParameters } from './speech-synthesizer.ts';
import type { Segment } from './speech.ts';
import type { SpeechTool } from './speech-tool.ts';

const maxConcurrent = 2;
/** Delay before a failed synthesis is tried again. */
const retryDelayMs = 60_000;

export interface VoiceDeps {
  tool: SpeechTool;
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

export interface SpokenTexts {
  segments: readonly Segment[];
  isName: boolean;
}

export function createVoice({ tool, directory, urls, secret, recordingPath, sampledLog, clock }: VoiceDeps) {
  const folders = { words: joinPath(directory, 'words'), names: joinPath(directory, 'names') };
  /** Running syntheses by key; the promises never reject. */
  const inProgress = new Map<string, Promise<void>>();
  const failedAt = new Map<string, number>();
  const { acquire, release } = createSemaphore();
  const speak = createSpeechSynthesizer({ tool, recordingPath, clock });
  let cachedBytes: number | undefined;

  const keyOf = ({ segments, isName }: SpokenTexts) =>
    hmacSha256Hex(secret, JSON.stringify([speechParameters, isName ? 'name' : 'words', segments]));
  const pathIn = (folder: string, key: string) => joinPath(folder, `${key}.wav`);
  const pathOf = (key: string): string | undefined =>
    [pathIn(folders.words, key), pathIn(folders.names, key)].find((path) => fileFacts(path));

  async function make(key: string, { segments, isName }: SpokenTexts): Promise<void> {
    await acquire();
    // Start the timeout here: the time in the queue must not count as a failure.
    const deadline = clock.monotonic() + limits.calls.voiceMs;
    const folder = isName ? folders.names : folders.words;
    const partial = joinPath(folder, `${key}.partial`);
    try {
      makeDirectory(directory);
      makeDirectory(folder);
      const sizeBytes = await speak(segments, partial, deadline);
      moveDurably(partial, pathIn(folder, key));
      await deleteOldest(sizeBytes);
    } catch (error) {
      failedAt.set(key, clock.monotonic());
      // The spoken text must not be logged.
      sampledLog.warn('a call is not spoken', {
        reason: error instanceof Error ? error.message : String(error),
      });
      await removeFile(partial).catch(() => {});
    } finally {
      release();
    }
  }

  const cachedFiles = () =>
    Object.values(folders).flatMap((folder) =>
      listDirectory(folder).flatMap((name) => {
        const path = joinPath(folder, name);
        const facts = fileFacts(path);
        return facts ? [{ path, sizeBytes: facts.sizeBytes, changedAt: facts.changedAt }] : [];
      }),
    );

  /** Deletes the oldest sounds beyond the limit. */
  async function deleteOldest(newBytes: number): Promise<void> {
    cachedBytes = cachedBytes === undefined ? undefined : cachedBytes + newBytes;
    if (cachedBytes !== undefined && cachedBytes <= limits.calls.voicesMb * bytesPerMb) return;
    const files = cachedFiles().toSorted((a, b) => b.changedAt - a.changedAt);
    let bytes = 0;
    for (const file of files) {
      bytes += file.sizeBytes;
      if (bytes > limits.calls.voicesMb * bytesPerMb * 0.9) await removeFile(file.path);
    }
    cachedBytes = Math.min(bytes, limits.calls.voicesMb * bytesPerMb * 0.9);
  }

  function startSynthesis(key: string, words: SpokenTexts): void {
    const work = make(key, words).finally(() => inProgress.delete(key));
    inProgress.set(key, work);
  }

  return {
    canSpeak: tool.program !== null,

    /** Returns a signed address, and starts the synthesis of a missing sound. Undefined when the text cannot be spoken. */
    addressOf(words: SpokenTexts): string | undefined {
      if (tool.program === null && words.segments.some((segment) => 'text' in segment)) return undefined;
      const key = keyOf(words);
      if (!pathOf(key)) {
        const failed = failedAt.get(key);
        if (failed !== undefined && clock.monotonic() - failed < retryDelayMs) return undefined;
        if (failedAt.size > 1_000) failedAt.clear();
        if (!inProgress.has(key)) startSynthesis(key, words);
      }
      return urls.sign(key, 'wav');
    },

    /** Returns a sound's file, after waiting for a running synthesis; 'expired' for an invalid address. Undefined if missing. */
    async find(file: string, query: { e: string; s: string }) {
      const verified = urls.verify(file, query);
      if (!verified || verified.extension !== 'wav') return 'expired' as const;
      const key = verified.sha256;
      await inProgress.get(key);
      const path = pathOf(key);
      return path === undefined ? undefined : { path, key, isName: path.startsWith(folders.names) };
    },

    /** Deletes sounds of names created before `before` (milliseconds since 1970). */
    async deleteNames(before: number): Promise<void> {
      for (const name of listDirectory(folders.names)) {
        const path = joinPath(folders.names, name);
        if ((fileFacts(path)?.changedAt ?? before) < before) await removeFile(path);
      }
    },

    /** Resolves when no synthesis is running. */
    async whenIdle(): Promise<void> {
      await Promise.all(inProgress.values());
    },
  };
}

/** Limits the number of syntheses that run at once; others wait in order. */
function createSemaphore() {
  const waiting: (() => void)[] = [];
  let running = 0;

  function acquire(): Promise<void> | undefined {
    if (running < maxConcurrent) {
      running += 1;
      return undefined;
    }
    return new Promise((resolve) => waiting.push(resolve));
  }

  function release(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return { acquire, release };
}
