/** The `update` command: prepares a newer executable and waits until it runs; with an option, one step for the launcher. */
import { readConfig } from '../config.ts';
import { goBack, copyBeforeTrial, rehearseMigration } from '../features/backups/update/update-steps.ts';
import { stageUpdate } from '../features/backups/update/stage-update.ts';
import { sleep, systemClock as clock } from '../platform/clock.ts';
import { describeRelease } from '../platform/process/assets.ts';
import { CommandError } from '../platform/process/failures.ts';
import { installedProgram } from '../platform/process/programs.ts';
import { readUpdateNote } from '../platform/process/update-note.ts';
import { dataFolder } from '../platform/storage/data-folder.ts';
import { acquireLock, DirectoryInUseError } from '../platform/storage/folder-lock.ts';
import { switchToDataOwner } from './folders.ts';
import { assertReady } from './readiness.ts';
import { absolutePathOf, readOptions, UsageError } from './usage.ts';

/** Time during which a new program must stay healthy. */
const steadyMs = 10_000;
const checkEveryMs = 500;
/** Time within which a server notices a prepared update and stops. */
const stopForUpdateMs = 30_000;

/** Runs the command. Returns the exit code. */
export async function update(args: string[]): Promise<number> {
  const { values, positionals } = readOptions(
    args,
    {
      prepare: { type: 'boolean' },
      watch: { type: 'boolean' },
      'go-back': { type: 'boolean' },
      rehearse: { type: 'string' },
    },
    true,
  );
  const { dataDir, timeZone, backupDir, backupKeep } = readConfig();
  const rehearsalFolder = absolutePathOf(values.rehearse, '--rehearse');
  if (rehearsalFolder !== undefined) rehearseMigration(rehearsalFolder, clock);
  else if (values.prepare) await copyBeforeTrial(dataDir);
  else if (values['go-back']) await goBack(dataDir, timeZone, clock);
  else if (values.watch) return (await becomesHealthy(dataDir)) ? 0 : 1;
  else {
    const file = absolutePathOf(positionals[0], 'update');
    if (file === undefined) throw new UsageError('update needs a FILE.');
    assertReplaceable();
    switchToDataOwner(dataDir);
    console.log(`Checking ${file}, making a backup, trying the new version with a copy of the data...`);
    const next = await stageUpdate({ file, dataDir, timeZone, backupDir, backupKeep }, clock);
    return await printProgress(dataDir, describeRelease(next));
  }
  return 0;
}

/** Throws CommandError when the program runs from source: it is updated with git. */
function assertReplaceable(): void {
  if (installedProgram() !== undefined) return;
  throw new CommandError(
    `Only the single executable and the Docker image replace themselves. From source:
  git pull && npm ci && npm run build      and start the server again
Make a backup before (the backup command).`,
  );
}

/** Prints the progress of the update until it has ended. Returns the exit code. */
async function printProgress(dataDir: string, release: string): Promise<number> {
  try {
    acquireLock(dataFolder(dataDir).lock).release();
    console.log(`${release} is prepared. No server runs: its next start uses it.`);
    return 0;
  } catch (error) {
    if (!(error instanceof DirectoryInUseError)) throw error;
  }
  const startedAt = clock.monotonic();
  let step: string | undefined;
  for (;;) {
    const note = readUpdateNote(dataDir);
    if (!note?.next) {
      const reason = note?.last?.reason;
      console.log(reason === undefined ? `${release} runs.` : `Taken back, program and data: ${reason}`);
      return reason === undefined ? 0 : 1;
    }
    if (note.next.step !== step) {
      ({ step } = note.next);
      console.log(
        { ready: 'The server restarts...', trial: `${release} starts...`, back: 'It failed, going back...' }[step],
      );
    }
    if (step === 'ready' && clock.monotonic() - startedAt > stopForUpdateMs)
      throw new CommandError(`${release} is prepared, but the server does not stop by itself. Restart it.`);
    await sleep(checkEveryMs);
  }
}

/** Resolves to true once the server has been ready for ten seconds in a row; false if the update's time limit ends before. */
async function becomesHealthy(dataDir: string): Promise<boolean> {
  const endsAt = clock.monotonic() + (readUpdateNote(dataDir)?.next?.limitMs ?? 60_000) + steadyMs;
  let readySince: number | undefined;
  while (clock.monotonic() < endsAt) {
    const isHealthy = await assertReady().then(
      () => true,
      () => false,
    );
    readySince = isHealthy ? (readySince ?? clock.monotonic()) : undefined;
    if (readySince !== undefined && clock.monotonic() - readySince >= steadyMs) return true;
    await sleep(checkEveryMs);
  }
  return false;
}
