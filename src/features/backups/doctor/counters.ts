/** Checks the storage counters of contents and accounts. */
import type { Examined, Finding } from './finding.ts';

export function findDrift({ folder, audit, database }: Examined): Finding[] {
  const items = audit.items().flatMap((item) => {
    const { id, name, sizeBytes } = item;
    const expected = audit.bytesToCount(item, folder);
    const repair = () => {
      database.tx(() => audit.setSize(id, expected));
      return 'corrected';
    };
    return expected === sizeBytes
      ? []
      : [{ what: `content "${name}" counts ${sizeBytes} bytes instead of ${expected}`, repair }];
  });
  const accounts = audit.driftedAccounts().map(({ username }) => ({
    what: `the storage used by ${username} is not the sum of its contents`,
    repair() {
      database.tx(() => audit.recountAccounts());
      return 'corrected';
    },
  }));
  return [...items, ...accounts];
}
