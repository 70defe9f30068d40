import type { PointerEvent } from 'react';

/** Near an edge of the scrolled area the list scrolls by itself. */
const edgePx = 56;
const scrollPxPerFrame = 9;

export interface PointerDrag {
  /** `dy`: px from where it was taken, by the pointer and by scrolling. */
  onMove: (dy: number) => void;
  onDrop: () => void;
  /** Esc, or the system took the pointer away. */
  onCancel: () => void;
}

/** Follows the pointer until it is released: reports its position, and scrolls the area near its edges. */
export function followPointer(down: PointerEvent<HTMLElement>, { onMove, onDrop, onCancel }: PointerDrag): void {
  const grip = down.currentTarget;
  const area = scrollingParent(grip);
  const startY = down.clientY;
  const startScroll = area.scrollTop;
  let pointerY = startY;
  let frame = 0;

  const update = () => onMove(pointerY - startY + area.scrollTop - startScroll);
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
    if (event.type === 'pointerup') onDrop();
    else onCancel();
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
