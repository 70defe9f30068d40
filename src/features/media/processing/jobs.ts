/** Processing jobs, and the messages between the server and the media worker: one JSON value a line. */
import type { FailureCode } from './failures.ts';
import type { MediaKind } from '../upload/sniff.ts';
import type { Tools } from './tools.ts';

export type FileKind = 'main' | 'large' | 'original' | 'thumbnail' | 'poster' | 'ambient' | 'logo' | 'recording';

/** The background on which a logo's colours can be seen. */
export type LogoGround = 'light' | 'dark';

/** An item to be processed, or only its blurred copy. */
export interface Job {
  videoId: number;
  /** null: a platform item. */
  userId: number | null;
  /** New bytes for an item that plays its old ones meanwhile (table `replacements`). */
  isReplacement: boolean;
  /** `ambient`: only the blurred copy of a finished still. `logo`, `recording`: an account's, without an item. */
  kind: MediaKind | 'ambient' | 'logo' | 'recording';
  /** Path of the bytes to read. */
  source: string;
  wantsAmbient: boolean;
  attempt: number;
}

/** A job as the worker gets it: it knows no ids. */
export interface WorkerRequest extends Pick<Job, 'kind' | 'source' | 'wantsAmbient'> {
  /** On the disk of the media; not there yet, so that it holds nothing of another attempt. The rendered files are written to it. */
  directory: string;
  keepOriginal: boolean;
  /** Maximum total size of the job's files, and the error code beyond it. */
  room: { bytes: number; over: 'over_quota' | 'disk_full' };
  tools: Tools;
}

/** A finished file: its bytes are durable, its name is not yet. */
export interface RenderedFile {
  kind: FileKind;
  path: string;
  extension: string;
  contentType: string;
  sha256: string;
  sizeBytes: number;
}

/** A file as it was written, before it is hashed and durable. */
export type DraftFile = Omit<RenderedFile, 'sha256' | 'sizeBytes'>;

export interface Rendered {
  files: RenderedFile[];
  width: number | null;
  height: number | null;
  /** null for images. */
  durationMs: number | null;
  /** Logos only. */
  ground?: LogoGround;
}

/** Asks whether every screen plays this MP4, where there is no converter. Read by a worker, as all unknown callers' files. */
export interface CheckRequest {
  kind: 'check';
  source: string;
}

export type WorkerMessage =
  | { type: 'checked'; isPlayable: boolean }
  | { type: 'progress'; percent: number }
  | { type: 'done'; rendered: Rendered }
  | { type: 'failed'; code: FailureCode; detail: string };
