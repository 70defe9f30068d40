/** Processing jobs, and the messages between the server and the media worker, as lines of JSON. */
import type { FailureCode } from './failures.ts';
import type { MediaKind } from '../upload/sniff.ts';
import type { Tools } from './tools.ts';

export type FileKind = 'main' | 'original' | 'thumbnail' | 'poster' | 'ambient' | 'logo' | 'recording' | 'licence';

/** The background on which a logo's colours can be seen. */
export type LogoPlate = 'light' | 'dark';

/** A job: processing an item, or later work on a completed item. */
export interface Job {
  videoId: number;
  /** Owner of the item; null: a platform item. */
  userId: number | null;
  /** True for a replacement (table `replacements`): screens play the item's old file until the new one is ready. */
  isReplacement: boolean;
  /** `track`: music. `ambient`, `loudness`: the blurred copy or the loudness of a completed item. `logo`, `recording`,
   * `licence`: files that a person waits for. */
  kind: MediaKind | 'track' | 'ambient' | 'loudness' | 'logo' | 'recording' | 'licence';
  /** Path of the file to read. */
  source: string;
  /** True if a blurred copy is rendered too. */
  wantsAmbient: boolean;
  /** 1 for the first attempt. */
  attempt: number;
}

/** True for later work on a completed item, which keeps its status and files meanwhile. */
export const isFollowUpJob = ({ kind }: Pick<Job, 'kind'>): boolean => kind === 'ambient' || kind === 'loudness';

/** A job as it is sent to the worker, without ids. */
export interface WorkerRequest extends Pick<Job, 'kind' | 'source' | 'wantsAmbient'> {
  /** Directory for the rendered files, on the media's disk. The worker creates it, so that it has no files of another attempt. */
  directory: string;
  keepOriginal: boolean;
  /** Maximum total size of the job's files, and the failure code for larger results. */
  sizeLimit: { bytes: number; failure: 'over_quota' | 'disk_full' };
  tools: Tools;
}

/** A rendered file: its bytes are durable, but it is not at its final path yet. */
export interface RenderedFile {
  kind: FileKind;
  path: string;
  extension: string;
  contentType: string;
  sha256: string;
  sizeBytes: number;
}

/** A rendered file that is not hashed and durable yet. */
export type DraftFile = Omit<RenderedFile, 'sha256' | 'sizeBytes'>;

export interface RenderResult {
  files: RenderedFile[];
  width: number | null;
  height: number | null;
  /** null for images. */
  durationMs: number | null;
  /** Loudness of a video's sound in LUFS; null: silent, or it cannot be measured; missing: not tried. */
  loudness?: number | null;
  /** Set for logos only. */
  plate?: LogoPlate;
}

/** Request to check if every screen plays this MP4, when there is no converter. Only workers parse uploaded files. */
export interface CheckRequest {
  kind: 'check';
  source: string;
}

export type WorkerMessage =
  | { type: 'checked'; isPlayable: boolean }
  | { type: 'progress'; percent: number }
  | { type: 'done'; rendered: RenderResult }
  | { type: 'failed'; code: FailureCode; detail: string };
