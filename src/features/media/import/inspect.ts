/** Lists the files of an archive or folder with names, display times and playlists, and why some cannot be imported. */
import type { ImportFormat } from '../../../contract/contents/imports.ts';
import { limits } from '../../../contract/limits.ts';
import { cleanLine, isBlank } from '../../../contract/text/clean.ts';
import { cut } from '../../../contract/text/graphemes.ts';
import { bytesPerMb } from '../../../contract/text/units.ts';
import { sniff, sniffLength } from '../upload/sniff.ts';
import type { Entry, Locator, Source } from './archive/archive.ts';
import { anthias, isAnthiasDatabase } from './formats/anthias.ts';
import { planFiles } from './formats/files.ts';
import { pisignage } from './formats/pisignage.ts';
import { nameWithoutEnding, byName, type Details, type Format, type Plan } from './formats/plan.ts';
import { isJunk, reasonOf } from './formats/reasons.ts';
import { xibo } from './formats/xibo.ts';
import { yodeck } from './formats/yodeck.ts';

/** A file of an import, or something that is not a file, such as a widget of another program. */
export interface FoundFile {
  /** Path in the archive or folder; for things that are no files, their name. */
  path: string;
  name: string;
  sizeBytes: number;
  mediaType: 'image' | 'video' | null;
  seconds: number | null;
  validFrom: string | null;
  validUntil: string | null;
  /** The reason why the file is not imported; null for a file that is imported. */
  reason: string | null;
  /** Remark about a file that is imported. */
  note: string | null;
  locator: Locator | null;
}

export interface Inspection {
  format: ImportFormat;
  files: FoundFile[];
  /** `files`: indexes in the list `files` above, each once; `times`: how often each of these files occurs in the playlist. */
  playlists: { name: string; files: number[]; times: number[] }[];
  /** Number of files that are not in the list because there are too many. */
  omitted: number;
}

export interface InspectOptions {
  /** Name of the archive or folder, which is given to a playlist that has no name. */
  name: string;
  maxFileMb: number;
  /** Returns the rows of the table `assets` of an SQLite file as JSON; undefined when it cannot be read. */
  readDatabase: (bytes: AsyncIterable<Buffer>) => Promise<string | undefined>;
}

const formats: readonly Format[] = [xibo, pisignage, anthias, yodeck];
const maxDocumentBytes = 8 * 1024 ** 2;
const maxDocuments = 500;
const { seconds: secondsRange } = limits.import;

/** Lists what `source` contains. Throws an `ArchiveError` if another program's document is damaged; damaged media are listed. */
export async function inspect(source: Source, options: InspectOptions): Promise<Inspection> {
  const entries = source.entries
    .filter(({ path }) => !isJunk(path))
    .toSorted((a, b) => byName(a.path, b.path) || (a.path < b.path ? -1 : 1));
  const paths = entries.map(({ path }) => path);
  const exportPlan = await findExportPlan(source, entries, paths, options);
  const listed = exportPlan ? entries.filter(({ path }) => !exportPlan.programFiles.has(path)) : entries;
  const files: FoundFile[] = [];
  for (const entry of listed.slice(0, limits.import.files))
    files.push(await inspectFile(source, entry, exportPlan?.details.get(entry.path), options));
  const media = files.filter(({ reason }) => reason === null).map(({ path }) => path);
  const plan = exportPlan ?? planFiles(media, options.name);
  for (const { name, reason } of plan.notImported.slice(0, limits.import.files))
    files.push({
      ...emptyFile,
      path: name.slice(0, maxPathLength),
      name: acceptableName(name, limits.contentNameLength),
      reason,
    });
  return {
    format: plan.format,
    files,
    playlists: playlistsOf(plan, new Map(files.map(({ path, reason }, index) => [path, reason === null ? index : -1]))),
    omitted:
      Math.max(0, listed.length - limits.import.files) + Math.max(0, plan.notImported.length - limits.import.files),
  };
}

const emptyFile = {
  ...{ sizeBytes: 0, mediaType: null, seconds: null, validFrom: null, validUntil: null, note: null, locator: null },
} as const;
const maxPathLength = 1_000;

