import type { PointerEvent } from 'react';

/** Distance from an edge of the scrolling area within which dragging scrolls it. */
const edgePx = 56;
const scrollPxPerFrame = 9;

interface PointerDrag {
  /** `dy`: distance from the start in px, moved by the pointer and by scrolling. */
  onMove: (dy: number) => void;
  onDrop: () => void;
  /** Called after Esc, or when the system cancels the pointer. */
  onCancel: () => void;
}

/** Tracks the pointer until it is released: reports its distance from the start, and scrolls the area near its edges. */
export function followPointer(down: PointerEvent<HTMLElement>, { onMove, onDrop, onCancel }: PointerDrag): void {
  const handle = down.currentTarget;
  const area = scrollingParent(handle);
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
    handle.removeEventListener('pointermove', move);
    for (const type of ends) window.removeEventListener(type, end, true);
    if (event.type === 'pointerup') onDrop();
    else onCancel();
  };
  const ends = ['pointerup', 'pointercancel', 'keydown'] as const;

  handle.setPointerCapture(down.pointerId);
  handle.addEventListener('pointermove', move);
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
