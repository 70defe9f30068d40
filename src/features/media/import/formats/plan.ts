/** The plan of an import: what the export of another program says about its files. */
import type { ImportFormat } from '../../../../contract/contents/imports.ts';

/** Properties of a file that the export of another program states. */
export interface Details {
  name?: string | undefined;
  /** Display time of a picture in seconds. */
  seconds?: number | undefined;
  /** First and last day on screens. */
  validFrom?: string | undefined;
  validUntil?: string | undefined;
  /** Remark about a file that is imported. */
  note?: string | undefined;
}

export interface Plan {
  format: ImportFormat;
  /** Each has its files in the order of play; a path may occur several times. */
  playlists: { name: string; paths: string[] }[];
  details: Map<string, Details>;
  /** Paths of the other program's own files, such as its documents and fonts, which are not listed. */
  programFiles: Set<string>;
  /** Things in the export that are no files, or whose files are missing, with the reason. */
  notImported: { name: string; reason: string }[];
}

/** The export format of another program. The functions are pure; inspect.ts reads the documents. */
export interface Format {
  /** Returns the paths of the documents to read; undefined when the files are of another format. */
  documents(paths: readonly string[]): string[] | undefined;
  /**
   * Returns undefined when the documents are of another format. `documents`: texts by path, of the documents that could be read;
   * `name`: name of the archive or folder.
   */
  plan(paths: readonly string[], documents: ReadonlyMap<string, string>, name: string): Plan | undefined;
}

/** Returns an empty plan. */
export const newPlan = (format: ImportFormat, programFiles: Iterable<string> = []): Plan => ({
  ...{ format, playlists: [], details: new Map(), notImported: [] },
  programFiles: new Set(programFiles),
});

/** Returns the folder of a path with a `/` at its end; '' for none. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
export const fileNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
/** Returns a file's name without its ending. */
export const nameWithoutEnding = (path: string): string => fileNameOf(path).replace(/(?<=.)\.[^.\s]{1,5}$/, '');

/** Compares texts as people sort them: ignoring case and accents, numbers by value. */
export const byName = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' }).compare;

/** A JSON value of unknown shape. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Returns the JSON of a text; undefined for an invalid one. */
export function jsonOf(text: string | undefined): Json | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text.replace(/^\ufeff/, '')) as Json);
  } catch {
    return undefined;
  }
}

export const fieldOf = (value: Json | undefined, key: string): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, key)
    ? value[key]
    : undefined;
/** Returns the values of an array or object; [] for everything else. */
export const listOf = (value: Json | undefined): Json[] =>
  Array.isArray(value) ? value : typeof value === 'object' && value !== null ? Object.values(value) : [];
/** Returns a string or a number as text; '' for everything else. */
export const textOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';

/** Returns a positive number of seconds, given as a number, as `30` or as `00:00:30`; undefined for everything else. */
export function secondsOf(value: Json | undefined): number | undefined {
  const text = textOf(value).replace(',', '.');
  if (!/^\d{1,6}(:\d{1,2}){0,2}(\.\d+)?$/.test(text)) return undefined;
  const seconds = Math.round(text.split(':').reduce((total, part) => total * 60 + Number(part), 0));
  return seconds > 0 ? seconds : undefined;
}
