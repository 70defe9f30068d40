/** Reads the list from which managers select accounts. The list can be searched, filtered and read in pages. */
import type { ListedAccount, ListedAccountsQuery } from '../../../contract/accounts/accounts.ts';
import { accountFilter, compareAccounts } from '../../../contract/changes/views.ts';
import type { Database } from '../../../platform/storage/database.ts';
import { findPage, rowBatches } from '../../../platform/storage/list-page.ts';

type ListRow = Omit<ListedAccount, 'createdAt'> & { createdAt: number };

interface IdFilter {
  /** Ids of the accounts to which the list is limited; undefined: no limit. */
  among?: ReadonlySet<number> | undefined;
  /** Ids of accounts that the list leaves out. */
  except?: ReadonlySet<number> | undefined;
}

const rowsPerRead = 250;
const statuses: readonly ListedAccount['status'][] = ['approved', 'pending', 'blocked'];
/** Orders by status, then by id (contract/README 2.5). */
const byStatus = (left: ListedAccount, right: ListedAccount): number =>
  statuses.indexOf(left.status) - statuses.indexOf(right.status) || left.id - right.id;

export function createAccountListStore(database: Database) {
  const statement = database.prepare<[number], ListRow>(`
    SELECT id, username, email, role, user_type AS userType, status, created_at AS createdAt FROM users
    WHERE id > ? AND removed_at IS NULL ORDER BY id LIMIT ${rowsPerRead}`);

  function* listed(): Generator<ListedAccount[]> {
    for (const rows of rowBatches(
      rowsPerRead,
      (after) => statement.all(after),
      ({ id }) => id,
    ))
      yield rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }));
  }

  return {
    /** Returns the accounts that match the query and the id filter; all if both are empty. Run it with `yieldBetween`. */
    *list(
      { limit, after, ...view }: ListedAccountsQuery,
      { among, except }: IdFilter = {},
    ): Generator<void, ListedAccount[]> {
      const matches = accountFilter(view);
      const { page } = yield* findPage(listed(), {
        matches: (account) => (!among || among.has(account.id)) && !except?.has(account.id) && matches(account),
        compare: limit === undefined ? byStatus : compareAccounts,
        after: after as ListedAccount | undefined,
        limit,
      });
      return page;
    },
  };
}
