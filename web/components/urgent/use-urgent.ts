import { signal } from '@preact/signals-react';
import { useSignals } from '@preact/signals-react/runtime';
import { useEffect, useState } from 'react';
import type { UrgentNotice, UrgentPage } from '../../../src/contract/urgent.ts';
import { call } from '../../api/client.ts';
import { invalidate, useResource } from '../../state/resources/resource.ts';
import { isManager, hasCapability, hasFeature } from '../../state/session.ts';
import { useAction } from '../../state/form/use-action.ts';
import { joined, type Listed, listToReadOn, nextOf } from './urgent-list.ts';

/** The dialog, wherever it was opened from. */
export const isUrgentOpen = signal(false);

/** Time of arrival of each notice, because the studio's own clock is not trusted: counted from when the answer came. */
const arrivals = new WeakMap<UrgentNotice, number>();
function arrivalOf(notice: UrgentNotice): number {
  const at = arrivals.get(notice) ?? performance.now();
  arrivals.set(notice, at);
  return at;
}

/** Both lists as far as they are read without asking for more; `notices` undefined until the first responses. */
export function useUrgentNotices() {
  useSignals();
  const manages = isManager.value;
  const enabled = hasCapability('urgent:read') && hasFeature('canAccessManagement');
  const own = useResource('GET /api/urgent', {}, { enabled });
  const ofAll = useResource('GET /api/admin/urgent', {}, { enabled: enabled && manages });
  const lists = manages ? [own, ofAll] : [own];
  const isRead = enabled && lists.every(({ data }) => data);
  const pages = { own: own.data ? [own.data] : [], ofAll: manages && ofAll.data ? [ofAll.data] : [] };
  return {
    pages,
    notices: isRead ? joined(pages.own, pages.ofAll, manages) : undefined,
    failed: lists.find(({ data, error }) => error && !data),
  };
}

/** The receipts of one notice, as its own list or the managers' list tells them. */
export function useUrgentDetails(id: number, isOfAll: boolean) {
  const input = { params: { id } };
  const own = useResource('GET /api/urgent/:id', input, { enabled: !isOfAll });
  const ofAll = useResource('GET /api/admin/urgent/:id', input, { enabled: isOfAll });
  return isOfAll ? ofAll : own;
}

/** A notice that is on screens now. */
export interface Running extends Listed {
  remainingMs: number;
}

/** Those of them that run, with what is left; looks again each second, and asks anew when one has run out. */
export function useRunning(notices: readonly Listed[] | undefined): readonly Running[] {
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
    const look = () => setNow(performance.now());
    look();
    const timer = setInterval(look, 1_000);
    return () => clearInterval(timer);
  }, [hasRunning]);
  const hasRunOut = running.length < listed.length;
  useEffect(() => {
    if (hasRunOut) invalidate('GET /api/urgent', 'GET /api/admin/urgent');
  }, [hasRunOut]);
  return running;
}

/** Loads ended notices page by page: `more` reads the next one. */
export function useUrgentHistory(first: { own: readonly UrgentPage[]; ofAll: readonly UrgentPage[] }) {
  useSignals();
  const [later, setLater] = useState<{ own: UrgentPage[]; ofAll: UrgentPage[] }>({ own: [], ofAll: [] });
  const [own, ofAll] = [
    [...first.own, ...later.own],
    [...first.ofAll, ...later.ofAll],
  ];
  const list = listToReadOn(own, ofAll);
  const [more, isReading] = useAction('Erro ao carregar avisos antigos', async () => {
    if (!list) return;
    const query = { before: nextOf(list === 'own' ? own : ofAll) ?? undefined };
    const page = await call(list === 'own' ? 'GET /api/urgent' : 'GET /api/admin/urgent', { query });
    // The first page is kept as it was: a notice sent meanwhile moves its end up.
    setLater((read) => ({ ...read, [list]: [...(read[list].length > 0 ? read[list] : first[list]), page] }));
  });
  return {
    past: joined(own, ofAll, isManager.value).filter(({ notice }) => !notice.isRunning),
    hasMore: list !== undefined,
    more,
    isReading,
  };
}
