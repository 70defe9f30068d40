import { useSignals } from '@preact/signals-react/runtime';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useResource } from '../../state/resource.ts';
import { isManager } from '../../state/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { LoadError } from '../shell/LoadError.tsx';
import styles from './Urgent.module.css';
import { UrgentForm } from './UrgentForm.tsx';
import { UrgentHistory } from './UrgentHistory.tsx';
import { UrgentRunning } from './UrgentRunning.tsx';

/** What runs, with what each screen made of it; else the form that sends one. Below it the last ones. */
export function UrgentDialog({ onClose }: { onClose: () => void }) {
  useSignals();
  const own = useResource('GET /api/urgent');
  const ofAll = useResource('GET /api/admin/urgent', {}, { enabled: isManager.value });
  const [isWriting, setWriting] = useState(false);
  const lists = [own, ...(isManager.value ? [ofAll] : [])];
  const failed = lists.find(({ data, error }) => error && !data);
  const notices = lists.every(({ data }) => data)
    ? [
        ...(ofAll.data?.notices ?? []).map((notice) => ({ notice, isOfAll: true })),
        // A manager sees his own screens' share of those above, too.
        ...(own.data?.notices ?? [])
          .filter(({ isPlatform }) => !(isPlatform && isManager.value))
          .map((notice) => ({ notice, isOfAll: false })),
      ].sort((a, b) => b.notice.id - a.notice.id)
    : undefined;

  if (!notices) {
    return (
      <Dialog open title="Aviso urgente" onClose={onClose}>
        {failed ? (
          <LoadError error={failed.error} onRetry={failed.refetch} what="os avisos" />
        ) : (
          <Skeleton height="14rem" />
        )}
      </Dialog>
    );
  }
  const running = notices.filter(({ notice }) => notice.isRunning);
  if (isWriting || running.length === 0)
    return (
      <UrgentForm
        onClose={running.length > 0 ? () => setWriting(false) : onClose}
        onSent={() => setWriting(false)}
        history={<UrgentHistory notices={notices.filter(({ notice }) => !notice.isRunning).slice(0, 10)} />}
      />
    );
  return (
    <Dialog
      open
      title="Aviso urgente no ar"
      onClose={onClose}
      footer={
        <Button icon={<Plus />} onClick={() => setWriting(true)}>
          Outro aviso
        </Button>
      }
    >
      <div className={styles.sections}>
        {running.map(({ notice, isOfAll }) => (
          <UrgentRunning key={notice.id} notice={notice} isOfAll={isOfAll} />
        ))}
        <UrgentHistory notices={notices.filter(({ notice }) => !notice.isRunning).slice(0, 10)} />
      </div>
    </Dialog>
  );
}
