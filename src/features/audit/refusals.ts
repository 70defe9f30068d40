/** Refused sign-ins for the audit log: counted by account and address, so that guessing fills no disk. */
import type { Author } from '../../contract/endpoint.ts';
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, isDatabaseFull } from '../../platform/storage/database.ts';
import { throttleAddress } from '../../platform/throttle.ts';
import type { AuditLogStore } from './store.ts';

/** Interval at which counts are written: a guess is to cost no write. */
const writeEveryMs = 60_000;

interface Refusals {
  by: Author;
  action: 'session.refused' | 'session.code_refused';
  account: { id: number | null; name: string };
  count: number;
  written: number;
  /** The row, once it is written. */
  rowId: number | undefined;
  /** Monotonic. */
  endsAt: number;
}

export function createRefusals(store: Pick<AuditLogStore, 'insert' | 'setDetails'>, database: Database, clock: Clock) {
  const open = new Map<string, Refusals>();
  const { windowMs, mostAtOnce } = limits.audit.refusals;

  /** One row a window. On a full disk it waits for the next time. */
  function write(): void {
    const due = [...open].filter(([, { count, written }]) => count > written);
    try {
      if (due.length > 0)
        database.tx(() => {
          for (const [, each] of due) {
            const { by, action, account, count, rowId } = each;
            const target = { kind: 'account' as const, ...account, accountId: account.id };
            if (rowId === undefined) each.rowId = store.insert(by, action, target, { count });
            else store.setDetails(rowId, { count });
            each.written = count;
          }
        });
    } catch (error) {
      if (!isDatabaseFull(error)) throw error;
      return;
    }
    for (const [key, { endsAt }] of open) if (endsAt <= clock.monotonic()) open.delete(key);
  }

  const writing = clock.every(writeEveryMs, write);

  return {
    /** `account`: whose it is, or what was typed where nobody has it. */
    count(action: Refusals['action'], account: { id: number | null; name: string }, address: string): void {
      const named = `${action} ${account.id ?? account.name} ${throttleAddress(address)}`;
      const isOneTooMany = !open.has(named) && open.size >= mostAtOnce;
      const key = isOneTooMany ? action : named;
      const known = open.get(key);
      if (known && known.endsAt > clock.monotonic()) {
        known.count += 1;
        return;
      }
      if (known && known.count > known.written) write();
      open.set(key, {
        by: { userId: null, memberId: null, tokenId: null, name: '', address: isOneTooMany ? null : address },
        action,
        account: isOneTooMany ? { id: null, name: 'várias contas' } : account,
        count: 1,
        written: 0,
        rowId: undefined,
        endsAt: clock.monotonic() + windowMs,
      });
    },
    write,
    /** Before the database is closed. */
    close(): void {
      writing.cancel();
      write();
    },
  };
}
