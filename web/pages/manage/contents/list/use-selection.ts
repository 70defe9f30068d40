import { useEffect, useRef, useState } from 'react';
import type { Video } from '../../../../../src/contract/media.ts';
import type { ShownList } from '../../../../state/resources/use-list.ts';
import { toastError } from '../../../../state/toasts.ts';
import { onlyExisting, type Selection, selectRange, toggle } from './selection.ts';

/** Holds the selected contents. Selecting all reads the rest of the list first. */
export function useSelection(videos: ShownList<Video>) {
  const { all = [], shown, isAllRead, isComplete, loading } = videos;
  const [ticked, setTicked] = useState<Selection>(new Set());
  const [isSelectingAll, setSelectingAll] = useState(false);
  const lastTicked = useRef<number>(undefined);
  const ids = shown.map(({ id }) => id);
  // It is unknown which items exist in a list that was not read completely.
  const selection = isAllRead ? onlyExisting(ticked, all) : ticked;

  const latest = useRef({ selection, ids, videos });
  latest.current = { selection, ids, videos };
  useEffect(() => {
    if (!isSelectingAll) return;
    const now = latest.current;
    if (isComplete && !loading) {
      setTicked(new Set([...now.selection, ...now.ids]));
      setSelectingAll(false);
    } else
      now.videos.loadAll().catch((error: unknown) => {
        setSelectingAll(false);
        toastError('Erro ao selecionar', error);
      });
  }, [isSelectingAll, isComplete, loading]);

  return {
    selection,
    isSelectingAll,
    selectAll: () => setSelectingAll(true),
    clear: () => setTicked(new Set()),
    /** `isRange`: also selects everything since the last ticked item. */
    tick(id: number, isRange: boolean): void {
      setTicked(isRange ? selectRange(selection, ids, lastTicked.current, id) : toggle(selection, id));
      lastTicked.current = id;
    },
  };
}
