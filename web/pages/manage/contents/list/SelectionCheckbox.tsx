import type { MouseEvent } from 'react';
import type { Video } from '../../../../../src/contract/media.ts';
import styles from './SelectionCheckbox.module.css';

interface SelectionCheckboxProps {
  video: Video;
  checked: boolean;
  onToggle: (isRange: boolean) => void;
}

/** Shows the checkbox that selects an item. `isRange`: true if Shift was held, to select all items since the last clicked one. */
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
