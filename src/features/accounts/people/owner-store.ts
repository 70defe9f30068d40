/** Changes an account's name and e-mail: by the first steps (contract/README 1.15) and by itself (1.22). */
import type { Database } from '../../../platform/storage/database.ts';
import type { AccountStore } from '../store.ts';

export type OwnerStore = ReturnType<typeof createOwnerStore>;

export function createOwnerStore(database: Database, accounts: Pick<AccountStore, 'assertFree'>) {
  const rename = database.prepare<[string, string, number]>('UPDATE users SET username = ?, email = ? WHERE id = ?');

  return {
    /** Throws conflict as assertFree does. Call it in a transaction. */
    setIdentity(id: number, { username, email }: { username: string; email: string }): void {
      accounts.assertFree(email, username, id);
      rename.run(username, email, id);
    },
  };
}
