/** The `backup` command: makes a backup, or lists the existing ones. */
import { dirname } from 'node:path';
import { readConfig } from '../config.ts';
import { backupName, isSameDisk, listBackups } from '../features/backups/backup-format.ts';
import { takeBackup } from '../features/backups/take-backup.ts';
import { systemClock as clock } from '../platform/clock.ts';
import { releaseText } from '../platform/process/assets.ts';
import { CommandError } from '../platform/process/failures.ts';
import { fileStats, joinPath } from '../platform/storage/files.ts';
import { switchToDataOwner, switchToFolderOwner } from './folders.ts';
import { absolutePathOf, inMb, readOptions, UsageError } from './usage.ts';

/** Runs the command. Returns the exit code. */
export async function backup(args: string[]): Promise<number> {
  const { values } = readOptions(args, { to: { type: 'string' }, keep: { type: 'string' }, list: { type: 'boolean' } });
  const config = readConfig();
  const to = absolutePathOf(values.to, '--to');
  const backupDir = to ?? config.backupDir;
  if (values.list) {
    // Read the backups as the owner of the data, who may read them.
    switchToFolderOwner(config.dataDir, 'Set DATA_DIR.');
    if (to !== undefined && !fileStats(to)?.isDirectory) throw new CommandError(`There is no folder ${to}.`);
    for (const { name, manifest } of listBackups(backupDir))
      console.log(
        `${name}  ${manifest.createdAt}  version ${manifest.version}  ${manifest.kind === 'full' ? 'everything' : 'database only'}`,
      );
    return 0;
  }
  // BACKUP_KEEP applies only to BACKUP_DIR: in another folder no backup is deleted unless --keep is given.
  const keep = values.keep === undefined ? (to === undefined ? config.backupKeep : undefined) : Number(values.keep);
  if (keep !== undefined && !(Number.isInteger(keep) && keep >= 1))
    throw new UsageError('--keep needs a number from 1.');
  switchToDataOwner(config.dataDir);
  // Do not create the parent folder: it is missing when the backup disk is not mounted, and the backup would go to another disk.
  if (!fileStats(dirname(backupDir))?.isDirectory)
    throw new CommandError(`There is no folder ${dirname(backupDir)}. Is the disk connected?`);
  if (fileStats(backupDir)?.isDirectory === false) throw new CommandError(`${backupDir} is a file, not a folder.`);
  const createdAt = clock.now();
  const taken = await takeBackup({
    dataDir: config.dataDir,
    backupDir,
    name: backupName(createdAt, config.timeZone),
    createdAt,
    version: releaseText,
    keep,
  });
  console.log(
    `${joinPath(backupDir, taken.name)}: ${inMb(taken.sizeBytes)}, ${taken.fileCount} file(s), ${taken.newCount} of them new.`,
  );
  for (const path of taken.missing) console.log(`Missing on the disk: ${path}`);
  if (isSameDisk(config.dataDir, backupDir))
    console.log('It is on the same disk as the data: it helps against mistakes, not against a dead disk.');
  return 0;
}
