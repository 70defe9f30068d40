import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Input, type InputProps } from '../../ui/Input.tsx';
import styles from './DrawnInput.module.css';

export interface DrawnInputProps extends InputProps {
  /** The button that fills it at random. */
  draw: { label: string; icon: ReactNode; onClick: () => void };
  copyLabel: string;
  /** What is copied. */
  copyText: string;
}

/** A secret to type or to draw, shown as it is and ready to copy. */
export function DrawnInput({ draw, copyLabel, copyText, ...input }: DrawnInputProps) {
  return (
    <div className={styles.line}>
      <div className={styles.field}>
        <Input autoFocus autoComplete="off" spellCheck={false} {...input} />
      </div>
      <div className={styles.tools}>
        <Button icon={draw.icon} onClick={draw.onClick}>
          {draw.label}
        </Button>
        <CopyButton outlined label={copyLabel} text={copyText} disabled={!input.value} />
      </div>
    </div>
  );
}
