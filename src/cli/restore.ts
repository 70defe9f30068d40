/** The `restore` command: replaces the data folder's content with a backup. */
import { readConfig } from '../config.ts';
import { createAccountStore } from '../features/accounts/store.ts';
import { createAudit, shellAuthor } from '../features/audit/audit.ts';
import { bringBack } from '../features/backups/account/bring-back.ts';
import { restoreBackup } from '../features/backups/restore.ts';
import { systemClock as clock } from '../platform/clock.ts';
import { migrationsDir } from '../platform/process/assets.ts';
import { dataFolder } from '../platform/storage/data-folder.ts';
import { Database } from '../platform/storage/database.ts';
import { switchToDataOwner, switchToFolderOwner } from './folders.ts';
import { absolutePathOf, inMb, readOptions, UsageError } from './usage.ts';

/** Runs the command. Returns the exit code. */
export async function restore(args: string[]): Promise<number> {
  const { values } = readOptions(args, {
    from: { type: 'string' },
    to: { type: 'string' },
    'without-damaged': { type: 'boolean' },
    account: { type: 'string' },
  });
  const from = absolutePathOf(values.from, '--from');
  if (from === undefined) throw new UsageError('restore needs --from BACKUP.');
  const { dataDir, timeZone } = readConfig();
  const target = switchToFolderOwner(absolutePathOf(values.to, '--to') ?? dataDir, 'Name a folder.');
  if (values.account !== undefined) return bringBackAccount(from, target, String(values.account).trim());
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

/** What the printed counts call the rows of each table. */
const nouns: Readonly<Record<string, string>> = {
  videos: 'contents',
  players: 'screens',
  screen_groups: 'groups of screens',
  call_rooms: 'rooms',
  call_services: 'services',
  breaking_news: 'messages',
  schedule_rules: 'rules of the programme',
  admin_notices: 'notices',
};

async function bringBackAccount(from: string, dataDir: string, emailInBackup: string): Promise<number> {
  const database = new Database(dataFolder(switchToDataOwner(dataDir)).database);
  try {
    const [accounts, audit] = [createAccountStore(database, clock), createAudit(database, clock)];
    const { email, wasDeleted, added, notBroughtBack } = await bringBack({
      ...{ from, dataDir, email: emailInBackup, database, accounts, audit, by: shellAuthor, clock },
    });
    const counts = Object.entries(added).map(([table, count]) => `${count} ${nouns[table] ?? table}`);
    console.log(`${email}: ${wasDeleted ? 'the account and ' : ''}${counts.join(', ') || 'nothing was missing'}.`);
    for (const name of notBroughtBack) console.log(`Not brought back: ${name}`);
    if (counts.length > 0) console.log('Screens show it within seconds, open studios after a reload.');
    return 0;
  } finally {
    database.close();
  }
}
