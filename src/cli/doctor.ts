/** The `doctor` command: checks whether database and disk match, and repairs differences. */
import { readConfig } from '../config.ts';
import { createDoctor, type Doctor, repairAll } from '../features/backups/doctor/doctor.ts';
import type { Finding } from '../features/backups/doctor/finding.ts';
import { finishRestore } from '../features/backups/finish-restore.ts';
import { systemClock as clock } from '../platform/clock.ts';
import { migrationsDir } from '../platform/process/assets.ts';
import { CommandError } from '../platform/process/failures.ts';
import { acquireLock } from '../platform/storage/folder-lock.ts';
import { dataFolder } from '../platform/storage/data-folder.ts';
import { fileStats } from '../platform/storage/files.ts';
import { switchToFolderOwner } from './folders.ts';
import { readOptions } from './usage.ts';

/** Runs the command. Returns the exit code: 1 when a difference remains. */
export async function doctor(args: string[]): Promise<number> {
  const { values } = readOptions(args, { deep: { type: 'boolean' }, repair: { type: 'boolean' } });
  const { dataDir, backupDir } = readConfig();
  switchToFolderOwner(dataDir, 'Set DATA_DIR.');
  if (!fileStats(dataDir)) throw new CommandError(`There is no database in ${dataDir}.`);
  const lock = values.repair ? acquireLock(dataFolder(dataDir).lock) : undefined;
  let examiner: Doctor | undefined;
  try {
    if (lock) finishRestore(dataDir);
    const options = { isDeep: values.deep === true, isReadOnly: values.repair !== true };
    examiner = createDoctor({ dataDir, backupDir, migrationsDir, clock, ...options });
    const remainingFindings = values.repair
      ? await repairAll(examiner, (line) => console.log(`Repaired: ${line}`))
      : await checkTwice(examiner);
    for (const { description } of remainingFindings) console.log(description);
    console.log(
      remainingFindings.length === 0
        ? 'Database and disk agree.'
        : `${remainingFindings.length} finding(s).${values.repair ? '' : ' Stop the server and run doctor --repair.'}`,
    );
    return remainingFindings.length === 0 ? 0 : 1;
  } finally {
    examiner?.close();
    lock?.release();
  }
}

/** Examines twice: a running server may be between two steps, so findings that the second examination does not repeat are dropped. */
async function checkTwice(examiner: Doctor): Promise<Finding[]> {
  const first = await examiner.examine();
  if (first.length === 0) return [];
  const second = await examiner.examine();
  return second.filter(({ description }) => first.some((finding) => finding.description === description));
}
