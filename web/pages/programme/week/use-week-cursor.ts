import { type KeyboardEvent, useState } from 'react';
import { dayMinutes } from '../../../components/programme/local-time.ts';
import type { Cell } from './drag.ts';
import { slotMinutes } from './week.ts';

export interface WeekCursor {
  cell: Cell;
  /** Cell where the selection with Shift began. Without a selection it equals `cell`. */
  anchor: Cell;
}

const steps: Partial<Record<string, [days: number, slots: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  PageUp: [0, -6],
  PageDown: [0, 6],
  Home: [-6, 0],
  End: [6, 0],
};

const clamp = (value: number, max: number) => Math.min(max, Math.max(0, value));

/** Handles keys: arrows move the cursor, Shift selects, Enter opens, Delete deletes, Esc clears the selection. */
export function useWeekCursor(
  first: Cell,
  { onEnter, onDelete }: { onEnter: (cursor: WeekCursor) => void; onDelete: (cell: Cell) => void },
) {
  const [cursor, setCursor] = useState<WeekCursor>({ cell: first, anchor: first });
  const isMarked = cursor.cell.day !== cursor.anchor.day || cursor.cell.minute !== cursor.anchor.minute;

  function onKeyDown(event: KeyboardEvent): void {
    const step = steps[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (step) {
      const cell = {
        day: clamp(cursor.cell.day + step[0], 6),
        minute: clamp(cursor.cell.minute + step[1] * slotMinutes, dayMinutes - slotMinutes),
      };
      setCursor({ cell, anchor: event.shiftKey ? cursor.anchor : cell });
    } else if (event.key === 'Enter' || event.key === ' ') onEnter(cursor);
    else if (event.key === 'Delete' || event.key === 'Backspace') onDelete(cursor.cell);
    else if (event.key === 'Escape' && isMarked) setCursor({ cell: cursor.cell, anchor: cursor.cell });
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return { cursor, isMarked, onKeyDown, moveCursor: (cell: Cell) => setCursor({ cell, anchor: cell }) };
}
