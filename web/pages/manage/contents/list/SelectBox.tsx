import type { MouseEvent } from 'react';
import type { Video } from '../../../../../src/contract/media.ts';
import styles from './SelectBox.module.css';

interface SelectBoxProps {
  video: Video;
  checked: boolean;
  onToggle: (isRange: boolean) => void;
}

/** Shows the checkbox of an item. `isRange`: Shift was held, so select all items between this one and the last clicked one. */
export function SelectBox({ video, checked, onToggle }: SelectBoxProps) {
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
