import { type KeyboardEvent, type Ref, useId } from 'react';
import { dayMinutes } from '../../../components/programme/local-time.ts';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import type { Cell } from './drag.ts';
import { percent, slotMinutes } from './week.ts';
import styles from './WeekGrid.module.css';

interface WeekCellsProps {
  label: string;
  describedBy: string;
  cell: Cell;
  /** True if the cell is part of a selection with several cells. */
  isMarked: boolean;
  text: string;
  onKeyDown: (event: KeyboardEvent) => void;
  ref: Ref<HTMLDivElement>;
}

/** Renders the grid for keyboards and screen readers. Contains only the cell with the cursor. */
export function WeekCells({ label, describedBy, cell, isMarked, text, onKeyDown, ref }: WeekCellsProps) {
  const id = useId();
  // Each cell has its own id, so that screen readers announce each cell that the cursor enters.
  const cellId = `${id}-${cell.day}-${cell.minute}`;
  return (
    <div
      ref={ref}
      role="grid"
      tabIndex={0}
      className={styles.cells}
      aria-label={label}
      aria-describedby={describedBy}
      aria-activedescendant={cellId}
      onKeyDown={onKeyDown}
    >
      <div role="row">
        <div
          key={cellId}
          id={cellId}
          role="gridcell"
          aria-selected={isMarked}
          className={styles.cursor}
          style={{
            left: percent(cell.day, 7),
            width: percent(1, 7),
            top: percent(cell.minute, dayMinutes),
            height: percent(slotMinutes, dayMinutes),
          }}
        >
          <VisuallyHidden>{text}</VisuallyHidden>
        </div>
      </div>
    </div>
  );
}
