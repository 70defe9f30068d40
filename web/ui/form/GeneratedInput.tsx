import type { ReactNode } from 'react';
import { Button } from '../action/Button.tsx';
import { CopyButton } from '../action/CopyButton.tsx';
import { Input, type InputProps } from './Input.tsx';
import styles from './GeneratedInput.module.css';
import { Row } from '../layout/primitives.tsx';

interface GeneratedInputProps extends InputProps {
  /** The button that fills the field with a random text. */
  generate: { label: string; icon: ReactNode; onClick: () => void };
  copyLabel: string;
  copyText: string;
}

/** Shows a field for a secret to type or to generate, shown in clear text and with a copy button. */
export function GeneratedInput({ generate, copyLabel, copyText, ...input }: GeneratedInputProps) {
  return (
    <Row gap={2} align="start" wrap>
      <div className={styles.field}>
        <Input autoFocus autoComplete="off" spellCheck={false} {...input} />
      </div>
      <div className={styles.tools}>
        <Button icon={generate.icon} onClick={generate.onClick}>
          {generate.label}
        </Button>
        <CopyButton outlined label={copyLabel} text={copyText} disabled={!input.value} />
      </div>
    </Row>
  );
}
