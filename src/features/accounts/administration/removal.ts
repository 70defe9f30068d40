/** Deletes accounts: hides them at once, then deletes their rows in batches, because deleting 100,000 calls takes seconds. */
import type { Log } from '../../../platform/log.ts';
import type { Database } from '../../../platform/storage/database.ts';
import { inBatches } from '../../../platform/storage/purge.ts';
import type { MediaStore } from '../../media/library/store.ts';
import type { PlayerStore } from '../../players/store.ts';
import type { AccountStore } from '../store.ts';
import type { RemovalStore } from './removal-store.ts';

interface AccountRemovalDeps {
  removals: RemovalStore;
  players: Pick<PlayerStore, 'revokeAllOf'>;
  accounts: Pick<AccountStore, 'remove'>;
  media: Pick<MediaStore, 'files' | 'releaseUnused'>;
  /** Cancels the processing of deleted contents and of contents of hidden accounts. */
  cancelDeleted(): void;
  database: Database;
  log: Log;
}

export type AccountRemoval = ReturnType<typeof createAccountRemoval>;

export function createAccountRemoval({
  removals,
  players,
  accounts,
  media,
  cancelDeleted,
  database,
  log,
}: AccountRemovalDeps) {
  const stopController = new AbortController();
  const { signal } = stopController;
  let running = Promise.resolve();

  async function removeOne(id: number): Promise<void> {
    // Delete unused files after each batch: thousands at once would take seconds.
    await inBatches(
      database,
      removals.deletionOf(id, () => media.files.dropUnused()),
      signal,
    );
    if (signal.aborted) return;
    database.tx(() => accounts.remove(id));
    // This also releases finished uploads that were not registered as contents.
    await media.releaseUnused();
  }

  const logFailure = (error: unknown) => log.error('deleted account is not yet removed', { error });

  async function removeHidden(): Promise<void> {
    for (const id of removals.hidden()) await removeOne(id).catch(logFailure);
  }

  /** Deletes the rows of hidden accounts. Never rejects: the next call repeats a deletion that failed, mostly on a full disk. */
  function run(): Promise<void> {
    cancelDeleted();
    running = running.then(removeHidden).catch(logFailure);
    return running;
  }

  return {
    /** Hides the account and revokes the credentials of its screens. Must be called in a transaction. */
    hide(id: number): void {
      players.revokeAllOf(id);
      removals.hide(id);
    },
    run,
    /** Stops after the current batch; the remaining rows are deleted after the next start. */
    async close(): Promise<void> {
      stopController.abort();
      await running;
    },
  };
}
