/** Brings back one account from a backup, beside the running server (features/backups/README, One account). */
import { dirname } from 'node:path';
import { AppError } from '../../../contract/errors.ts';
import type { Author } from '../../../contract/endpoint.ts';
import type { Clock } from '../../../platform/clock.ts';
import { migrationsDir } from '../../../platform/process/assets.ts';
import { CommandError } from '../../../platform/process/failures.ts';
import { dataFolder, storageKey } from '../../../platform/storage/data-folder.ts';
import { Database } from '../../../platform/storage/database.ts';
import { fileFacts, joinPath, sha256OfFile } from '../../../platform/storage/files.ts';
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
import { createAccountRows, type FoundAccount, type LostFile, type Missing } from './rows-store.ts';

interface BringBackOptions {
  /** As for a restore. */
  from: string;
  dataDir: string;
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
  /** As it is today. */
  email: string;
  wasDeleted: boolean;
  /** Numbers of what came back, by table. */
  added: Readonly<Record<string, number>>;
  /** Names of what could not come back: contents without files, and screens whose code is used again. */
  left: string[];
}

/**
 * Adds again what the account has in the backup and not today, piece by piece; what exists stays as it is. Can be repeated. Throws
 * CommandError when the backup lacks the account or is damaged, or a quota would be exceeded: nothing was changed then.
 */
export async function bringBack(options: BringBackOptions): Promise<BroughtBack> {
  const { dataDir, database, audit, by, clock } = options;
  if (missingMigrations(database, migrationsDir).length > 0)
    throw new CommandError(
      'The database is older than this program: start the server once, then run this command again.',
    );
  const { from, manifest } = findBackup(options.from);
  const work = joinPath(dataFolder(dataDir).temporary, `account-${clock.now()}`);
  makeDirectory(work);
  const copy = dataFolder(work).database;
  try {
    const { sha256 } = await copyDurably(dataFolder(from).database, copy);
    if (sha256 !== manifest.database.sha256)
      throw new CommandError("The backup's database is damaged. Take an older backup.");
    const backup = new Database(copy, { isCopy: true });
    try {
      migrate(backup, migrationsDir, clock);
      const rows = createAccountRows(backup, database, clock);
      const before = rows.find(backup, options.email);
      if (!before)
        throw new CommandError(`The backup has no account ${options.email}. Name the e-mail that it had then.`);
      const now = rows.findToday(before);
      if (!now && before.role !== 'user')
        throw new CommandError(
          `${before.email} managed the platform; its account is not made again. admin set --email makes an administrator.`,
        );
      const holder = rows.find(database, before.email);
      if (now && holder && holder.id !== now.id)
        throw new CommandError(
          `The account that had the e-mail ${before.email} has ${now.email} today, and another account has ${before.email}. Change the e-mail of that one first.`,
        );
      if (now) rows.isNow(before.id, now.id);
      const missing = rows.missing(before.id);
      if (now) assertQuotas(rows.quotas(now.id), missing);
      const id =
        now?.id ??
        database.tx(() => {
          assertFree(options.accounts, before);
          return rows.addAccount(before);
        });
      const added: Record<string, number> = {};
      const left: string[] = [];
      for (const each of missing) {
        const isPlaced = await placeFiles(each.files, from, dataDir);
        if (isPlaced && database.tx(() => rows.add(each))) added[each.table] = (added[each.table] ?? 0) + 1;
        else left.push(String(each.row.name ?? each.row.title ?? each.row.id));
        // The server may have deleted the file with its last other use meanwhile.
        if (isPlaced) await placeFiles(each.files, from, dataDir);
      }
      database.tx(() => {
        rows.recount(id);
        const target = { kind: 'account', id, name: (now ?? before).username, accountId: id } as const;
        const count = Object.values(added).reduce((sum, each) => sum + each, 0);
        audit.record(by, 'account.brought_back', target, { count, other: manifest.createdAt });
      });
      return { id, email: (now ?? before).email, wasDeleted: !now, added, left };
    } finally {
      backup.close();
    }
  } finally {
    await removeTree(work);
  }
}

/** Throws CommandError if the account cannot be added because its e-mail or username belongs to somebody else today. */
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

/** Throws CommandError if the account would have more than its quotas allow. */
function assertQuotas(
  quotas: ReturnType<ReturnType<typeof createAccountRows>['quotas']>,
  missing: readonly Missing[],
): void {
  if (!quotas) return;
  const count = (table: string) => missing.filter((each) => each.table === table).length;
  const bytes = missing.reduce((sum, { table, row }) => sum + (table === 'videos' ? Number(row.size_bytes) : 0), 0);
  const exceeded = [
    ['screens', quotas.players, count('players'), quotas.maxPlayers],
    ['playlists', quotas.playlists, count('playlists'), quotas.maxPlaylists],
    ['contents', quotas.videos, count('videos'), quotas.maxVideos],
    ['bytes', quotas.bytes, bytes, quotas.maxBytes],
  ] as const;
  const texts = exceeded.flatMap(([what, has, more, max]) =>
    more > 0 && max !== null && (has ?? 0) + more > max ? [`${(has ?? 0) + more} ${what} (limit ${max})`] : [],
  );
  if (texts.length > 0)
    throw new CommandError(`The account would have ${texts.join(', ')}. Raise its limits in the studio first.`);
}

/** Puts the files that are missing in `media/` there, from the backup. Returns false when one is missing or damaged in both. */
async function placeFiles(files: readonly LostFile[], from: string, dataDir: string): Promise<boolean> {
  for (const file of files) {
    const key = storageKey(file);
    const target = joinPath(dataDir, key);
    if (fileFacts(target)?.sizeBytes === file.size_bytes) continue;
    const source = joinPath(from, key);
    if (!fileFacts(source)) return false;
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