/** Returns a name on one line, of at most `length` characters. */
export function acceptableName(name: string, length: number): string {
  const line = cut(cleanLine(name.slice(0, maxPathLength)), length).trim();
  return isBlank(line) ? 'Sem nome' : line;
}

/** Returns the plan of the first program whose export this is; undefined for plain files. */
async function findExportPlan(
  source: Source,
  entries: readonly Entry[],
  paths: readonly string[],
  { name, readDatabase }: InspectOptions,
): Promise<Plan | undefined> {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  for (const format of formats) {
    const documents = new Map<string, string>();
    for (const path of (format.documents(paths) ?? []).slice(0, maxDocuments)) {
      const entry = byPath.get(path);
      if (!entry || entry.problem || entry.sizeBytes > (isAnthiasDatabase(path) ? 64 : 1) * maxDocumentBytes) continue;
      const text = isAnthiasDatabase(path) ? await readDatabase(source.read(entry)) : await readText(source, entry);
      if (text !== undefined) documents.set(path, text);
    }
    const plan = documents.size > 0 ? format.plan(paths, documents, name) : undefined;
    if (plan) return plan;
  }
  return undefined;
}

async function readText(source: Source, entry: Entry): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of source.read(entry)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const text = bytes.toString('utf8');
  // Spreadsheets in Brazil save CSV in Windows-1252.
  return text.includes('\ufffd') ? new TextDecoder('windows-1252').decode(bytes) : text;
}

/** Returns the entry as a listed file. Its first bytes tell the type, because some programs store files without an ending. */
async function inspectFile(
  source: Source,
  entry: Entry,
  details: Details | undefined,
  { maxFileMb }: InspectOptions,
): Promise<FoundFile> {
  const { path, sizeBytes, locator } = entry;
  const file = {
    ...emptyFile,
    path,
    name: acceptableName(details?.name || nameWithoutEnding(path), limits.contentNameLength),
    sizeBytes,
    locator,
    reason: null,
  };
  const notImported = (reason: string) => ({ ...file, reason });
  if (path.length > maxPathLength)
    return { ...notImported('O caminho do arquivo é longo demais.'), path: path.slice(0, maxPathLength) };
  if (entry.problem) return notImported(entry.problem);
  if (sizeBytes === 0) return notImported('O arquivo está vazio.');
  const mediaType = sniff(await startOf(source, entry))?.mediaType;
  if (mediaType === undefined) return notImported(reasonOf(path));
  if (sizeBytes > maxFileMb * bytesPerMb) return notImported(`O arquivo é grande demais: o máximo é ${maxFileMb} MB.`);
  const statedSeconds = mediaType === 'image' ? details?.seconds : undefined;
  const seconds =
    statedSeconds === undefined ? null : Math.min(secondsRange.max, Math.max(secondsRange.min, statedSeconds));
  const isChanged = seconds !== null && seconds !== statedSeconds;
  return {
    ...file,
    mediaType,
    seconds,
    validFrom: details?.validFrom ?? null,
    validUntil: details?.validUntil ?? null,
    note: isChanged ? `A duração era ${statedSeconds} s; aqui é ${seconds} s.` : (details?.note ?? null),
  };
}

async function startOf(source: Source, entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of source.read(entry)) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= sniffLength) break;
    }
  } catch {
    // The bytes read so far suffice to recognise a damaged file. Its import fails later.
  }
  return Buffer.concat(chunks).subarray(0, sniffLength);
}

/** `indexes`: by path, the file's index in the list, or -1 for a file that is not imported. */
function playlistsOf(plan: Plan, indexes: ReadonlyMap<string, number>): Inspection['playlists'] {
  let itemsLeft = limits.import.playlistItems;
  return plan.playlists.slice(0, limits.import.playlists).flatMap(({ name, paths }) => {
    const times = new Map<number, number>();
    for (const path of paths) {
      const index = indexes.get(path) ?? -1;
      if (index >= 0 && (times.has(index) || times.size < itemsLeft)) times.set(index, (times.get(index) ?? 0) + 1);
    }
    itemsLeft -= times.size;
    return times.size === 0
      ? []
      : [
          {
            name: acceptableName(name, limits.playlistNameLength),
            files: [...times.keys()],
            times: [...times.values()],
          },
        ];
  });
}
