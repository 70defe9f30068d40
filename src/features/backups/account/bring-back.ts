/** Brings back one account from a backup while the server runs (features/backups/README, One account). */
import { dirname } from 'node:path';
import { AppError } from '../../../contract/errors.ts';
import type { Author } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../../platform/clock.ts';
import { migrationsDir } from '../../../platform/process/assets.ts';
import { CommandError } from '../../../platform/process/failures.ts';
import { dataFolder, entries, storageKey } from '../../../platform/storage/data-folder.ts';
import { Database } from '../../../platform/storage/database.ts';
import { fileStats, joinPath, sha256OfFile } from '../../../platform/storage/files.ts';
import { acquireLock } from '../../../platform/storage/folder-lock.ts';
import { migrate, missingMigrations } from '../../../platform/storage/migrate.ts';
import {
  copyDurably,
  makeDirectory,
  moveDurably,
  removeFile,
  removeTree,
  tryLink,
} from '../../../platform/storage/writing.ts';
import type { AccountStore } from '../../accounts/store.ts';
import type { Audit } from '../../audit/audit.ts';
import { findBackup } from '../restore.ts';
import { createAccountRows, type FoundAccount, type MediaFile, type MissingRow } from './rows-store.ts';

interface BringBackOptions {
  /** A backup's folder, or a folder with a single backup. */
  from: string;
  dataDir: string;
  /** E-mail of the account in the backup. */
  email: string;
  /** Today's database. */
  database: Database;
  accounts: Pick<AccountStore, 'assertFree'>;
  audit: Pick<Audit, 'record'>;
  by: Author;
  clock: Clock;
}

export interface BroughtBack {
  id: number;
  /** The account's e-mail today. */
  email: string;
  wasDeleted: boolean;
  /** Number of added rows by table. */
  added: Readonly<Record<string, number>>;
  /** Names of the things that could not be added: for example contents without files, and screens whose code is used again. */
  notBroughtBack: string[];
}

/**
 * Adds to the account what it has in the backup and lacks today, each thing in its own transaction. Changes no existing thing.
 * Can be repeated. Throws CommandError before any change if the backup lacks the account or is damaged, or a quota is too small.
 */
export async function bringBack(options: BringBackOptions): Promise<BroughtBack> {
  // Two commands that run at the same time would add everything twice.
  const lock = acquireLock(joinPath(options.dataDir, entries.accountLock), (cause) => {
    return new CommandError('Another command is bringing back an account. Wait until it has ended.', { cause });
  });
  try {
    return await bringBackLocked(options);
  } finally {
    lock.release();
  }
}

async function bringBackLocked(options: BringBackOptions): Promise<BroughtBack> {
  const { dataDir, database, audit, by, clock } = options;
  if (missingMigrations(database, migrationsDir).length > 0)
    throw new CommandError(
      'The database is older than this program: start the server once, then run this command again.',
    );
  const { from, manifest } = findBackup(options.from);
  const workFolder = joinPath(dataFolder(dataDir).temporary, `account-${clock.now()}`);
  makeDirectory(workFolder);
  const copy = dataFolder(workFolder).database;
  try {
    const { sha256 } = await copyDurably(dataFolder(from).database, copy);
    if (sha256 !== manifest.database.sha256)
      throw new CommandError("The backup's database is damaged. Take an older backup.");
    const backup = new Database(copy, { isCopy: true });
    try {
      migrate(backup, migrationsDir, clock);
      const rows = createAccountRows(backup, database, clock);
      const backedUp = rows.find(backup, options.email);
      if (!backedUp)
        throw new CommandError(`The backup has no account ${options.email}. Name the e-mail that it had then.`);
      const accountToday = rows.findToday(backedUp);
      if (!accountToday && backedUp.role !== 'user')
        throw new CommandError(
          `${backedUp.email} managed the platform; its account is not made again. admin set --email makes an administrator.`,
        );
      const emailOwner = rows.find(database, backedUp.email);
      if (accountToday && emailOwner && emailOwner.id !== accountToday.id)
        throw new CommandError(
          `The account that had the e-mail ${backedUp.email} has ${accountToday.email} today, and another account has ${backedUp.email}. Change the e-mail of that one first.`,
        );
      if (accountToday) rows.recordIdToday(backedUp.id, accountToday.id);
      const missing = rows.missing(backedUp.id);
      if (accountToday) assertQuotas(rows.quotas(accountToday.id), missing);
      const { username, email } = accountToday ?? backedUp;
      const targetOf = (id: number) => ({ kind: 'account', id, name: username, accountId: id }) as const;
      const id =
        accountToday?.id ??
        database.tx(() => {
          assertFree(options.accounts, backedUp);
          const id = rows.addAccount(backedUp);
          audit.record(by, 'account.created', targetOf(id));
          return id;
        });
      const added: Record<string, number> = {};
      const notBroughtBack: string[] = [];
      try {
        for (const each of missing) {
          const hasFiles = await restoreFiles(each.files, from, dataDir);
          // Check the quotas again: people may have added something meanwhile.
          const isAdded =
            hasFiles &&
            database.tx(
              () =>
                !(accountToday && exceededLimits(rows.quotas(accountToday.id), [each]).length > 0) && rows.add(each),
            );
          if (isAdded) added[each.table] = (added[each.table] ?? 0) + 1;
          else notBroughtBack.push(String(each.row.name ?? each.row.title ?? each.row.id));
          // Restore the files again: the server may have deleted one before `add`, while nothing used it.
          if (hasFiles) await restoreFiles(each.files, from, dataDir);
        }
      } finally {
        database.tx(() => {
          rows.recountUsedBytes(id);
          const count = Object.values(added).reduce((sum, each) => sum + each, 0);
          audit.record(by, 'account.brought_back', targetOf(id), { count, other: manifest.createdAt });
        });
      }
      return { id, email, wasDeleted: !accountToday, added, notBroughtBack };
    } finally {
      backup.close();
    }
  } finally {
    await removeTree(workFolder);
  }
}

