/** The administrator whom the first start made, and what the first steps make of him (contract/README 1.15). */
import type { Database } from '../../platform/storage/database.ts';
import type { Account, AccountStore } from './store.ts';

export type OwnerStore = ReturnType<typeof createOwnerStore>;

export function createOwnerStore(database: Database, accounts: Pick<AccountStore, 'find' | 'assertFree'>) {
  const first = database.prepare<[], { id: number }>(
    "SELECT id FROM users WHERE role = 'admin' AND user_type = 'admin' AND status = 'approved' ORDER BY id LIMIT 1",
  );
  const rename = database.prepare<[string, string, number]>('UPDATE users SET username = ?, email = ? WHERE id = ?');

  return {
    /** The approved administrator who has been here longest. */
    firstAdministrator(): Account | undefined {
      const row = first.get();
      return row && accounts.find(row.id);
    },
    /** Throws conflict as assertFree does. Call it in a transaction. */
    setIdentity(id: number, { username, email }: { username: string; email: string }): void {
      accounts.assertFree(email, username, id);
      rename.run(username, email, id);
    },
  };
}
