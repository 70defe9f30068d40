/** The `restore` command: replaces the data folder's content with a backup. */
import { readConfig } from '../config.ts';
import { restoreBackup } from '../features/backups/restore.ts';
import { systemClock as clock } from '../platform/clock.ts';
import { migrationsDir } from '../platform/process/assets.ts';
import { useFolder } from './folders.ts';
import { folderOf, inMb, readOptions, UsageError } from './usage.ts';

/** Runs the command. Returns the exit code. */
export async function restore(args: string[]): Promise<number> {
  const { values } = readOptions(args, {
    from: { type: 'string' },
    to: { type: 'string' },
    'without-damaged': { type: 'boolean' },
  });
  const from = folderOf(values.from, '--from');
  if (from === undefined) throw new UsageError('restore needs --from BACKUP.');
  const { dataDir, timeZone } = readConfig();
  const target = useFolder(folderOf(values.to, '--to') ?? dataDir, 'Name a folder.');
  const restored = await restoreBackup({
    from,
    dataDir: target,
    migrationsDir,
    timeZone,
    clock,
    withoutDamaged: values['without-damaged'] === true,
    report: (line) => console.log(line),
  });
  console.log(
    `${target} is now as it was at ${restored.createdAt} (version ${restored.version}): ${restored.fileCount} file(s), ${inMb(restored.sizeBytes)}.`,
  );
  for (const path of restored.missing) console.log(`Not in the backup: ${path}`);
  if (restored.aside)
    console.log(`What was there before is in ${restored.aside}; the server deletes it after seven days.`);
  console.log('Start the server.');
  return 0;
}
