import { useSignals } from '@preact/signals-react/runtime';
import { useEffect, useRef, useState } from 'react';
import type { Video } from '../../../../../src/contract/media.ts';
import { loadedRows } from '../../../../state/resources/resource.ts';
import type { ShownList } from '../../../../state/resources/use-list.ts';
import { toastError } from '../../../../state/toasts.ts';
import { onlyExisting, type Selection, selectRange, toggle } from './selection.ts';
import { filterAndSort, type View } from './view.ts';

/**
 * Holds the selected contents. Selecting all reads the rest of the list first. Lists in which items were selected stay loaded, so that
 * the items of an earlier search stay selected until they are deleted.
 */
export function useSelection({ shown, isComplete, hold, loadAll }: ShownList<Video>, view: View) {
  useSignals();
  const [ticked, setTicked] = useState<Selection>(new Set());
  const [isSelectingAll, setSelectingAll] = useState(false);
  const lastTicked = useRef<number>(undefined);
  const clears = useRef(0);
  const [held] = useState<(() => void)[]>([]);
  const isEmpty = ticked.size === 0;
  useEffect(() => {
    if (isEmpty) return;
    return () => held.splice(0).forEach((release) => release());
  }, [isEmpty, held]);

  const known = loadedRows('GET /api/videos');
  const selection = onlyExisting(ticked, known);

  async function selectAll(): Promise<void> {
    const beginning = clears.current;
    setSelectingAll(true);
    held.push(hold());
    try {
      const rows = await loadAll();
      // The selection was cleared meanwhile.
      if (clears.current !== beginning) return;
      setTicked((now) => new Set([...now, ...rows.map(({ id }) => id)]));
    } catch (error) {
      toastError('Erro ao selecionar', error);
    } finally {
      setSelectingAll(false);
    }
  }

  return {
    selection,
    /** Selected items that match search and filter, to which alone actions apply, in the shown order. */
    selected: isComplete
      ? shown.filter(({ id }) => selection.has(id))
      : filterAndSort(
          [...selection].flatMap((id) => known.get(id) ?? []),
          view,
        ),
    isSelectingAll,
    selectAll: () => void selectAll(),
    clear(): void {
      clears.current += 1;
      setTicked(new Set());
    },
    /** `isRange`: also selects everything since the last ticked item. */
    tick(id: number, isRange: boolean): void {
      held.push(hold());
      const ids = shown.map((each) => each.id);
      setTicked(isRange ? selectRange(selection, ids, lastTicked.current, id) : toggle(selection, id));
      lastTicked.current = id;
    },
  };
}
