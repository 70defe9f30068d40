import { GripVertical } from 'lucide-react';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classNames } from './class-names.ts';
import { type Box, giveWay, landingIndex, offsetAt } from './reorder.ts';
import styles from './SortableList.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export interface SortableListProps<T> {
  /** What is in order here, read aloud. */
  label: string;
  items: readonly T[];
  keyOf: (item: T) => number;
  /** Its name, for the announcements. */
  nameOf: (item: T) => string;
  /** An item was put at another place. The caller shows the new order at once. */
  onMove: (from: number, to: number) => void;
  /** One line; `handle` is the grip to put into it. */
  children: (item: T, handle: ReactNode) => ReactNode;
}

interface Drag {
  key: number;
  from: number;
  to: number;
  dy: number;
  boxes: Box[];
  by: 'pointer' | 'keys';
}

/** Near an edge of the scrolled area the list scrolls by itself. */
const edgePx = 56;
const scrollPxPerFrame = 9;

/**
 * A list to be put in order: by the grip with mouse or finger, or with the keyboard (space takes and puts down, arrows
 * move, Esc puts back). Every step is announced.
 */
export function SortableList<T>({ label, items, keyOf, nameOf, onMove, children }: SortableListProps<T>) {
  const hintId = useId();
  const list = useRef<HTMLUListElement>(null);
  const [drag, draw] = useState<Drag>();
  const [announcement, setAnnouncement] = useState('');
  /** The grip that has the focus back after its line moved in the page. */
  const refocus = useRef<number | undefined>(undefined);
  /** Ahead of what is drawn: a slow device lets go before the last move was. */
  const latest = useRef(drag);
  function setDrag(next: Drag | undefined): void {
    latest.current = next;
    draw(next);
  }

  // Items that come and go under a drag make its places wrong.
  const order = items.map(keyOf).join();
  useEffect(() => setDrag(undefined), [order]);
  useLayoutEffect(() => {
    if (refocus.current === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-grip="${refocus.current}"]`)?.focus();
    refocus.current = undefined;
  }, [order]);

  const place = (index: number) => `Posição ${index + 1} de ${items.length}.`;

  function begin(item: T, by: Drag['by']): void {
    const from = items.findIndex((each) => keyOf(each) === keyOf(item));
    const boxes = [...(list.current?.children ?? [])].map((line) => ({
      top: (line as HTMLElement).offsetTop,
      height: (line as HTMLElement).offsetHeight,
    }));
    setDrag({ key: keyOf(item), from, to: from, dy: 0, boxes, by });
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

  function key(event: KeyboardEvent, item: T): void {
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

  useEffect(() => {
    if (drag?.by === 'keys')
      list.current?.querySelector(`[data-grip="${drag.key}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [drag]);

  return (
    <>
      <VisuallyHidden>
        <span id={hintId}>Pressione espaço para selecionar, as setas para mover e espaço para soltar.</span>
      </VisuallyHidden>
      <ul ref={list} className={styles.list} aria-label={label}>
        {items.map((item, index) => {
          const isTaken = drag?.key === keyOf(item);
          const shift = drag ? (isTaken ? drag.dy : giveWay(drag.boxes, index, drag.from, drag.to)) : 0;
          return (
            <li
              key={keyOf(item)}
              className={classNames(
                styles.line,
                drag && styles.moving,
                isTaken && styles.taken,
                isTaken && drag.by === 'pointer' && styles.held,
              )}
              style={shift === 0 ? undefined : { transform: `translateY(${shift}px)` }}
            >
              {children(
                item,
                <button
                  type="button"
                  className={styles.grip}
                  data-grip={keyOf(item)}
                  aria-label={`Mover ${nameOf(item)}, posição ${index + 1} de ${items.length}`}
                  aria-describedby={hintId}
                  aria-pressed={isTaken}
                  onPointerDown={(event) => {
                    if (event.button !== 0) return;
                    begin(item, 'pointer');
                    follow(event, latest, setDrag, drop, cancel);
                  }}
                  onKeyDown={(event) => key(event, item)}
                  onBlur={() => drag?.by === 'keys' && cancel()}
                >
                  <GripVertical aria-hidden="true" />
                </button>,
              )}
            </li>
          );
        })}
      </ul>
      <VisuallyHidden>
        <span aria-live="assertive">{announcement}</span>
      </VisuallyHidden>
    </>
  );
}

/** Until the pointer is let go: the line follows it, and the area scrolls near its edges. */
function follow(
  down: PointerEvent<HTMLElement>,
  latest: { current: Drag | undefined },
  setDrag: (drag: Drag) => void,
  drop: () => void,
  cancel: () => void,
): void {
  const grip = down.currentTarget;
  const area = scrollingParent(grip);
  const startY = down.clientY;
  const startScroll = area.scrollTop;
  let pointerY = startY;
  let frame = 0;

  const update = () => {
    const current = latest.current;
    if (!current) return;
    const dy = pointerY - startY + area.scrollTop - startScroll;
    setDrag({ ...current, dy, to: landingIndex(current.boxes, current.from, dy) });
  };
  const scroll = () => {
    const bounds =
      area === document.scrollingElement ? { top: 0, bottom: window.innerHeight } : area.getBoundingClientRect();
    const direction = pointerY < bounds.top + edgePx ? -1 : pointerY > bounds.bottom - edgePx ? 1 : 0;
    if (direction !== 0) {
      area.scrollTop += direction * scrollPxPerFrame;
      update();
    }
    frame = requestAnimationFrame(scroll);
  };
  const move = (event: globalThis.PointerEvent) => {
    pointerY = event.clientY;
    update();
  };
  const end = (event: globalThis.PointerEvent | globalThis.KeyboardEvent) => {
    if (event instanceof globalThis.KeyboardEvent && event.key !== 'Escape') return;
    if (event.type === 'keydown') event.stopPropagation();
    cancelAnimationFrame(frame);
    grip.removeEventListener('pointermove', move);
    for (const type of ends) window.removeEventListener(type, end, true);
    if (event.type === 'pointerup') drop();
    else cancel();
  };
  const ends = ['pointerup', 'pointercancel', 'keydown'] as const;

  grip.setPointerCapture(down.pointerId);
  grip.addEventListener('pointermove', move);
  for (const type of ends) window.addEventListener(type, end, true);
  frame = requestAnimationFrame(scroll);
}

function scrollingParent(element: Element): Element {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY) && parent.scrollHeight > parent.clientHeight)
      return parent;
  }
  return document.scrollingElement ?? document.documentElement;
}
