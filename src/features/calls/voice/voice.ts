/**
 * Spoken words: made by espeak-ng beside the call, never before it; kept by what they say, and gone when there are too many.
 * Names have a folder of their own, which is emptied when their time is over.
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

const atOnce = 2;
/** Words that could not be said are not tried again for this long. */
const restMs = 60_000;

export interface VoiceDeps {
  tool: SpeechTool;
  directory: string;
  /** Signed addresses below `/api/voice/`. */
  urls: MediaUrls;
  /** Key of the file names, so that nobody can guess the text from a name. */
  secret: string;
  /** Returns the path of one of the account's recordings. */
  recordingPath(sha256: string): string;
  watch: SampledLog;
  clock: Clock;
}

export interface SpokenTexts {
  segments: readonly Segment[];
  isName: boolean;
}

export function createVoice({ tool, directory, urls, secret, recordingPath, watch, clock }: VoiceDeps) {
  const folders = { words: joinPath(directory, 'words'), names: joinPath(directory, 'names') };
  /** Key -> done; never rejects. */
  const underWay = new Map<string, Promise<void>>();
  const failedAt = new Map<string, number>();
  const { turn, pass } = createSemaphore();
  const speak = createSpeechSynthesizer({ tool, recordingPath, clock });
  let keptBytes: number | undefined;

  const keyOf = ({ segments, isName }: SpokenTexts) =>
    hmacSha256Hex(secret, JSON.stringify([speechParameters, isName ? 'name' : 'words', segments]));
  const pathIn = (folder: string, key: string) => joinPath(folder, `${key}.wav`);
  const pathOf = (key: string): string | undefined =>
    [pathIn(folders.words, key), pathIn(folders.names, key)].find((path) => fileFacts(path));

  async function make(key: string, { segments, isName }: SpokenTexts): Promise<void> {
    const lateAt = clock.monotonic() + limits.calls.voiceMs;
    await turn();
    const folder = isName ? folders.names : folders.words;
    const partial = joinPath(folder, `${key}.partial`);
    try {
      makeDirectory(directory);
      makeDirectory(folder);
      const sizeBytes = await speak(segments, partial, lateAt);
      moveDurably(partial, pathIn(folder, key));
      await keepBounded(sizeBytes);
    } catch (error) {
      failedAt.set(key, clock.monotonic());
      // The spoken text must not be logged.
      watch.warn('a call is not spoken', {
        reason: error instanceof Error ? error.message : String(error),
      });
      await removeFile(partial).catch(() => {});
    } finally {
      pass();
    }
  }

  const kept = () =>
    Object.values(folders).flatMap((folder) =>
      listDirectory(folder).flatMap((name) => {
        const path = joinPath(folder, name);
        const facts = fileFacts(path);
        return facts ? [{ path, sizeBytes: facts.sizeBytes, changedAt: facts.changedAt }] : [];
      }),
    );

  /** Deletes the oldest sounds beyond the limit. */
  async function keepBounded(newBytes: number): Promise<void> {
    keptBytes = keptBytes === undefined ? undefined : keptBytes + newBytes;
    if (keptBytes !== undefined && keptBytes <= limits.calls.voicesMb * bytesPerMb) return;
    const files = kept().toSorted((a, b) => b.changedAt - a.changedAt);
    let bytes = 0;
    for (const file of files) {
      bytes += file.sizeBytes;
      if (bytes > limits.calls.voicesMb * bytesPerMb * 0.9) await removeFile(file.path);
    }
    keptBytes = Math.min(bytes, limits.calls.voicesMb * bytesPerMb * 0.9);
  }

  function begin(key: string, words: SpokenTexts): void {
    const work = make(key, words).finally(() => underWay.delete(key));
    underWay.set(key, work);
  }

  return {
    canSpeak: tool.program !== null,

    /** Returns a signed address and starts making a missing sound. Undefined when it cannot be spoken. */
    addressOf(words: SpokenTexts): string | undefined {
      if (tool.program === null && words.segments.some((segment) => 'text' in segment)) return undefined;
      const key = keyOf(words);
      if (!pathOf(key)) {
        const failed = failedAt.get(key);
        if (failed !== undefined && clock.monotonic() - failed < restMs) return undefined;
        if (failedAt.size > 1_000) failedAt.clear();
        if (!underWay.has(key)) begin(key, words);
      }
      return urls.sign(key, 'wav');
    },

    /** Returns a sound, after waiting for one that is being made. Undefined when there is none. */
    async find(file: string, query: { e: string; s: string }) {
      const named = urls.verify(file, query);
      if (!named || named.extension !== 'wav') return 'expired' as const;
      const key = named.sha256;
      await underWay.get(key);
      const path = pathOf(key);
      return path === undefined ? undefined : { path, key, isName: path.startsWith(folders.names) };
    },

    /** Deletes sounds of names made before. */
    async forgetNames(before: number): Promise<void> {
      for (const name of listDirectory(folders.names)) {
        const path = joinPath(folders.names, name);
        if ((fileFacts(path)?.changedAt ?? before) < before) await removeFile(path);
      }
    },

    /** Resolves when no sound is being made. */
    async whenIdle(): Promise<void> {
      await Promise.all(underWay.values());
    },
  };
}

/** Limits how many sounds are made at once; the others wait in order. */
function createSemaphore() {
  const waiting: (() => void)[] = [];
  let running = 0;

  function turn(): Promise<void> | undefined {
    if (running < atOnce) {
      running += 1;
      return undefined;
    }
    return new Promise((resolve) => waiting.push(resolve));
  }

  function pass(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return { turn, pass };
}
