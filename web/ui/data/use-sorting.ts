import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { followPointer } from '../hooks/follow-pointer.ts';
import { type Box, giveWay, landingIndex, offsetAt } from './reorder.ts';

export interface Sortable<T> {
  items: readonly T[];
  keyOf: (item: T) => number;
  nameOf: (item: T) => string;
  /** An item was put at another place. The caller shows the new order at once. */
  onMove: (from: number, to: number) => void;
}

interface Drag {
  key: number;
  from: number;
  to: number;
  dy: number;
  boxes: Box[];
  by: 'pointer' | 'keys';
}

/** Taking a line, moving it, putting it down or back, and what is said of it. `list`: its children are the lines in order. */
export function useSorting<T>(list: RefObject<HTMLElement | null>, { items, keyOf, nameOf, onMove }: Sortable<T>) {
  const [drag, showDrag] = useState<Drag>();
  const [announcement, setAnnouncement] = useState('');
  /** The grip that has the focus back after its line moved in the page. */
  const refocus = useRef<number | undefined>(undefined);
  /** Ahead of what is on the screen: a slow device releases before the last move was. */
  const latest = useRef(drag);
  function setDrag(next: Drag | undefined): void {
    latest.current = next;
    showDrag(next);
  }

  // Items that come and go under a drag make its places wrong.
  const order = items.map(keyOf).join();
  useEffect(() => setDrag(undefined), [order]);
  useLayoutEffect(() => {
    if (refocus.current === undefined) return;
    gripIn(list.current, refocus.current)?.focus();
    refocus.current = undefined;
  }, [order, list]);
  useEffect(() => {
    if (drag?.by === 'keys') gripIn(list.current, drag.key)?.scrollIntoView({ block: 'nearest' });
  }, [drag, list]);

  const place = (index: number) => `Posição ${index + 1} de ${items.length}.`;

  function begin(item: T, by: Drag['by']): void {
    const from = items.findIndex((each) => keyOf(each) === keyOf(item));
    setDrag({ key: keyOf(item), from, to: from, dy: 0, boxes: boxesIn(list.current), by });
    setAnnouncement(`${nameOf(item)}: selecionado. ${place(from)}`);
  }

  function drop(): void {
    const current = latest.current;
    if (!current) return;
    setDrag(undefined);
    setAnnouncement(`Solto. ${place(current.to)}`);
    if (current.to === current.from) return;
    if (current.by === 'keys') refocus.current = current.key;
    onMove(current.from, current.to);
  }

  function cancel(): void {
    if (!latest.current) return;
    setDrag(undefined);
    setAnnouncement('Movimento cancelado.');
  }

  function pointerDown(event: PointerEvent<HTMLElement>, item: T): void {
    if (event.button !== 0) return;
    begin(item, 'pointer');
    followPointer(event, {
      onMove(dy) {
        const current = latest.current;
        if (current) setDrag({ ...current, dy, to: landingIndex(current.boxes, current.from, dy) });
      },
      onDrop: drop,
      onCancel: cancel,
    });
  }

  function keyDown(event: KeyboardEvent, item: T): void {
    const isTaken = drag?.by === 'keys' && drag.key === keyOf(item);
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      if (isTaken) drop();
      else begin(item, 'keys');
      return;
    }
    if (!isTaken) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      cancel();
      return;
    }
    const wanted = { ArrowUp: drag.to - 1, ArrowDown: drag.to + 1, Home: 0, End: items.length - 1 }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    const to = Math.max(0, Math.min(items.length - 1, wanted));
    setDrag({ ...drag, to, dy: offsetAt(drag.boxes, drag.from, to) });
    setAnnouncement(place(to));
  }

  return {
    drag,
    announcement,
    /** For the grip of a line. */
    gripHandlers: (item: T) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => pointerDown(event, item),
      onKeyDown: (event: KeyboardEvent) => keyDown(event, item),
      onBlur: () => drag?.by === 'keys' && cancel(),
    }),
  };
}

const gripIn = (list: HTMLElement | null, key: number) => list?.querySelector<HTMLElement>(`[data-grip="${key}"]`);

/** Top and height of every line. */
const boxesIn = (list: HTMLElement | null): Box[] =>
  [...(list?.children ?? [])].map((line) => ({
    top: (line as HTMLElement).offsetTop,
    height: (line as HTMLElement).offsetHeight,
  }));

/** Returns the distance of a line from its place, px. */
export function shiftOf(drag: Drag | undefined, key: number, index: number): number {
  if (!drag) return 0;
  return drag.key === key ? drag.dy : giveWay(drag.boxes, index, drag.from, drag.to);
}
