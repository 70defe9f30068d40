import { useSignals } from '@preact/signals-react/runtime';
import { useState } from 'react';
import { limits } from '../../../src/contract/limits.ts';
import { approvedByEmail } from '../../state/approved-users.ts';
import { useResource } from '../../state/resources/resource.ts';
import { isManager } from '../../state/session.ts';
import { accountsText, allOfflineText, countScreens, type ScreenCounts, targetsText } from './urgent-texts.ts';

export interface Targets {
  /** `accounts` (screens of some accounts) and `everybody` (of all) are for managers only. */
  kind: 'all' | 'some' | 'accounts' | 'everybody';
  playerIds: ReadonlySet<number>;
  groupIds: ReadonlySet<number>;
  userIds: ReadonlySet<number>;
}

const none: ReadonlySet<number> = new Set();

const sumOf = (accounts: readonly ScreenCounts[]): ScreenCounts =>
  accounts.reduce((sum, { total, online }) => ({ total: sum.total + total, online: sum.online + online }), {
    total: 0,
    online: 0,
  });

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
  const counted = useResource(
    'GET /api/admin/players/by-account',
    {},
    { enabled: targetsOtherAccounts, refetchMs: limits.adminPlayersPollMs },
  );

  const screens = (own.data ?? []).filter(({ isPaired }) => isPaired);
  const countsOf = new Map(counted.data?.map((each) => [each.userId, each]));
  const accounts = approvedByEmail(users.data ?? []).flatMap((account) => {
    const counts = countsOf.get(account.id);
    return counts ? [{ ...account, ...counts }] : [];
  });
  const needed = { all: [own], some: [own], accounts: [users, counted], everybody: [users, counted] }[kind];
  const failed = needed.find(({ data, error }) => !data && error);
  // A notice to all screens can be sent without their list.
  const areScreensKnown = kind === 'some' || kind === 'accounts' || needed.every(({ data }) => data);

  const isChosen = ({ id }: { id: number }) =>
    playerIds.has(id) || groups.some((group) => groupIds.has(group.id) && group.playerIds.includes(id));
  const chosenAccounts = accounts.filter(({ id }) => userIds.has(id));
  const chosenScreens = {
    all: () => countScreens(screens),
    some: () => countScreens(screens.filter(isChosen)),
    accounts: () => sumOf(chosenAccounts),
    everybody: () => sumOf(accounts),
  }[kind]();
  const count = areScreensKnown ? targetsText(chosenScreens) : 'todas';
  const names = chosenAccounts.map(({ username }) => username);
  const where = {
    all: areScreensKnown ? count : 'Todas as suas telas',
    some: count,
    accounts: accountsText(names, chosenScreens),
    everybody: `Todas as telas de todos os clientes${areScreensKnown ? ` (${count})` : ''}`,
  }[kind];

  return {
    targets,
    setTargets,
    /** `accounts`: those that have screens. `screens`, `accounts`: undefined while they load, or after `failed`. */
    choices: {
      screens: own.data && screens,
      groups,
      accounts: users.data && counted.data && accounts,
      failed,
    },
    chosen: {
      count,
      where,
      /** Set if none of the chosen screens is online. */
      offlineWarning: areScreensKnown ? allOfflineText(chosenScreens) : undefined,
      isEmpty: areScreensKnown && chosenScreens.total === 0,
      /** Request bodies for the account's own screens, and for a manager's targets. */
      bodies: {
        own: { isForAll: kind === 'all', playerIds: [...playerIds], groupIds: [...groupIds] },
        anyAccount: targetsOtherAccounts ? { isForAll: kind === 'everybody', userIds: [...userIds] } : undefined,
      },
    },
  };
}
