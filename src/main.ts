/** Starts the server, handles signals, and stops it. */
import { announcement } from './features/settings/announcement.ts';
import { type App, createApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { systemClock } from './platform/clock.ts';
import { CommandError } from './platform/process/failures.ts';
import {
  DatabaseCorruptError,
  isDatabaseForbidden,
  isDatabaseFull,
  isInputOutputError,
} from './platform/storage/database.ts';
import { isDiskFull } from './platform/storage/file-errors.ts';
import { DirectoryInUseError } from './platform/storage/folder-lock.ts';
import { CannotListenError, UnsupportedRuntimeError } from './platform/http/server.ts';
import type { LogLevel } from './platform/log.ts';
import { MigrationError } from './platform/storage/migrate.ts';
import { continueAs, installedProgram, isRestartedByParent } from './platform/process/programs.ts';
import { isSingleExecutable, removeOtherRuntimes } from './platform/process/runtime.ts';
import { readUpdateNote } from './platform/process/update-note.ts';
import { TlsFilesError } from './platform/tls/pem-files.ts';
import type { Restart } from './features/backups/restoring.ts';
import { restoreCommand } from './features/backups/restore-command.ts';

/** Time after which the process ends even with open connections (src/README 2.3). */
const stopLimitMs = 10_000;
/** Interval of the checks for a prepared update. */
const updateCheckMs = 2_000;
/** Passed to `stop`, in place of the name of a signal, when an update is ready. */
const updateSignal = 'update';

async function main(): Promise<void> {
  // Database, uploads and backups contain secrets: only this user may read them.
  process.umask(0o077);
  // If the reader of the output has ended (a closed terminal, a dead log collector), logging the error would cause another one.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  let app: App;
  let isStopping = false;
  /** Resolves when the server runs again with a backup's data, and never rejects; undefined while no restart is in progress. */
  let restarting: Promise<void> | undefined;
  const limitStop = () => systemClock.after(stopLimitMs, () => process.exit(1));
  let configuredLevel: LogLevel;
  let config: Config | undefined;
  const restart: Restart = (swap, restored) => {
    if (isStopping || !config) return;
    const sameConfig = config;
    const limit = limitStop();
    restarting = app
      .close()
      .then(() => {
        limit.cancel();
        swap();
        return createApp(sameConfig, { restart, restored });
      })
      .then(
        (started) => {
          app = started;
          restarting = undefined;
        },
        (error: unknown) => {
          console.error(explain(error, config));
          process.exit(1);
        },
      );
  };
  try {
    config = readConfig();
    process.env.TZ = config.timeZone;
    configuredLevel = config.logLevel;
    app = await createApp(config, { restart });
    console.log(
      announcement(
        { ...app, url: app.localUrl, installation: app.installation() },
        { columns: process.stdout.columns ?? 80, hasColors: process.stdout.hasColors?.() ?? false },
      ),
    );
  } catch (error) {
    console.error(explain(error, config));
    process.exit(1);
  }
  // This server has locked the data folder, so no other version is running that needs its unpacked files.
  if (isSingleExecutable())
    removeOtherRuntimes().catch((error: unknown) => app.parts.log.warn('old versions stay unpacked', { error }));

  const installed = installedProgram();
  const stop = (signal: string) => {
    if (isStopping || (restarting && signal === updateSignal)) return;
    isStopping = true;
    app.parts.log.info('stopping', { signal });
    const limit = limitStop();
    const close = () => app.close();
    // Let a restart finish: it stores pending writes and replaces the data folder's content, and an interruption would lose both.
    (restarting ? restarting.then(close) : close()).then(
      () => {
        if (signal !== updateSignal || installed === undefined || isRestartedByParent()) process.exit(0);
        limit.cancel();
        void continueAs(installed);
      },
      (error: unknown) => {
        app.parts.log.error('stop failed', { error });
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));
  if (installed !== undefined) {
    // The channel closes when the launcher that started this server ends.
    if (process.channel) process.on('disconnect', () => stop('disconnect'));
    systemClock.every(updateCheckMs, () => {
      if (readUpdateNote(config.dataDir)?.next?.step === 'ready') stop(updateSignal);
    });
  }
  // Switches between `debug` and the configured log level without a restart.
  process.on('SIGUSR2', () => {
    const { log } = app.parts;
    log.level = log.level === 'debug' ? (configuredLevel === 'debug' ? 'info' : configuredLevel) : 'debug';
    log.warn('log level changed', { level: log.level });
  });
  // One request's error must not stop the server for all screens: log it and continue.
  process.on('unhandledRejection', (error) => app.parts.log.error('unhandled rejection', { error }));
  process.on('uncaughtException', (error) => app.parts.log.error('uncaught exception', { error }));
}

/** Error codes for a directory that is a file, another user's, not writable, a cycle of links, or has too long a name. */
const unusableDirectoryCodes = ['EEXIST', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'ELOOP', 'ENAMETOOLONG'];

/** True when the data folder cannot be created or used. In /proc, mkdir fails with ENOENT. */
function isDirectoryUnusable({ code = '', syscall }: NodeJS.ErrnoException): boolean {
  return unusableDirectoryCodes.includes(code) || (code === 'ENOENT' && syscall === 'mkdir');
}

/** Returns one line for an error that people can fix, and the whole stack for others. */
function explain(error: unknown, config: Config | undefined): string {
  if (error instanceof ConfigError || error instanceof TlsFilesError)
    return `Antessala did not start: wrong configuration.\n${error.message}`;
  if (
    error instanceof MigrationError ||
    error instanceof UnsupportedRuntimeError ||
    error instanceof DirectoryInUseError ||
    error instanceof CannotListenError ||
    error instanceof CommandError
  ) {
    return `Antessala did not start: ${error.message}`;
  }
  if (error instanceof DatabaseCorruptError) {
    return `Antessala did not start: the database is damaged (${error.message}).\n${config ? restoreCommand(config) : ''}`;
  }
  if (config && error instanceof Error && (isDatabaseForbidden(error) || isDirectoryUnusable(error))) {
    return `Antessala did not start: it cannot write its data (${error.message}). DATA_DIR (${config.dataDir}) and BACKUP_DIR (${config.backupDir}) must be directories that belong to the user who runs it.`;
  }
  if (config && (isDiskFull(error) || isDatabaseFull(error) || isInputOutputError(error)))
    return `Antessala did not start: the disk under DATA_DIR (${config.dataDir}) is full or failing (${(error as Error).message}). Free some space there, look at the disk, and start again.`;
  return `Antessala did not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

void main();
