import type { MouseEvent } from 'react';
import type { Video } from '../../../../../src/contract/media.ts';
import styles from './SelectionCheckbox.module.css';

interface SelectionCheckboxProps {
  video: Video;
  checked: boolean;
  onToggle: (isRange: boolean) => void;
}

/** Shows the checkbox that selects an item. With Shift (`isRange`) it selects all items from the last clicked one to this one. */
export function SelectionCheckbox({ video, checked, onToggle }: SelectionCheckboxProps) {
  return (
    <label className={styles.box} onMouseDown={(event: MouseEvent) => event.shiftKey && event.preventDefault()}>
      <input
        type="checkbox"
        checked={checked}
        aria-label={`Selecionar ${video.name}`}
        onClick={(event) => onToggle(event.shiftKey)}
      />
    </label>
  );
}
