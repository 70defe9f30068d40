/** Caches the id and key of each screen's newest call, which screens poll every 3 s. A call costs one query for each screen. */
import { limits } from '../../contract/limits.ts';
import type { CallAges } from './call-ages.ts';
import type { CallStore, LastCall } from './call-store.ts';
import type { CallSetupStore } from './setup-store.ts';

export type LastCalls = ReturnType<typeof createLastCalls>;

interface Screen {
  userId: number;
  playerId: number;
}

export function createLastCalls({
  calls,
  setup,
  ages,
}: {
  calls: Pick<CallStore, 'last'>;
  setup: Pick<CallSetupStore, 'settings'>;
  ages: Pick<CallAges, 'since'>;
}) {
  /** By account, then by screen. */
  const cached = new Map<number, Map<number, LastCall>>();

  /** Returns the newest call of the last `limits.calls.receiptMs`; id 0 if there is none. */
  function of({ userId, playerId }: Screen): LastCall {
    let ofUser = cached.get(userId);
    if (!ofUser) cached.set(userId, (ofUser = new Map()));
    let last = ofUser.get(playerId);
    if (last === undefined) {
      last = calls.last({ user: userId, player: playerId, since: ages.since(userId, limits.calls.receiptMs) });
      ofUser.set(playerId, last);
    }
    return last;
  }

  return {
    of,

    /** Returns the newest call, and the account's policy for names. */
    forPoll: (screen: Screen) => ({ ...of(screen), namePolicy: setup.settings(screen.userId).namePolicy }),

    /** Drops an account's cached calls. Must run after a call, and after a change of the screens of a room. */
    forget: (userId: number): void => void cached.delete(userId),
  };
}
