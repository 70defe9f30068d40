import { Printer } from 'lucide-react';
import { createPortal } from 'react-dom';
import { Button } from '../../ui/action/Button.tsx';
import { CopyButton } from '../../ui/action/CopyButton.tsx';
import styles from './SecondFactor.module.css';
import { Grid, Row, Stack } from '../../ui/layout/primitives.tsx';

/** Shows new recovery codes, which can be copied or printed. The portal is the printed sheet, invisible on the screen. */
export function RecoveryCodes({ codes, email }: { codes: readonly string[]; email: string }) {
  return (
    <Stack gap={4}>
      <p>
        Cada código entra uma vez no lugar do celular. Guarde-os em papel, longe do computador:{' '}
        <strong>eles não aparecem de novo.</strong>
      </p>
      <Grid
        as="ul"
        min="8.5rem"
        gap={4}
        rowGap={2}
        tabular
        className={styles.codes}
        aria-label="Códigos de recuperação"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Grid>
      <Row gap={2} wrap>
        <Button icon={<Printer />} onClick={() => window.print()}>
          Imprimir
        </Button>
        <CopyButton label="Copiar os códigos" caption="Copiar" text={codes.join('\n')} />
      </Row>
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
    </Stack>
  );
}
