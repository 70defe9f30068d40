import { useSignals } from '@preact/signals-react/runtime';
import { BellPlus, Plus } from 'lucide-react';
import { useState } from 'react';
import type { AdminNotice } from '../../../../src/contract/notices.ts';
import { Loaded } from '../../../components/shell/Loaded.tsx';
import { ManagerPage } from '../../../components/shell/ManagerPage.tsx';
import { paths } from '../../../navigation/paths.ts';
import { useResource } from '../../../state/resource.ts';
import { isManager } from '../../../state/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useGrowingList } from '../../../ui/use-growing-list.ts';
import { NoticeCard } from './NoticeCard.tsx';
import { NoticeDialog } from './NoticeDialog.tsx';
import styles from './Notices.module.css';

const shownAtOnce = 30;

/** 'Avisos Administrativos' (contract/README 2.8), for administrators and gestores. */
export function Notices() {
  useSignals();
  const notices = useResource('GET /api/admin/notices', {}, { enabled: isManager.value });
  const [form, setForm] = useState<{ notice: AdminNotice | undefined }>();
  const { shown, end } = useGrowingList(notices.data ?? [], shownAtOnce);

  const create = () => setForm({ notice: undefined });
  return (
    <ManagerPage
      title="Avisos Administrativos"
      subtitle="Avisos importantes que aparecem sobre o conteúdo das telas"
      back={{ href: paths.dashboard, label: 'Início' }}
      actions={
        <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={create}>
          Novo aviso
        </Button>
      }
    >
      <Loaded
        resource={notices}
        skeleton={
          <div className={styles.grid}>
            <Skeleton height="16rem" radius="var(--radius-lg)" />
            <Skeleton height="16rem" radius="var(--radius-lg)" />
          </div>
        }
        empty={
          <EmptyState
            icon={<BellPlus />}
            title="Nenhum aviso administrativo criado ainda."
            text="Um aviso aparece por 1 minuto sobre o que a tela exibe e volta depois de 1 minuto."
            action={
              <Button variant="primary" onClick={create}>
                Novo aviso
              </Button>
            }
          />
        }
      >
        {() => (
          <ul className={styles.grid} aria-label="Avisos">
            {shown.map((notice) => (
              <NoticeCard key={notice.id} notice={notice} onEdit={() => setForm({ notice })} />
            ))}
          </ul>
        )}
      </Loaded>
      <div ref={end} />
      {form && <NoticeDialog notice={form.notice} onClose={() => setForm(undefined)} />}
    </ManagerPage>
  );
}
