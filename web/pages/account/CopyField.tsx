import { CopyButton } from '../../ui/action/CopyButton.tsx';
import { Input } from '../../ui/form/Input.tsx';
import styles from './Account.module.css';
import { Row } from '../../ui/layout/primitives.tsx';

/** A text that is shown once, to be selected or copied. */
export function CopyField({ label, copyLabel, text }: { label: string; copyLabel: string; text: string }) {
  return (
    <Row gap={2} align="end" className={styles.copy}>
      <Input label={label} readOnly value={text} onChange={() => {}} onFocus={(event) => event.target.select()} />
      <CopyButton label={copyLabel} caption="Copiar" text={text} />
    </Row>
  );
}
