/** Runs the server or a command, either of the installed program or of the newer program of an update (launcher.ts). */
import { resolve } from 'node:path';
import { switchToOwnerOf, NotOwnerError } from '../platform/process/folder-owner.ts';
import { lockForLauncher } from '../platform/process/launcher-lock.ts';
import { launchedVariable, startProgram } from '../platform/process/programs.ts';
import { createLauncher } from './launcher.ts';

/** Environment variable that tells a process that its parent holds the lock of the data folder. */
const lockedVariable = 'ANTESSALA_LOCKED';

/**
 * Runs the server, or the command in `process.argv`. `installed`: path of the installed program; `runOwn` runs its server or
 * `command` in this process.
 */
export function launch(installed: string, runOwn: (dataDir: string, command: string | undefined) => void): void {
  const [command] = process.argv.slice(2);
  // Only this user may read unpacked files, as in the server.
  process.umask(0o077);
  const dataDir = resolve(process.env.DATA_DIR || './data');
  if (process.env[launchedVariable] !== undefined) return runOwn(dataDir, command);
  const launcher = createLauncher(dataDir, installed);
  if (command === undefined)
    return void lock(dataDir)
      .then(() => launcher.run())
      .then(() => runOwn(dataDir, command));
  // The newer program is a file that the owner of the data can replace: root must not run it.
  switchToOwner(dataDir);
  const program = launcher.commandProgram();
  if (program === undefined) return runOwn(dataDir, command);
  void startProgram(program, process.argv.slice(2)).ended.then(({ code }) => process.exit(code));
}

/** Locks the data folder for as long as this process runs. Ends the process if that is impossible. */
async function lock(dataDir: string): Promise<void> {
  // The parent process already holds the lock: a server that has stopped for an update and waits for this process (`continueAs`).
  if (process.env[lockedVariable] !== undefined) return;
  if (!(await lockForLauncher(dataDir))) {
    console.error(`Antessala did not start: another Antessala is running on this data directory (${dataDir})`);
    process.exit(1);
  }
  process.env[lockedVariable] = '1';
}

/** Switches from root to the owner of the data, because the server could not read root's files. Ends the process if it fails. */
function switchToOwner(dataDir: string): void {
  try {
    switchToOwnerOf(dataDir);
  } catch (error) {
    if (!(error instanceof NotOwnerError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
