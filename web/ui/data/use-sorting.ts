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
import { type Box, displacement, dropIndex, offsetAt } from './reorder.ts';

export interface SortableItems<T> {
  items: readonly T[];
  /** Number of all items; by default the number of `items`. Set it when `items` are only the first part of a list. */
  total?: number | undefined;
  keyOf: (item: T) => number;
  nameOf: (item: T) => string;
  /** Called when an item was moved. The caller must show the new order at once. */
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

/** Lets a person sort lines by pointer or keys, and announces each step. The children of `list` are the lines in order. */
export function useSorting<T>(
  list: RefObject<HTMLElement | null>,
  { items, total = items.length, keyOf, nameOf, onMove }: SortableItems<T>,
) {
  const [drag, setDragState] = useState<Drag>();
  const [announcement, setAnnouncement] = useState('');
  /** Line whose handle gets the focus again after the line has moved in the document, and the index where it was. */
  const refocus = useRef<Pick<Drag, 'key' | 'from'>>(undefined);
  /** The drag, which may be newer than the rendered one: on a slow device the pointer is released before the last move is rendered. */
  const latest = useRef(drag);
  function setDrag(next: Drag | undefined): void {
    latest.current = next;
    setDragState(next);
  }

  // A drag ends when other lines move, because its positions are then wrong. More lines at the end do not end it.
  const order = items.map((item) => `${keyOf(item)},`).join('');
  const lastOrder = useRef('');
  useEffect(() => {
    if (!order.startsWith(lastOrder.current)) setDrag(undefined);
    lastOrder.current = order;
  }, [order]);
  useLayoutEffect(() => {
    if (refocus.current === undefined) return;
    const { key, from } = refocus.current;
    // A line moved behind the rendered ones is no longer in the document: the line that took its place gets the focus.
    const successor = list.current?.children[from]?.querySelector<HTMLElement>('[data-handle]');
    (handleIn(list.current, key) ?? successor)?.focus();
    refocus.current = undefined;
  }, [order, list]);
  useEffect(() => {
    if (drag?.by === 'keys') handleIn(list.current, drag.key)?.scrollIntoView({ block: 'nearest' });
  }, [drag, list]);

  const positionText = (index: number) => `Posição ${index + 1} de ${total}.`;

  function begin(item: T, by: Drag['by']): void {
    const from = items.findIndex((each) => keyOf(each) === keyOf(item));
    setDrag({ key: keyOf(item), from, to: from, dy: 0, boxes: boxesIn(list.current), by });
    setAnnouncement(`${nameOf(item)}: selecionado. ${positionText(from)}`);
  }

  function drop(): void {
    const current = latest.current;
    if (!current) return;
    setDrag(undefined);
    setAnnouncement(`Solto. ${positionText(current.to)}`);
    if (current.to === current.from) return;
    if (current.by === 'keys') refocus.current = current;
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
        if (current) setDrag({ ...current, dy, to: dropIndex(current.boxes, current.from, dy) });
      },
      onDrop: drop,
      onCancel: cancel,
    });
  }

  function keyDown(event: KeyboardEvent, item: T): void {
    const current = latest.current;
    const isDragged = current?.by === 'keys' && current.key === keyOf(item);
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      if (isDragged) drop();
      else begin(item, 'keys');
      return;
    }
    if (!isDragged) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      cancel();
      return;
    }
    const last = total - 1;
    const target = { ArrowUp: current.to - 1, ArrowDown: current.to + 1, Home: 0, End: last }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const to = Math.max(0, Math.min(last, target));
    // Measured again, because lines may have been added at the end. An item that moves behind the rendered lines is shown at the last one.
    const boxes = boxesIn(list.current);
    setDrag({ ...current, boxes, to, dy: offsetAt(boxes, current.from, Math.min(to, boxes.length - 1)) });
    setAnnouncement(positionText(to));
  }

  return {
    drag,
    announcement,
    handleProps: (item: T) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => pointerDown(event, item),
      onKeyDown: (event: KeyboardEvent) => keyDown(event, item),
      onBlur: () => drag?.by === 'keys' && cancel(),
    }),
  };
}

const handleIn = (list: HTMLElement | null, key: number) => list?.querySelector<HTMLElement>(`[data-handle="${key}"]`);

const boxesIn = (list: HTMLElement | null): Box[] =>
  [...(list?.children ?? [])].map((line) => ({
    top: (line as HTMLElement).offsetTop,
    height: (line as HTMLElement).offsetHeight,
  }));

/** Returns how far a line is shown from its position in the list, in px. */
export function shiftOf(drag: Drag | undefined, key: number, index: number): number {
  if (!drag) return 0;
  return drag.key === key ? drag.dy : displacement(drag.boxes, index, drag.from, drag.to);
}
