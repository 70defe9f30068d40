import { useSignals } from '@preact/signals-react/runtime';
import { useEffect, useRef, useState } from 'react';
import type { Video } from '../../../../../src/contract/media.ts';
import { loadedRows } from '../../../../state/resources/resource.ts';
import type { ShownList } from '../../../../state/resources/use-list.ts';
import { toastError } from '../../../../state/toasts.ts';
import { onlyExisting, type Selection, selectRange, toggle } from './selection.ts';
import { filterAndSort, type View } from './view.ts';

/**
 * Holds the selected contents. Selecting all first loads the remaining pages. Lists in which items were selected remain loaded,
 * so that items of an earlier search remain selected until they are deleted.
 */
export function useSelection({ shown, isComplete, keepLoaded, loadAll }: ShownList<Video>, view: View) {
  useSignals();
  const [ticked, setTicked] = useState<Selection>(new Set());
  const [isSelectingAll, setSelectingAll] = useState(false);
  const lastTicked = useRef<number>(undefined);
  const clearCount = useRef(0);
  /** Functions that end the effect of `keepLoaded`. They are called once nothing is selected. */
  const [releases] = useState<(() => void)[]>([]);
  const isEmpty = ticked.size === 0;
  useEffect(() => {
    if (isEmpty) return;
    return () => releases.splice(0).forEach((release) => release());
  }, [isEmpty, releases]);

  const loaded = loadedRows('GET /api/videos');
  const selection = onlyExisting(ticked, loaded);

  async function selectAll(): Promise<void> {
    const initialClearCount = clearCount.current;
    setSelectingAll(true);
    releases.push(keepLoaded());
    try {
      const rows = await loadAll();
      // Stop if the selection was cleared meanwhile.
      if (clearCount.current !== initialClearCount) return;
      setTicked((now) => new Set([...now, ...rows.map(({ id }) => id)]));
    } catch (error) {
      toastError('Erro ao selecionar', error);
    } finally {
      setSelectingAll(false);
    }
  }

  return {
    selection,
    /** Selected items that match search and filter, in the shown order. Actions apply only to them. */
    selected: isComplete
      ? shown.filter(({ id }) => selection.has(id))
      : filterAndSort(
          [...selection].flatMap((id) => loaded.get(id) ?? []),
          view,
        ),
    isSelectingAll,
    selectAll: () => void selectAll(),
    clear(): void {
      clearCount.current += 1;
      setTicked(new Set());
    },
    /** `isRange`: also selects all items between this one and the last ticked one. */
    tick(id: number, isRange: boolean): void {
      releases.push(keepLoaded());
      const ids = shown.map((each) => each.id);
      setTicked(isRange ? selectRange(selection, ids, lastTicked.current, id) : toggle(selection, id));
      lastTicked.current = id;
    },
  };
}
