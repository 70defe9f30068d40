import { signal } from '@preact/signals-react';
import { useSignals } from '@preact/signals-react/runtime';
import { useEffect, useState } from 'react';
import type { UrgentNotice, UrgentPage } from '../../../src/contract/urgent.ts';
import { call } from '../../api/client.ts';
import { invalidate, useResource } from '../../state/resources/resource.ts';
import { isManager, hasCapability, hasFeature } from '../../state/session.ts';
import { useAction } from '../../state/form/use-action.ts';
import { mergeLists, type ListedNotice, listToContinue, nextCursorOf } from './urgent-list.ts';

export const isUrgentDialogOpen = signal(false);

/** Time at which each notice arrived. The remaining time counts from it, because this computer's clock may be wrong. */
const arrivals = new WeakMap<UrgentNotice, number>();
function arrivalOf(notice: UrgentNotice): number {
  const at = arrivals.get(notice) ?? performance.now();
  arrivals.set(notice, at);
  return at;
}

/** Loads the first page of each list. `notices`: undefined until both have arrived; `failed`: a list that could not be loaded. */
export function useUrgentNotices() {
  useSignals();
  const hasBothLists = isManager.value;
  const enabled = hasCapability('urgent:read') && hasFeature('canAccessManagement');
  const own = useResource('GET /api/urgent', {}, { enabled });
  const managers = useResource('GET /api/admin/urgent', {}, { enabled: enabled && hasBothLists });
  const lists = hasBothLists ? [own, managers] : [own];
  const isLoaded = enabled && lists.every(({ data }) => data);
  const firstPages = {
    own: own.data ? [own.data] : [],
    managers: hasBothLists && managers.data ? [managers.data] : [],
  };
  return {
    firstPages,
    notices: isLoaded ? mergeLists(firstPages.own, firstPages.managers, hasBothLists) : undefined,
    failed: lists.find(({ data, error }) => error && !data),
  };
}

/** Loads one notice with its receipts. */
export function useUrgentDetails(id: number, isFromManagersList: boolean) {
  const input = { params: { id } };
  const own = useResource('GET /api/urgent/:id', input, { enabled: !isFromManagersList });
  const managers = useResource('GET /api/admin/urgent/:id', input, { enabled: isFromManagersList });
  return isFromManagersList ? managers : own;
}

export interface RunningNotice extends ListedNotice {
  remainingMs: number;
}

/** Returns the running notices with their remaining time, updated each second; reloads the lists when one has ended. */
export function useRunningNotices(notices: readonly ListedNotice[] | undefined): readonly RunningNotice[] {
  const [now, setNow] = useState(() => performance.now());
  const listed = (notices ?? []).filter(({ notice }) => notice.isRunning);
  const running = listed
    .map((each) => ({
      ...each,
      remainingMs: each.notice.remainingMs - Math.max(0, now - arrivalOf(each.notice)),
    }))
    .filter((each) => each.remainingMs > 0);
  const hasRunning = listed.length > 0;
  useEffect(() => {
    if (!hasRunning) return;
    const update = () => setNow(performance.now());
    update();
    const timer = setInterval(update, 1_000);
    return () => clearInterval(timer);
  }, [hasRunning]);
  const hasEnded = running.length < listed.length;
  useEffect(() => {
    if (hasEnded) invalidate('GET /api/urgent', 'GET /api/admin/urgent');
  }, [hasEnded]);
  return running;
}

/** Returns the notices that have ended. `loadMore` loads the next page. */
export function useUrgentHistory(firstPages: { own: readonly UrgentPage[]; managers: readonly UrgentPage[] }) {
  useSignals();
  const [keptPages, setKeptPages] = useState<{ own: UrgentPage[]; managers: UrgentPage[] }>({ own: [], managers: [] });
  const [own, managers] = [
    [...firstPages.own, ...keptPages.own],
    [...firstPages.managers, ...keptPages.managers],
  ];
  const list = listToContinue(own, managers);
  const [loadMore, isLoading] = useAction('Erro ao carregar avisos antigos', async () => {
    if (!list) return;
    const query = { before: nextCursorOf(list === 'own' ? own : managers) ?? undefined };
    const page = await call(list === 'own' ? 'GET /api/urgent' : 'GET /api/admin/urgent', { query });
    // Keep the present first page too: a new notice moves that page's last notice to the next page, which would leave a gap.
    setKeptPages((kept) => ({ ...kept, [list]: [...(kept[list].length > 0 ? kept[list] : firstPages[list]), page] }));
  });
  return {
    ended: mergeLists(own, managers, isManager.value).filter(({ notice }) => !notice.isRunning),
    hasMore: list !== undefined,
    loadMore,
    isLoading,
  };
}
