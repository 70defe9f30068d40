import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type Cell, cellAt } from './drag.ts';

/** A drag that selects empty hours (`new`), moves a rule (`move`) or resizes it (`from`, `to`). */
export interface Drag {
  kind: 'new' | 'move' | 'from' | 'to';
  /** undefined for `new`. */
  ruleId: number | undefined;
  start: Cell;
  current: Cell;
}

const minMovePx = 5;
/** Time in ms after which a resting finger drags instead of scrolling. */
const holdMs = 350;

/** Handles drags by mouse, pen or touch on elements with `data-rule` and `data-edge`. Esc cancels a drag. */
export function useWeekDrag(area: RefObject<HTMLElement | null>, isEnabled: boolean, onDrop: (drag: Drag) => void) {
  const [drag, setDrag] = useState<Drag>();
  /** The value of `drag` for event listeners. */
  const latestDrag = useRef<Drag>(undefined);
  const drop = useRef(onDrop);
  drop.current = onDrop;
  const justDragged = useRef(false);
  const stop = useRef<() => void>(undefined);
  /** Prevents scrolling while a finger drags. */
  const preventScroll = useRef((event: TouchEvent): void => {
    if (latestDrag.current && event.cancelable) event.preventDefault();
  });

  useEffect(() => {
    const element = area.current;
    const listener = preventScroll.current;
    element?.addEventListener('touchmove', listener, { passive: false });
    return () => {
      element?.removeEventListener('touchmove', listener);
      stop.current?.();
    };
  }, [area]);

  const updateDrag = (next: Drag | undefined): void => {
    latestDrag.current = next;
    setDrag(next);
  };

  function cellOf({ clientX, clientY }: { clientX: number; clientY: number }): Cell {
    const bounds = area.current?.getBoundingClientRect() ?? new DOMRect();
    return cellAt((clientX - bounds.left) / bounds.width, (clientY - bounds.top) / bounds.height);
  }

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (!isEnabled || event.button !== 0 || !event.isPrimary) return;
    stop.current?.();
    justDragged.current = false;
    const { pointerId, clientX, clientY } = event;
    const target = event.target as Element;
    const edge = target.closest<HTMLElement>('[data-edge]')?.dataset['edge'] as 'from' | 'to' | undefined;
    const rule = target.closest<HTMLElement>('[data-rule]')?.dataset['rule'];
    const start = cellOf(event);
    const begin = () =>
      updateDrag({
        kind: edge ?? (rule ? 'move' : 'new'),
        ruleId: rule ? Number(rule) : undefined,
        start,
        current: start,
      });
    // A finger at the edge of a block drags at once; elsewhere it must rest first.
    const mustHold = event.pointerType === 'touch' && !edge;
    const holdTimer = mustHold ? setTimeout(begin, holdMs) : undefined;

    const listening = new AbortController();
    const onPointerMove = (moved: globalThis.PointerEvent): void => {
      if (moved.pointerId !== pointerId) return;
      if (!latestDrag.current) {
        if (Math.hypot(moved.clientX - clientX, moved.clientY - clientY) < minMovePx) return;
        if (mustHold) return end();
        begin();
      }
      const cell = cellOf(moved);
      const last = latestDrag.current as Drag | undefined;
      if (last && (last.current.day !== cell.day || last.current.minute !== cell.minute))
        updateDrag({ ...last, current: cell });
    };
    const onPointerUp = (released: globalThis.PointerEvent): void => {
      if (released.pointerId !== pointerId) return;
      const done = latestDrag.current;
      end();
      if (!done) return;
      // The browser sends a click event next, which must not open a rule (`isClickAfterDrag`).
      justDragged.current = true;
      setTimeout(() => {
        justDragged.current = false;
      }, 50);
      drop.current(done);
    };
    const cancelOnEscape = (pressed: KeyboardEvent): void => {
      if (pressed.key !== 'Escape' || !latestDrag.current) return;
      pressed.stopPropagation();
      justDragged.current = true;
      end();
    };
    const end = (): void => {
      clearTimeout(holdTimer);
      updateDrag(undefined);
      listening.abort();
      stop.current = undefined;
    };
    // A block that moves to another day is mounted again, but the old element still gets the touch events.
    const { signal } = listening;
    target.addEventListener('touchmove', preventScroll.current as EventListener, { passive: false, signal });
    window.addEventListener('pointermove', onPointerMove, { signal });
    window.addEventListener('pointerup', onPointerUp, { signal });
    window.addEventListener('pointercancel', end, { signal });
    window.addEventListener('keydown', cancelOnEscape, { capture: true, signal });
    stop.current = end;
  }

  return {
    drag,
    onPointerDown,
    /** Returns true if the current click event results from a drag. */
    isClickAfterDrag: () => justDragged.current,
    cellOf,
  };
}
