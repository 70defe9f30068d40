import { useSignals } from '@preact/signals-react/runtime';
import { RecoveryCodes } from '../../components/second-factor/RecoveryCodes.tsx';
import { user } from '../../state/session.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';

/** The recovery codes, until they are closed on purpose. */
export function RecoveryDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  useSignals();
  return (
    <Dialog
      open
      title="Guarde os códigos de recuperação"
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Guardei os códigos
        </Button>
      }
    >
      <RecoveryCodes codes={codes} email={user.value?.email ?? ''} />
    </Dialog>
  );
}
