import { useSignals } from '@preact/signals-react/runtime';
import { useState } from 'react';
import { approvedByEmail } from '../../state/approved-users.ts';
import { useResource } from '../../state/resources/resource.ts';
import { isManager } from '../../state/session.ts';
import { accountsText, allOfflineText, targetsText } from './urgent-texts.ts';

export interface Targets {
  /** `accounts` (screens of some accounts) and `everybody` (of all) are for managers only. */
  kind: 'all' | 'some' | 'accounts' | 'everybody';
  playerIds: ReadonlySet<number>;
  groupIds: ReadonlySet<number>;
  userIds: ReadonlySet<number>;
}

const none: ReadonlySet<number> = new Set();

/** Holds the chosen targets and returns the request's body for them. Screens without a device are not counted. */
export function useUrgentTargets() {
  useSignals();
  const [targets, setTargets] = useState<Targets>({
    ...{ kind: 'all', playerIds: none, groupIds: none, userIds: none },
  });
  const { kind, playerIds, groupIds, userIds } = targets;
  const targetsOtherAccounts = isManager.value && (kind === 'accounts' || kind === 'everybody');
  const own = useResource('GET /api/my-players');
  const groups = useResource('GET /api/screen-groups').data ?? [];
  const users = useResource('GET /api/admin/users', {}, { enabled: targetsOtherAccounts });
  const allScreens = useResource('GET /api/admin/players', {}, { enabled: targetsOtherAccounts });

  const screens = (own.data ?? []).filter(({ isPaired }) => isPaired);
  const accounts = users.data && approvedByEmail(users.data);
  const approvedIds = new Set(accounts?.map(({ id }) => id));
  const accountScreens = (allScreens.data ?? []).filter(({ isPaired, owner }) => isPaired && approvedIds.has(owner.id));
  const needed = { all: [own], some: [own], accounts: [users, allScreens], everybody: [users, allScreens] }[kind];
  const failed = needed.find(({ data, error }) => !data && error);
  // A notice to all screens can be sent without their list.
  const areScreensKnown = kind === 'some' || kind === 'accounts' || needed.every(({ data }) => data);

  const chosenScreens = {
    all: () => screens,
    some: () =>
      screens.filter(
        ({ id }) => playerIds.has(id) || groups.some((group) => groupIds.has(group.id) && group.playerIds.includes(id)),
      ),
    accounts: () => accountScreens.filter(({ owner }) => userIds.has(owner.id)),
    everybody: () => accountScreens,
  }[kind]();
  const count = areScreensKnown ? targetsText(chosenScreens) : 'todas';
  const names = (accounts ?? []).filter(({ id }) => userIds.has(id)).map(({ username }) => username);
  const where = {
    all: areScreensKnown ? count : 'Todas as suas telas',
    some: count,
    accounts: accountsText(names, chosenScreens),
    everybody: `Todas as telas de todos os clientes${areScreensKnown ? ` (${count})` : ''}`,
  }[kind];

  return {
    targets,
    setTargets,
    /** `screens`, `accounts`: undefined while they load, or after `failed`. */
    choices: {
      screens: own.data && screens,
      groups,
      accounts: allScreens.data && accounts,
      accountScreens,
      failed,
    },
    chosen: {
      count,
      where,
      /** Set if none of the chosen screens is online. */
      offlineWarning: areScreensKnown ? allOfflineText(chosenScreens) : undefined,
      isEmpty: areScreensKnown && chosenScreens.length === 0,
      /** Request bodies for the account's own screens, and for a manager's targets. */
      bodies: {
        own: { isForAll: kind === 'all', playerIds: [...playerIds], groupIds: [...groupIds] },
        anyAccount: targetsOtherAccounts ? { isForAll: kind === 'everybody', userIds: [...userIds] } : undefined,
      },
    },
  };
}
