import { useSignals } from '@preact/signals-react/runtime';
import { Siren } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { may, mayUse } from '../../state/session.ts';
import styles from './UrgentButton.module.css';

const UrgentDialog = lazy(async () => ({ default: (await import('./UrgentDialog.tsx')).UrgentDialog }));

/** In the bar of every page, for who may send urgent notices (contract/README 18.1). */
export function UrgentButton() {
  useSignals();
  const [isOpen, setOpen] = useState(false);
  if (!may('urgent') || !mayUse('canAccessManagement')) return null;
  return (
    <>
      <button
        type="button"
        className={styles.button}
        title="Aviso urgente"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Siren aria-hidden="true" />
        <span>Aviso urgente</span>
      </button>
      {isOpen && (
        <Suspense>
          <UrgentDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
