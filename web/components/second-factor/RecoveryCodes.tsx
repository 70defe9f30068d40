import { Printer } from 'lucide-react';
import { createPortal } from 'react-dom';
import { Button } from '../../ui/action/Button.tsx';
import { CopyButton } from '../../ui/action/CopyButton.tsx';
import styles from './SecondFactor.module.css';

/** The codes for a lost phone, told once: to print or to copy. */
export function RecoveryCodes({ codes, email }: { codes: readonly string[]; email: string }) {
  return (
    <div className={styles.recovery}>
      <p>
        Cada código entra uma vez no lugar do celular. Guarde-os em papel, longe do computador:{' '}
        <strong>eles não aparecem de novo.</strong>
      </p>
      <ul className={styles.codes} aria-label="Códigos de recuperação">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
          Imprimir
        </Button>
        <CopyButton label="Copiar os códigos" caption="Copiar" text={codes.join('\n')} />
      </div>
      {createPortal(
        <div className={styles.sheet}>
          <h1>Antessala: códigos de recuperação</h1>
          <p>{email}. Cada código entra uma vez no lugar do celular.</p>
          <ul>
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        </div>,
        document.body,
      )}
    </div>
  );
}
