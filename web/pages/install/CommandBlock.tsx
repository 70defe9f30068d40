import { Breakable } from '../../ui/text/Breakable.tsx';
import { CopyButton } from '../../ui/action/CopyButton.tsx';
import styles from './CommandBlock.module.css';
import { Row, Text } from '../../ui/layout/primitives.tsx';

/** Shows a text to type or paste unchanged, with a copy button. `label`: names the text for screen readers. */
export function CommandBlock({ label, text }: { label: string; text: string }) {
  return (
    <Row gap={2} align="start" className={styles.block}>
      <pre tabIndex={0} aria-label={label}>
        <code>{text.includes(' ') ? text : <Breakable text={text} />}</code>
      </pre>
      <Text as="div" noShrink className={styles.copy}>
        <CopyButton size="sm" label={`Copiar: ${label}`} text={text} />
      </Text>
    </Row>
  );
}
