import { GripVertical } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { classNames } from '../styles/class-names.ts';
import styles from './SortableList.module.css';
import { shiftOf, type Sortable, useSorting } from './use-sorting.ts';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import { Stack } from '../layout/primitives.tsx';

export interface SortableListProps<T> extends Sortable<T> {
  label: string;
  /** One line; `handle` is the grip to put into it. */
  children: (item: T, handle: ReactNode) => ReactNode;
}

/**
 * A list to put in order: by the grip with mouse or finger, or by keys (space takes and puts down, arrows move, Esc puts back).
 * Every step is announced.
 */
export function SortableList<T>({ label, items, keyOf, nameOf, onMove, children }: SortableListProps<T>) {
  const hintId = useId();
  const list = useRef<HTMLUListElement>(null);
  const { drag, announcement, gripHandlers } = useSorting(list, { items, keyOf, nameOf, onMove });

  return (
    <>
      <VisuallyHidden>
        <span id={hintId}>Pressione espaço para selecionar, as setas para mover e espaço para soltar.</span>
      </VisuallyHidden>
      <Stack as="ul" fluid gap={2} ref={list} className={styles.list} aria-label={label}>
        {items.map((item, index) => {
          const isTaken = drag?.key === keyOf(item);
          const shift = shiftOf(drag, keyOf(item), index);
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
                  {...gripHandlers(item)}
                >
                  <GripVertical />
                </button>,
              )}
            </li>
          );
        })}
      </Stack>
      <VisuallyHidden>
        <span aria-live="assertive">{announcement}</span>
      </VisuallyHidden>
    </>
  );
}
