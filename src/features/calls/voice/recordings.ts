/** Lists, saves and deletes the words that an account recorded itself. Each change and the events it publishes are one transaction. */
import type { CallRecording } from '../../../contract/calls.ts';
import type { Author, BodyStream } from '../../../contract/endpoint.ts';
import { AppError, invalidField } from '../../../contract/errors.ts';
import type { Publish } from '../../../contract/events.ts';
import { limits } from '../../../contract/limits.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { Audit } from '../../audit/audit.ts';
import type { Recordings } from '../../media/upload/direct-uploads.ts';
import type { FileStore } from '../../media/library/file-store.ts';
import type { MediaUrls } from '../../media/library/urls.ts';
import type { RecordingStore } from './recording-store.ts';
import type { CallSetupStore } from '../setup-store.ts';
import { numberWords } from './number-words.ts';
import { recordingKey, type Segment, segmentsOf } from './speech.ts';

export interface CallRecordingsDeps {
  stored: RecordingStore;
  setup: Pick<CallSetupStore, 'rooms'>;
  recordings: Pick<Recordings, 'save'>;
  files: Pick<FileStore, 'dropUnused'>;
  urls: Pick<MediaUrls, 'sign'>;
  audit: Pick<Audit, 'record'>;
  publish: Publish;
  database: Database;
}

type ListedWord = Pick<CallRecording, 'text' | 'group'>;
const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const standardWords: readonly ListedWord[] = [
  { text: 'Senha', group: 'word' },
  ...Array.from('0123456789', (text): ListedWord => ({ text, group: 'digit' })),
  ...numberWords.map((text): ListedWord => ({ text, group: 'number' })),
  ...letters.map((text): ListedWord => ({ text, group: 'letter' })),
];

export function createCallRecordings(deps: CallRecordingsDeps) {
  const { stored, setup, files, urls, audit, publish, database } = deps;

  /** Returns the words that the studio offers for recording (digits, numbers, letters, rooms), and other recorded words. */
  function list(userId: number): CallRecording[] {
    const recorded = new Map(stored.of(userId).map((recording) => [recording.word, recording]));
    const listed: ListedWord[] = [
      ...standardWords,
      ...setup.rooms(userId).map(({ name }): ListedWord => ({ text: name, group: 'room' })),
    ];
    const entries = new Map(listed.map((one) => [recordingKey(one.text), one]));
    for (const word of recorded.keys()) if (!entries.has(word)) entries.set(word, { text: word, group: 'other' });
    return [...entries].map(([word, one]) => {
      const recording = recorded.get(word);
      return {
        word,
        text: one.text,
        group: one.group,
        url: recording ? urls.sign(recording.sha256, 'wav') : null,
        durationMs: recording?.durationMs ?? null,
      };
    });
  }

  function notify(userId: number): void {
    publish(`user:${userId}`, { type: 'callsChanged' });
  }

  function recordAudit(
    by: Author,
    userId: number,
    action: 'account.word_recorded' | 'account.recording_removed',
    word: string,
  ) {
    audit.record(by, action, { kind: 'account', id: userId, name: word, accountId: userId });
  }

  function assertCanRecord(userId: number, word: string): void {
    if (word === '') throw invalidField('word', 'Escolha uma palavra com letras ou números.');
    const recordings = stored.of(userId);
    if (recordings.length >= limits.calls.recording.words && !recordings.some((one) => one.word === word))
      throw new AppError('quota_exceeded', `No máximo ${limits.calls.recording.words} gravações.`);
  }

  return {
    list,

    /** Saves or replaces the recording of a word. Throws invalid_input, quota_exceeded, and the errors of `Recordings.save`. */
    async replace(userId: number, text: string, body: BodyStream, by: Author): Promise<CallRecording[]> {
      const word = recordingKey(text);
      assertCanRecord(userId, word);
      await deps.recordings.save(userId, body, ({ file, durationMs }) => {
        assertCanRecord(userId, word);
        stored.save(userId, { word, sha256: file.sha256, durationMs: durationMs ?? 0 });
        recordAudit(by, userId, 'account.word_recorded', word);
        notify(userId);
      });
      return list(userId);
    },

    /** Throws not_found. */
    remove(userId: number, text: string, by: Author): void {
      const word = recordingKey(text);
      database.tx(() => {
        stored.remove(userId, word);
        files.dropUnused();
        recordAudit(by, userId, 'account.recording_removed', word);
        notify(userId);
      });
    },

    /** Splits a spoken text into recordings and other words. Names never use recordings. */
    segmentsOf(userId: number, spoken: string, isName: boolean): Segment[] {
      const recorded = isName ? [] : stored.of(userId);
      return segmentsOf(spoken, new Map(recorded.map(({ word, sha256 }) => [word, sha256])));
    },
  };
}
