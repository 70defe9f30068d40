import { GripVertical } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { classNames } from '../styles/class-names.ts';
import styles from './SortableList.module.css';
import { shiftOf, type SortableItems, useSorting } from './use-sorting.ts';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import { Stack } from '../layout/primitives.tsx';

interface SortableListProps<T> extends SortableItems<T> {
  label: string;
  /** Renders one line, with the drag handle `handle` in it. */
  children: (item: T, handle: ReactNode) => ReactNode;
}

/**
 * Shows a list that people sort by dragging handles, or with keys (space selects and drops, arrows move, Esc cancels). Every
 * step is announced to screen readers.
 */
export function SortableList<T>({
  label,
  items,
  total = items.length,
  keyOf,
  nameOf,
  onMove,
  children,
}: SortableListProps<T>) {
  const hintId = useId();
  const list = useRef<HTMLUListElement>(null);
  const { drag, announcement, handleProps } = useSorting(list, { items, total, keyOf, nameOf, onMove });

  return (
    <>
      <VisuallyHidden>
        <span id={hintId}>Pressione espaço para selecionar, as setas para mover e espaço para soltar.</span>
      </VisuallyHidden>
      <Stack as="ul" fluid gap={2} ref={list} className={styles.list} aria-label={label}>
        {items.map((item, index) => {
          const isDragged = drag?.key === keyOf(item);
          const shift = shiftOf(drag, keyOf(item), index);
          return (
            <li
              key={keyOf(item)}
              className={classNames(
                styles.line,
                drag && styles.moving,
                isDragged && styles.dragged,
                isDragged && drag.by === 'pointer' && styles.followsPointer,
              )}
              style={shift === 0 ? undefined : { transform: `translateY(${shift}px)` }}
            >
              {children(
                item,
                <button
                  type="button"
                  className={styles.handle}
                  data-handle={keyOf(item)}
                  aria-label={`Mover ${nameOf(item)}, posição ${index + 1} de ${total}`}
                  aria-describedby={hintId}
                  aria-pressed={isDragged}
                  {...handleProps(item)}
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
