import type { MouseEvent } from 'react';
import type { Video } from '../../../../../src/contract/media.ts';
import styles from './SelectBox.module.css';

/** The tick of an item. `onToggle` hears whether shift was held: then everything up to it is meant. */
export function SelectBox({
  video,
  checked,
  onToggle,
}: {
  video: Video;
  checked: boolean;
  onToggle: (isRange: boolean) => void;
}) {
  return (
    <label className={styles.box} onMouseDown={(event: MouseEvent) => event.shiftKey && event.preventDefault()}>
      <input
        type="checkbox"
        checked={checked}
        aria-label={`Selecionar ${video.name}`}
        onChange={(event) => onToggle('shiftKey' in event.nativeEvent && event.nativeEvent.shiftKey === true)}
      />
    </label>
  );
}
