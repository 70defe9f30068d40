/** Counts refused sign-ins in one audit log entry for each account, address and period: guessing must not fill the disk. */
import type { Author } from '../../contract/endpoint.ts';
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, isDatabaseFull } from '../../platform/storage/database.ts';
import { networkOf } from '../../platform/throttle.ts';
import type { AuditLogStore } from './store.ts';

/** Interval at which counts are written, so that not every guess causes a write. */
const writeEveryMs = 60_000;

/** The refusals of one account and address within one window. */
interface RefusalCount {
  by: Author;
  action: 'session.refused' | 'session.code_refused';
  account: { id: number | null; name: string };
  count: number;
  /** The count that the entry contains. */
  writtenCount: number;
  /** Id of the entry; undefined until it is written. */
  rowId: number | undefined;
  /** End of the window, in monotonic milliseconds. */
  endsAt: number;
}

export function createRefusals(store: Pick<AuditLogStore, 'insert' | 'setDetails'>, database: Database, clock: Clock) {
  const windows = new Map<string, RefusalCount>();
  const { windowMs, maxOpenWindows } = limits.audit.refusals;

  /** Writes the changed counts and forgets windows that have ended. If the disk is full, the next call tries again. */
  function write(): void {
    const due = [...windows].filter(([, { count, writtenCount }]) => count > writtenCount);
    try {
      if (due.length > 0)
        database.tx(() => {
          for (const [, refusals] of due) {
            const { by, action, account, count, rowId } = refusals;
            const target = { kind: 'account' as const, ...account, accountId: account.id };
            if (rowId === undefined) refusals.rowId = store.insert(by, action, target, { count });
            else store.setDetails(rowId, { count });
            refusals.writtenCount = count;
          }
        });
    } catch (error) {
      if (!isDatabaseFull(error)) throw error;
      return;
    }
    for (const [key, { endsAt }] of windows) if (endsAt <= clock.monotonic()) windows.delete(key);
  }

  const timer = clock.every(writeEveryMs, write);

  return {
    /** Counts a refused sign-in. `account`: its id and name, or null and the typed e-mail if there is no such account. */
    count(action: RefusalCount['action'], account: { id: number | null; name: string }, address: string): void {
      const ownKey = `${action} ${account.id ?? account.name} ${networkOf(address)}`;
      // When too many windows are open, all further accounts and addresses share one window.
      const isShared = !windows.has(ownKey) && windows.size >= maxOpenWindows;
      const key = isShared ? action : ownKey;
      const current = windows.get(key);
      if (current && current.endsAt > clock.monotonic()) {
        current.count += 1;
        return;
      }
      if (current && current.count > current.writtenCount) write();
      windows.set(key, {
        by: { userId: null, memberId: null, tokenId: null, name: '', address: isShared ? null : address },
        action,
        account: isShared ? { id: null, name: 'várias contas' } : account,
        count: 1,
        writtenCount: 0,
        rowId: undefined,
        endsAt: clock.monotonic() + windowMs,
      });
    },
    write,
    /** Writes the last counts. Call it before the database is closed. */
    close(): void {
      timer.cancel();
      write();
    },
  };
}
