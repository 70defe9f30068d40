/**
 * Prepares an update beside the running server: checks the file, copies it into DATA_DIR/programs, makes a backup, and lets the
 * new program migrate a copy of the database. Last it writes the update note (update-note.ts): the server reads the note and
 * stops, then the launcher reads it and starts the new program.
 */
import { dirname } from 'node:path';
import type { Clock } from '../../../platform/clock.ts';
import { release, releaseText } from '../../../platform/process/assets.ts';
import { run } from '../../../platform/process/processes.ts';
import { launchedVariable, reasonIn } from '../../../platform/process/programs.ts';
import {
  type Program,
  readUpdateNote,
  type UpdateNote,
  writeUpdateNote,
} from '../../../platform/process/update-note.ts';
import { dataFolder } from '../../../platform/storage/data-folder.ts';
import { acquireLock } from '../../../platform/storage/folder-lock.ts';
import { isDiskFull } from '../../../platform/storage/file-errors.ts';
import { fileStats, joinPath, sha256OfFile } from '../../../platform/storage/files.ts';
import {
  copyDurably,
  makeDirectory,
  makeRunnable,
  moveDurably,
  removeFile,
} from '../../../platform/storage/writing.ts';
import { backupName } from '../backup-format.ts';
import { takeBackup } from '../take-backup.ts';
import { assertIsRelease, checkReleaseFile, UpdateError } from './release-file.ts';

export interface UpdateRequest {
  /** Executable of the release, beside its list of hashes. */
  file: string;
  /** Hash that the file must have; undefined: any hash of its list. */
  sha256?: string | undefined;
  dataDir: string;
  backupDir: string;
  backupKeep: number;
  timeZone: string;
}

/** Time in which a new program must become healthy, besides three times the duration of its rehearsal. */
const healthMs = 60_000;
const rehearsalTimeoutMs = 30 * 60_000;

/** Prepares the update. Returns the new program. If it throws BackupError or its subclass UpdateError, no update begins. */
export async function stageUpdate(request: UpdateRequest, clock: Clock): Promise<Program> {
  // Two processes that prepare updates would write the same files.
  const lock = acquireLock(dataFolder(request.dataDir).updateLock, updateInProgress);
  try {
    return await stage(request, clock);
  } finally {
    lock.release();
  }
}

const fileChanged = () => new UpdateError('O arquivo mudou durante a cópia.', 'The file changed while it was copied.');
const updateInProgress = () =>
  new UpdateError('Outra atualização está em andamento.', 'Another update is in progress.');

async function stage(request: UpdateRequest, clock: Clock): Promise<Program> {
  const { dataDir } = request;
  const folder = dataFolder(dataDir);
  const note: UpdateNote = readUpdateNote(dataDir) ?? { installed: releaseText };
  if (note.next) throw updateInProgress();
  const current = note.program ?? release;
  await checkReleaseFile(request.file, current);
  makeDirectory(folder.programs);
  const newProgram = joinPath(folder.programs, 'incoming');
  const databaseCopy = joinPath(folder.programs, 'rehearsal.db');
  try {
    for (const path of [newProgram, databaseCopy]) await removeFile(path);
    const { sha256 } = await copyDurably(request.file, newProgram);
    // The file may have changed since the first check.
    const checked = await checkReleaseFile(request.file, current);
    if (checked.sha256 !== sha256 || sha256 !== (request.sha256 ?? sha256)) throw fileChanged();
    const file = sha256.slice(0, 16);
    if (note.program?.file === file)
      throw new UpdateError('Esta versão já está em uso.', 'This version is in use already.');
    makeRunnable(newProgram);
    await assertIsRelease(newProgram, checked.listed);
    const createdAt = clock.now();
    const { name } = await takeBackup({
      ...{ dataDir, backupDir: request.backupDir, keep: request.backupKeep },
      ...{ name: backupName(createdAt, request.timeZone), createdAt, version: releaseText },
    });
    await copyDurably(dataFolder(joinPath(request.backupDir, name)).database, databaseCopy);
    const startedAt = clock.monotonic();
    await rehearse(newProgram, dataDir, databaseCopy);
    const limitMs = healthMs + 3 * (clock.monotonic() - startedAt);
    // The new program has run, and may have changed its own file.
    if ((await sha256OfFile(newProgram)) !== sha256) throw fileChanged();
    moveDurably(newProgram, joinPath(folder.programs, file));
    const program = { file, ...checked.listed };
    writeUpdateNote(dataDir, {
      ...note,
      installed: note.installed,
      next: { ...program, step: 'ready', attempts: 0, limitMs },
    });
    return program;
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    throw new UpdateError('Não há espaço em disco para a atualização.', 'The disk has no room for the update.', {
      cause: error,
    });
  } finally {
    for (const path of [newProgram, ...['', '-wal', '-shm', '-journal'].map((suffix) => databaseCopy + suffix)])
      if (fileStats(dirname(path))) await removeFile(path).catch(() => {});
  }
}

/** Lets the new program unpack itself and migrate a copy of the database. Throws UpdateError. */
async function rehearse(program: string, dataDir: string, databaseCopy: string): Promise<void> {
  const { code, stderr } = await run(program, ['update', '--rehearse', databaseCopy], {
    timeoutMs: rehearsalTimeoutMs,
    environment: { DATA_DIR: dataDir, [launchedVariable]: '1' },
  });
  if (code === 0) return;
  const reason = reasonIn(stderr);
  throw new UpdateError(
    `A versão nova não consegue usar uma cópia dos dados deste servidor, e por isso nada foi mudado: ${reason}`,
    `The new version cannot use a copy of this server's data, so nothing was changed: ${reason}`,
  );
}
