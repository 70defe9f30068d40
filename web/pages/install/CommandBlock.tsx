import { Breakable } from '../../ui/text/Breakable.tsx';
import { CopyButton } from '../../ui/action/CopyButton.tsx';
import styles from './CommandBlock.module.css';

/** Something to be typed or pasted exactly so. `label`: what it is, for the copy button. */
export function CommandBlock({ label, text }: { label: string; text: string }) {
  return (
    <div className={styles.block}>
      <pre tabIndex={0} aria-label={label}>
        <code>{text.includes(' ') ? text : <Breakable text={text} />}</code>
      </pre>
      <div className={styles.copy}>
        <CopyButton size="sm" label={`Copiar: ${label}`} text={text} />
      </div>
    </div>
  );
}