/** Throws CommandError if the e-mail or username of the deleted account belongs to somebody else today. */
function assertFree(accounts: BringBackOptions['accounts'], { email, username }: FoundAccount): void {
  try {
    accounts.assertFree(email, username);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const taken = error.fields?.email ? `e-mail ${email}` : `username ${username}`;
    throw new CommandError(
      `Another account or member of a team has the ${taken} today. Change that first: the deleted account comes back beside it.`,
    );
  }
}

type Quotas = ReturnType<ReturnType<typeof createAccountRows>['quotas']>;

/** Throws CommandError if the account would have more than its quotas and the platform's limits allow. */
function assertQuotas(quotas: Quotas, missing: readonly MissingRow[]): void {
  const texts = exceededLimits(quotas, missing);
  if (texts.length > 0)
    throw new CommandError(
      `The account would have ${texts.join(', ')}. Raise its limits in the studio, or delete some there, first.`,
    );
}

/** Returns a text for each limit that the account would exceed if the missing things were added. */
function exceededLimits(quotas: Quotas, missing: readonly MissingRow[]): string[] {
  const sum = (table: string, of: (row: MissingRow['row']) => number = () => 1) =>
    missing.reduce((total, each) => total + (each.table === table ? of(each.row) : 0), 0);
  const additions = [
    ['screens', 'players', sum('players'), quotas?.maxPlayers],
    ['playlists', 'playlists', sum('playlists'), quotas?.maxPlaylists],
    ['contents', 'videos', sum('videos'), quotas?.maxVideos],
    ['bytes', 'bytes', sum('videos', (row) => Number(row.size_bytes)), quotas?.maxBytes],
    ['groups', 'groups', sum('screen_groups'), limits.screenGroup.perAccount],
    // Each date counts as a rule.
    ['rules', 'rules', sum('schedule_rules', (row) => String(row.dates).split(' ').length), limits.schedule.perAccount],
    ['soundtracks', 'soundtracks', sum('soundtracks'), limits.soundtrack.perAccount],
    ['rooms', 'rooms', sum('call_rooms'), limits.calls.rooms],
    ['services', 'services', sum('call_services'), limits.calls.services],
  ] as const;
  return additions.flatMap(([what, counted, more, max]) => {
    const total = (quotas?.[counted] ?? 0) + more;
    return more > 0 && typeof max === 'number' && total > max ? [`${total} ${what} (limit ${max})`] : [];
  });
}

/** Takes files that are missing in `media/` from the backup. Returns false if a file is missing or damaged in the backup, too. */
async function restoreFiles(files: readonly MediaFile[], from: string, dataDir: string): Promise<boolean> {
  for (const file of files) {
    const key = storageKey(file);
    const target = joinPath(dataDir, key);
    if (fileStats(target)?.sizeBytes === file.size_bytes) continue;
    const source = joinPath(from, key);
    if (!fileStats(source)) return false;
    const part = `${target}.part`;
    await removeFile(part);
    makeDirectory(dirname(target));
    if (!tryLink(source, part)) await copyDurably(source, part);
    if ((await sha256OfFile(part)) !== file.sha256) {
      await removeFile(part);
      return false;
    }
    moveDurably(part, target);
  }
  return true;
}
