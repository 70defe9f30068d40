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
  /** It belongs to more than itself. */
  isMarked: boolean;
  words: string;
  onKeyDown: (event: KeyboardEvent) => void;
  ref: Ref<HTMLDivElement>;
}

/** The grid as the keyboard and screen readers have it: of all its cells only the one that the cursor is on. */
export function WeekCells({ label, describedBy, cell, isMarked, words, onKeyDown, ref }: WeekCellsProps) {
  const id = useId();
  // Another id for another cell: screen readers tell what is new.
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
          <VisuallyHidden>{words}</VisuallyHidden>
        </div>
      </div>
    </div>
  );
}
