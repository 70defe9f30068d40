import { useSignals } from '@preact/signals-react/runtime';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { hasCapability } from '../../state/session.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { LoadError } from '../shell/loading/LoadError.tsx';
import { UrgentForm } from './UrgentForm.tsx';
import { UrgentHistory } from './UrgentHistory.tsx';
import { UrgentRunning } from './UrgentRunning.tsx';
import { useRunningNotices, useUrgentNotices } from './use-urgent.ts';
import { Stack } from '../../ui/layout/primitives.tsx';

/** Shows the running notices with their receipts, or the form when there are none; below, the notices that have ended. */
export function UrgentDialog({ onClose }: { onClose: () => void }) {
  useSignals();
  const { notices, firstPages, failed } = useUrgentNotices();
  const running = useRunningNotices(notices);
  const [isFormOpen, setFormOpen] = useState(false);
  const maySend = hasCapability('urgent');

  if (!notices) {
    return (
      <Dialog open title="Aviso urgente" onClose={onClose}>
        {failed ? (
          <LoadError error={failed.error} onRetry={failed.refetch} subject="os avisos" />
        ) : (
          <Skeleton height="14rem" />
        )}
      </Dialog>
    );
  }
  const history = <UrgentHistory firstPages={firstPages} />;
  if (maySend && (isFormOpen || running.length === 0))
    return (
      <UrgentForm
        onClose={running.length > 0 ? () => setFormOpen(false) : onClose}
        onSent={() => setFormOpen(false)}
        history={history}
      />
    );
  return (
    <Dialog
      open
      title="Aviso urgente no ar"
      onClose={onClose}
      footer={
        maySend && (
          <Button icon={<Plus />} onClick={() => setFormOpen(true)}>
            Outro aviso
          </Button>
        )
      }
    >
      <Stack gap={4}>
        {running.length === 0 && <p>O aviso já saiu das telas.</p>}
        {running.map((each) => (
          <UrgentRunning key={each.notice.id} {...each} />
        ))}
        {history}
      </Stack>
    </Dialog>
  );
}
