import { useSignals } from '@preact/signals-react/runtime';
import { useState } from 'react';
import { approvedByEmail } from '../../state/approved-users.ts';
import { useResource } from '../../state/resources/resource.ts';
import { isManager } from '../../state/session.ts';
import { accountsText, targetsText } from './urgent-words.ts';

export interface Targets {
  /** Managers only: `accounts`, the screens of some accounts; `everybody`, of all. */
  kind: 'all' | 'some' | 'accounts' | 'everybody';
  playerIds: ReadonlySet<number>;
  groupIds: ReadonlySet<number>;
  userIds: ReadonlySet<number>;
}

const nobody: ReadonlySet<number> = new Set();

/** Holds the choice of targets and makes the request's body. Screens without a device are not counted. */
export function useUrgentTargets() {
  useSignals();
  const [targets, setTargets] = useState<Targets>({
    ...{ kind: 'all', playerIds: nobody, groupIds: nobody, userIds: nobody },
  });
  const { kind, playerIds, groupIds, userIds } = targets;
  const reachesOthers = isManager.value && (kind === 'accounts' || kind === 'everybody');
  const own = useResource('GET /api/my-players');
  const groups = useResource('GET /api/screen-groups').data ?? [];
  const users = useResource('GET /api/admin/users', {}, { enabled: reachesOthers });
  const all = useResource('GET /api/admin/players', {}, { enabled: reachesOthers });

  const screens = (own.data ?? []).filter(({ isPaired }) => isPaired);
  const accounts = users.data && approvedByEmail(users.data);
  const approved = new Set(accounts?.map(({ id }) => id));
  const others = (all.data ?? []).filter(({ isPaired, owner }) => isPaired && approved.has(owner.id));
  const isRead = !reachesOthers || (users.data !== undefined && all.data !== undefined);

  const chosenScreens = {
    all: () => screens,
    some: () =>
      screens.filter(
        ({ id }) => playerIds.has(id) || groups.some((group) => groupIds.has(group.id) && group.playerIds.includes(id)),
      ),
    accounts: () => others.filter(({ owner }) => userIds.has(owner.id)),
    everybody: () => others,
  }[kind]();
  const count = isRead ? targetsText(chosenScreens) : 'todas';
  const names = (accounts ?? []).filter(({ id }) => userIds.has(id)).map(({ username }) => username);
  const where = {
    all: count,
    some: count,
    accounts: accountsText(names, chosenScreens),
    everybody: `Todas as telas de todos os clientes (${count})`,
  }[kind];

  return {
    targets,
    setTargets,
    choices: { screens, groups, accounts, others },
    chosen: {
      count,
      where,
      isEmpty: isRead && chosenScreens.length === 0,
      /** Request bodies: for the own screens, and for a manager's targets. */
      bodies: {
        own: { isForAll: kind === 'all', playerIds: [...playerIds], groupIds: [...groupIds] },
        anyAccount: reachesOthers ? { isForAll: kind === 'everybody', userIds: [...userIds] } : undefined,
      },
    },
  };
}
