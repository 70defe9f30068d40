import { useSignals } from '@preact/signals-react/runtime';
import { Siren } from 'lucide-react';
import { hasCapability, hasFeature } from '../../state/session.ts';
import styles from './UrgentButton.module.css';
import { isUrgentDialogOpen } from './use-urgent.ts';
import { Row } from '../../ui/layout/primitives.tsx';

/** Shows the button that opens the dialog of urgent notices, to people who may send them (contract/README 18.1). */
export function UrgentButton() {
  useSignals();
  if (!hasCapability('urgent') || !hasFeature('canAccessManagement')) return null;
  return (
    <Row
      as="button"
      gap={2}
      align="center"
      size="sm"
      weight="bold"
      noShrink
      type="button"
      className={styles.button}
      title="Aviso urgente"
      aria-haspopup="dialog"
      onClick={() => (isUrgentDialogOpen.value = true)}
    >
      <Siren />
      <span>Aviso urgente</span>
    </Row>
  );
}
