/**
 * Unpacks the files that the single executable contains: native modules, workers and pages must be separate files.
 * They are unpacked once for each version into a folder named by their hash, and checked once after each
 * boot, so that files damaged by a power cut or a worn-out memory card are replaced before they are used.
 */
import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { listTree, sha256OfFileNow } from '../storage/files.ts';
import { removeTree, removeTreeNow } from '../storage/writing.ts';
import { generateCode, sha256Hex } from '../random.ts';

export interface Pack {
  /** Hash of the list of files. */
  hash: string;
  files: { path: string; sizeBytes: number; sha256: string; mode: number }[];
}

/** Names of the two assets inside the executable. */
export const packAssets = { index: 'index', files: 'files' } as const;

/** First argument of the executable that makes it run one of its unpacked files. */
export const workerOption = '--part';

/** Returns the module `node:sea`, which Node has from 20.12 on. */
function seaModule(): typeof import('node:sea') | undefined {
  try {
    return createRequire(import.meta.url)('node:sea') as typeof import('node:sea');
  } catch {
    return undefined;
  }
}

/** True when this program is the single executable, or one of its unpacked parts. */
export const isSingleExecutable = (): boolean => seaModule()?.isSea() === true;

/** Returns the files inside the single executable. Throws in a plain Node. */
export function executableAssets(): { pack: Pack; readFiles(): Uint8Array } {
  const sea = seaModule();
  if (!sea?.isSea()) throw new Error('This code runs only in the single executable (npm run package).');
  return {
    pack: JSON.parse(sea.getAsset(packAssets.index, 'utf8')) as Pack,
    readFiles: () => new Uint8Array(sea.getRawAsset(packAssets.files) as ArrayBuffer),
  };
}

/** Packs all files below `root`: returns their list, and their concatenated bytes, compressed. */
export function packTree(root: string, read: (path: string) => Buffer): { pack: Pack; files: Buffer } {
  const paths = listTree(root).sort();
  const contents = paths.map((path) => read(join(root, path)));
  const files = paths.map((path, index) => ({
    path,
    sizeBytes: contents[index]?.length ?? 0,
    sha256: sha256Hex(contents[index] ?? ''),
    mode: statSync(join(root, path)).mode & 0o100 ? 0o700 : 0o600,
  }));
  return {
    pack: { hash: sha256Hex(JSON.stringify(files)), files },
    files: gzipSync(Buffer.concat(contents), { level: 9 }),
  };
}

const draftPrefix = 'draft-';
/** File with the id of the boot in which the folder was last found complete: it is checked again only after the next boot. */
const markName = '.boot';

/** Returns the folder in `parent` that contains the pack. Unpacks it when it is missing or incomplete. Blocks. */
export function unpack(parent: string, pack: Pack, readFiles: () => Uint8Array, bootId = readBootId()): string {
  const target = join(parent, pack.hash.slice(0, 16));
  if (isIntact(target, pack, bootId)) return target;
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const draft = join(parent, `${draftPrefix}${process.pid}-${generateCode(6)}`);
  const content = gunzipSync(readFiles());
  let offset = 0;
  for (const { path, sizeBytes, mode } of pack.files) {
    const file = join(draft, path);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, content.subarray(offset, offset + sizeBytes), { mode });
    offset += sizeBytes;
  }
  chmodSync(draft, 0o700);
  writeFileSync(join(draft, markName), bootId ?? '');
  removeTreeNow(target);
  try {
    renameSync(draft, target);
  } catch (error) {
    // Another process may have unpacked the same pack meanwhile.
    if (!isIntact(target, pack, bootId)) throw error;
    removeTreeNow(draft);
  }
  return target;
}

/** Thrown when the folder is on a disk mounted `noexec`: no native module can be loaded from it. */
export class NoexecError extends Error {}

/** Throws NoexecError, and deletes the unpacked files, when the system does not execute files in this folder. */
export function assertRuns(target: string, { files }: Pack): void {
  const program = files.find(({ mode }) => (mode & 0o100) !== 0);
  if (!program) return;
  try {
    accessSync(join(target, program.path), constants.X_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    removeTreeNow(target);
    throw new NoexecError(`${target} is on a disk from which nothing may run (noexec)`);
  }
}

/** True if no file is missing or damaged. Compares sizes, and the contents when the folder was not yet checked in this boot. */
function isIntact(target: string, { files }: Pack, bootId: string | undefined): boolean {
  const sizeOf = (path: string) => statSync(join(target, path), { throwIfNoEntry: false })?.size;
  if (!files.every(({ path, sizeBytes }) => sizeOf(path) === sizeBytes)) return false;
  const mark = join(target, markName);
  if (bootId !== undefined && sizeOf(markName) !== undefined && readFileSync(mark, 'utf8') === bootId) return true;
  if (!files.every(({ path, sha256 }) => sha256OfFileNow(join(target, path)) === sha256)) return false;
  writeFileSync(mark, bootId ?? '');
  return true;
}

/** Returns the id of this boot; undefined when the system does not provide one. */
function readBootId(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** Deletes the folders of other versions and unfinished ones beside this program's own; call it when no other server can use them. */
export async function removeOtherRuntimes(own = dirname(fileURLToPath(import.meta.url))): Promise<void> {
  const parent = dirname(own);
  for (const name of readdirSync(parent))
    if (name !== basename(own) && (name.startsWith(draftPrefix) || /^[0-9a-f]{16}$/.test(name)))
      await removeTree(join(parent, name));
}
