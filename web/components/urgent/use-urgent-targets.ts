import { useSignals } from '@preact/signals-react/runtime';
import { useState } from 'react';
import type { ListedAccount } from '../../../src/contract/accounts/accounts.ts';
import { limits } from '../../../src/contract/limits.ts';
import { useResource } from '../../state/resources/resource.ts';
import { isManager } from '../../state/session.ts';
import { accountsText, allOfflineText, countScreens, type ScreenCounts, targetsText } from './urgent-texts.ts';

export interface Targets {
  /** `accounts` (screens of some accounts) and `everybody` (screens of all accounts) are for managers only. */
  kind: 'all' | 'some' | 'accounts' | 'everybody';
  playerIds: ReadonlySet<number>;
  groupIds: ReadonlySet<number>;
  /** The chosen accounts by their id. */
  accounts: ReadonlyMap<number, ListedAccount>;
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
    ...{ kind: 'all', playerIds: none, groupIds: none, accounts: new Map() },
  });
  const { kind, playerIds, groupIds, accounts } = targets;
  const targetsOtherAccounts = isManager.value && (kind === 'accounts' || kind === 'everybody');
  const own = useResource('GET /api/my-players');
  const groups = useResource('GET /api/screen-groups').data ?? [];
  const counted = useResource(
    'GET /api/admin/players/by-account',
    {},
    { enabled: targetsOtherAccounts, refetchMs: limits.adminPlayersPollMs },
  );

  const screens = (own.data ?? []).filter(({ isPaired }) => isPaired);
  const countsOf: ReadonlyMap<number, ScreenCounts> = new Map(counted.data?.map((each) => [each.userId, each]));
  const needed = { all: own, some: own, accounts: counted, everybody: counted }[kind];
  const failed = !needed.data && needed.error ? needed : undefined;
  // A notice to all screens can be sent before their list is loaded.
  const areScreensKnown = kind === 'some' || kind === 'accounts' || needed.data !== undefined;

  const isChosen = ({ id }: { id: number }) =>
    playerIds.has(id) || groups.some((group) => groupIds.has(group.id) && group.playerIds.includes(id));
  const chosenAccounts = [...accounts.values()].filter(({ id }) => countsOf.has(id));
  const chosenScreens = {
    all: () => countScreens(screens),
    some: () => countScreens(screens.filter(isChosen)),
    accounts: () => sumOf(chosenAccounts.flatMap(({ id }) => countsOf.get(id) ?? [])),
    everybody: () => sumOf(counted.data ?? []),
  }[kind]();
  const countText = areScreensKnown ? targetsText(chosenScreens) : 'todas';
  const names = chosenAccounts.map(({ username }) => username);
  const whereText = {
    all: areScreensKnown ? countText : 'Todas as suas telas',
    some: countText,
    accounts: accountsText(names, chosenScreens),
    everybody: `Todas as telas de todos os clientes${areScreensKnown ? ` (${countText})` : ''}`,
  }[kind];

  return {
    targets,
    setTargets,
    /** `counts`: by the account's id. `screens` and `counts` are undefined until loaded; `failed`: the resource that failed. */
    choices: {
      screens: own.data && screens,
      groups,
      counts: counted.data && countsOf,
      failed,
    },
    chosen: {
      countText,
      whereText,
      /** Set if none of the chosen screens is online. */
      offlineWarning: areScreensKnown ? allOfflineText(chosenScreens) : undefined,
      isEmpty: areScreensKnown && chosenScreens.total === 0,
      /** Request bodies for the account's own screens, and for a manager's targets. */
      bodies: {
        own: { isForAll: kind === 'all', playerIds: [...playerIds], groupIds: [...groupIds] },
        platform: targetsOtherAccounts
          ? { isForAll: kind === 'everybody', userIds: chosenAccounts.map(({ id }) => id) }
          : undefined,
      },
    },
  };
}
