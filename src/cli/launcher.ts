/**
 * Runs the installed executable, or the newer program in DATA_DIR/programs. After an update the new program first runs on trial:
 * if it does not become healthy in time, the old program and its data are put back. The launcher belongs to the installed
 * executable, which no update changes, so it survives a broken new program and a power cut (features/backups/README, Upgrades).
 */
import { systemClock as clock } from '../platform/clock.ts';
import { describeRelease, release, releaseText } from '../platform/process/assets.ts';
import { reasonIn, type StartedProgram, startProgram } from '../platform/process/programs.ts';
import {
  compareReleases,
  failureReasons,
  type Program,
  readUpdateNote,
  removeUnusedPrograms,
  type UpdateNote,
  writeUpdateNote,
} from '../platform/process/update-note.ts';
import { dataFolder } from '../platform/storage/data-folder.ts';
import { fileStats, joinPath } from '../platform/storage/files.ts';

/** Maximum number of trials that end without a result, for example by a power cut; after that the old program is put back. */
const maxAttempts = 3;
/** Time for a server to stop before it is killed: it stops by itself within 10 s. */
const stopMs = 15_000;

export type Launcher = ReturnType<typeof createLauncher>;

/** `installed`: path of the installed executable. */
export function createLauncher(dataDir: string, installed: string) {
  const fileOf = (program: Program | undefined) =>
    program ? joinPath(dataFolder(dataDir).programs, program.file) : installed;

  /** Returns the stored note, or a new one if somebody has installed an executable that is not older than the note's program. */
  function noteFrom(stored: UpdateNote | undefined): UpdateNote {
    if (!stored) return { installed: releaseText };
    const newest = stored.next ?? stored.program;
    if (stored.installed === releaseText || (newest && compareReleases(release, newest) < 0)) return stored;
    return { installed: releaseText, last: stored.last };
  }

  function save(note: UpdateNote): void {
    writeUpdateNote(dataDir, note);
    removeUnusedPrograms(dataDir, note);
  }

  /** Records the end of the update. `program` (undefined: the installed one) runs from now on. `reason`: why it failed. */
  function finish(note: UpdateNote, program: Program | undefined, reason?: string): void {
    const { next } = note;
    if (!next) return;
    const from = note.program ? describeRelease(note.program) : releaseText;
    const last = { from, to: describeRelease(next), at: clock.now(), ...(reason ? { reason } : {}) };
    console.error(
      reason
        ? `Antessala: the update to ${last.to} was taken back: ${reason}`
        : `Antessala: updated from ${from} to ${last.to}`,
    );
    save({ installed: releaseText, program, last });
  }

  let hasSignalHandlers = false;
  let isStopping = false;
  let running: StartedProgram | undefined;

  /** Runs the old program's command `update` with the option `step`. Returns why it failed; undefined when it succeeded. */
  async function runStep(note: UpdateNote, step: string): Promise<string | undefined> {
    const { code, stderr } = await startProgram(fileOf(note.program), ['update', step]).ended;
    return code === 0 ? undefined : reasonIn(stderr) || `it ended with ${code}`;
  }

  /** Runs the new program's server. Returns its exit code; if it does not become healthy, stops it and returns undefined. */
  async function tryNext(note: UpdateNote, next: NonNullable<UpdateNote['next']>): Promise<number | undefined> {
    const tried = { ...note, next: { ...next, attempts: next.attempts + 1 } };
    save(tried);
    const server = startProgram(fileOf(next), []);
    running = server;
    const watch = startProgram(fileOf(note.program), ['update', '--watch']);
    const ending = await Promise.race([
      server.ended,
      watch.ended.then(({ code }) => (code === 0 ? ('healthy' as const) : ('silent' as const))),
    ]);
    watch.kill('SIGKILL');
    if (ending === 'healthy') {
      finish(tried, { file: next.file, ...releaseOf(next) });
      return (await server.ended).code;
    }
    if (isStopping) {
      save(note);
      return (await server.ended).code;
    }
    const { code, stderr } = await stop(server);
    const reason = reasonIn(stderr) || (ending === 'silent' ? failureReasons.silent : `it ended with ${code}`);
    save({ ...tried, next: { ...tried.next, step: 'back', reason } });
    return undefined;
  }

  return {
    /**
     * Returns the program that runs a command typed in a shell, such as `antessala backup`; undefined: the installed program.
     * Changes nothing, because a server may be running.
     */
    commandProgram(): string | undefined {
      const { program, next } = noteFrom(readUpdateNote(dataDir));
      const chosen = next?.step === 'trial' ? next : program;
      return chosen && fileOf(chosen);
    },

    /** Runs servers and steps of updates as children, then ends this process; returns only if the installed program runs here. */
    async run(): Promise<void> {
      for (;;) {
        const stored = readUpdateNote(dataDir);
        const note = noteFrom(stored);
        if (stored && note !== stored) save(note);
        const { program, next } = note;
        if (!next && !(program && fileStats(fileOf(program)))) return;
        if (!hasSignalHandlers)
          for (const signal of ['SIGTERM', 'SIGINT', 'SIGUSR2'] as const)
            process.on(signal, () => {
              if (signal !== 'SIGUSR2') isStopping = true;
              running?.kill(signal);
            });
        hasSignalHandlers = true;
        let code: number | undefined;
        if (!next) {
          running = startProgram(fileOf(program), []);
          ({ code } = await running.ended);
        } else if (next.step === 'ready') {
          const reason = await runStep(note, '--prepare');
          if (reason !== undefined) finish(note, program, reason);
        } else if (next.step === 'back' || next.attempts >= maxAttempts) {
          const failed = await runStep(note, '--go-back');
          if (failed !== undefined) {
            console.error(`Antessala did not start: the data from before the update cannot be put back: ${failed}`);
            process.exit(1);
          }
          finish(note, program, next.reason ?? failureReasons.interrupted);
        } else {
          code = await tryNext(note, next);
        }
        // If the server ended for an update, the loop runs the update's next step. Otherwise this process ends as the server did.
        if (isStopping || (code !== undefined && readUpdateNote(dataDir)?.next?.step !== 'ready'))
          process.exit(code ?? 0);
      }
    },
  };
}

/** Stops a server. Kills it after 15 s. */
async function stop(server: StartedProgram): StartedProgram['ended'] {
  server.kill('SIGTERM');
  const timer = clock.after(stopMs, () => server.kill('SIGKILL'));
  const result = await server.ended;
  timer.cancel();
  return result;
}

const releaseOf = ({ version, releaseDate, commit }: Program) => ({ version, releaseDate, commit });
