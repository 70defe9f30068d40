/** Finds newer releases in DATA_DIR/updates for the studio, and installs one. Never uses the internet. */
import { AppError } from '../../../contract/errors.ts';
import type { Update } from '../../../contract/tasks.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import { describeRelease, release, releaseText } from '../../../platform/process/assets.ts';
import { installedProgram } from '../../../platform/process/programs.ts';
import { compareReleases, failureReasons, readUpdateNote } from '../../../platform/process/update-note.ts';
import { startWorker } from '../../../platform/process/workers.ts';
import { dataFolder } from '../../../platform/storage/data-folder.ts';
import { fileStats, joinPath, listDirectory } from '../../../platform/storage/files.ts';
import { checkReleaseFile, releaseFiles, UpdateError } from './release-file.ts';
import type { UpdateRequest } from './stage-update.ts';
import type { UpdateMessage } from './update-worker.ts';

interface UpdatesDeps extends Omit<UpdateRequest, 'file' | 'backupDir'> {
  backups: { location: { directory(): string } };
  clock: Clock;
  log: Log;
}

/** Result for a file, or for the folder: a newer release, a problem, or neither. `file`: path of the newer release. */
type Inspection = Pick<Update, 'candidate' | 'problem'> & { file?: string };

/** Interval at which the administrators' overview looks for new files. */
const checkEveryMs = 60_000;
const preparationTimeoutMs = 2 * 3_600_000;
const reasonsInPortuguese: Readonly<Record<string, string>> = {
  [failureReasons.silent]: 'ela não ficou pronta a tempo',
  [failureReasons.interrupted]: 'ela foi interrompida a cada início',
};
/** Returns a reason for the studio. A reason that a program printed is not translated. */
const inPortuguese = (reason: string | undefined) => (reason ? (reasonsInPortuguese[reason] ?? reason) : null);
const noUpdate: Inspection = { candidate: null, problem: null };

export type Updates = ReturnType<typeof createUpdates>;

export function createUpdates(deps: UpdatesDeps) {
  const { dataDir, clock, log } = deps;
  const directory = dataFolder(dataDir).updates;
  const isReplaceable = installedProgram() !== undefined;
  let found = noUpdate;
  let inspectedContent = '';
  let checkedAt = Number.NEGATIVE_INFINITY;
  let runningCheck: Promise<Inspection> | undefined;
  let isPreparing = false;
  let failure: string | null = null;

  /** Inspects the files if the folder has changed since the last check: hashing a file takes half a second. */
  async function checkFolder(): Promise<Inspection> {
    checkedAt = clock.monotonic();
    const names = listDirectory(directory).sort();
    const stats = names.map((name) => [name, fileStats(joinPath(directory, name))] as const);
    const content = JSON.stringify(stats.map(([name, file]) => [name, file?.sizeBytes, file?.touchedAt]));
    if (content === inspectedContent) return found;
    const skippedNames: readonly string[] = Object.values(releaseFiles);
    const inspected: Inspection[] = [];
    for (const [name, file] of stats)
      if (file?.isDirectory === false && !skippedNames.includes(name))
        inspected.push(await inspect(joinPath(directory, name)));
    found = inspected.find(({ candidate }) => candidate) ?? inspected.find(({ problem }) => problem) ?? noUpdate;
    inspectedContent = content;
    return found;
  }

  async function inspect(file: string): Promise<Inspection> {
    try {
      const { sha256, isSigned, listed } = await checkReleaseFile(file);
      if (compareReleases(listed, release) <= 0) return noUpdate;
      return { candidate: { version: describeRelease(listed), sha256, isSigned }, problem: null, file };
    } catch (error) {
      if (error instanceof UpdateError) return { candidate: null, problem: error.message };
      log.warn('a file in the folder of updates cannot be inspected', { file, error });
      return noUpdate;
    }
  }

  const checkFolderOnce = (): Promise<Inspection> =>
    (runningCheck ??= checkFolder().finally(() => (runningCheck = undefined)));

  return {
    async state(): Promise<Update> {
      const { candidate, problem } = isReplaceable ? await checkFolderOnce() : noUpdate;
      const { next, last } = readUpdateNote(dataDir) ?? {};
      return {
        ...{ version: releaseText, folder: isReplaceable ? directory : null, candidate, problem, failure },
        step: isPreparing ? 'checking' : next ? 'starting' : 'none',
        last: last ? { ...last, at: new Date(last.at).toISOString(), reason: inPortuguese(last.reason) } : null,
      };
    },

    /** Returns the version of a newer release that the last check found. Starts a check if the last one is over a minute old. */
    newerVersion(): string | null {
      if (isReplaceable && clock.monotonic() - checkedAt > checkEveryMs)
        checkFolderOnce().catch((error: unknown) => log.warn('the folder of updates cannot be read', { error }));
      return found.candidate?.version ?? null;
    },

    /** Returns the release with this hash, if an update may begin. Throws `conflict`, `not_found`. */
    async findOrThrow(sha256: string): Promise<{ file: string; version: string; sha256: string }> {
      if (!isReplaceable)
        throw new AppError('conflict', 'Aqui o programa é trocado de outro modo: veja o manual de instalação.');
      if (isPreparing || readUpdateNote(dataDir)?.next)
        throw new AppError('conflict', 'Outra atualização está em andamento.');
      const { candidate, file } = await checkFolderOnce();
      if (candidate?.sha256 !== sha256 || file === undefined)
        throw new AppError('not_found', 'Este arquivo não está mais na pasta. Veja o que há nela agora.');
      return { file, version: candidate.version, sha256 };
    },

    /** Prepares the update in a separate process; afterwards the server restarts. */
    begin({ file, sha256 }: { file: string; sha256: string }): void {
      isPreparing = true;
      failure = null;
      void prepare({ ...deps, file, sha256, backupDir: deps.backups.location.directory() }).then((reason) => {
        failure = reason;
        isPreparing = false;
      });
    },
  };

  /** Returns the reason of a failure, or null. Never rejects. */
  async function prepare({ file, sha256, backupDir, backupKeep, timeZone }: UpdateRequest): Promise<string | null> {
    let message: UpdateMessage | undefined;
    const worker = startWorker<UpdateRequest, UpdateMessage>('update-worker', {
      timeoutMs: preparationTimeoutMs,
      onMessage(received) {
        message = received;
        worker.kill();
      },
    });
    worker.send({ file, sha256, dataDir, backupDir, backupKeep, timeZone });
    const { stderr } = await worker.exited;
    if (message?.failure === undefined && message) return null;
    log.warn('the update could not be prepared', { reason: message?.failure ?? stderr });
    return message?.isExpected
      ? (message.failure ?? null)
      : 'A atualização não pôde ser preparada: veja o log do servidor.';
  }
}
