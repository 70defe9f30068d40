import { useSignals } from '@preact/signals-react/runtime';
import { BellPlus, Plus } from 'lucide-react';
import { useState } from 'react';
import type { AdminNotice } from '../../../../src/contract/notices.ts';
import { ManagerListPage } from '../../../components/shell/layout/ManagerListPage.tsx';
import { paths } from '../../../navigation/paths.ts';
import { useResource } from '../../../state/resources/resource.ts';
import { isManager } from '../../../state/session.ts';
import { useInfiniteScroll } from '../../../ui/data/use-infinite-scroll.ts';
import { NoticeCard } from './NoticeCard.tsx';
import { NoticeDialog } from './NoticeDialog.tsx';
import styles from './Notices.module.css';

const batchSize = 30;

/** Shows the page 'Avisos Administrativos' (contract/README 2.8) to administrators and gestores. */
export function Notices() {
  useSignals();
  const notices = useResource('GET /api/admin/notices', {}, { enabled: isManager.value });
  const [form, setForm] = useState<{ notice: AdminNotice | undefined }>();
  const { shown, end } = useInfiniteScroll(notices.data ?? [], batchSize);

  return (
    <ManagerListPage
      title="Avisos Administrativos"
      subtitle="Avisos importantes que aparecem sobre o conteúdo das telas"
      back={{ href: paths.home, label: 'Início' }}
      list={notices}
      create={{
        label: 'Novo aviso',
        icon: <Plus aria-hidden="true" />,
        onClick: () => setForm({ notice: undefined }),
      }}
      empty={{
        icon: <BellPlus />,
        title: 'Nenhum aviso administrativo criado ainda.',
        text: 'Um aviso aparece por 1 minuto sobre o que a tela exibe e volta depois de 1 minuto.',
      }}
      skeleton={{ className: styles.grid, heights: ['16rem', '16rem'] }}
      dialog={form && <NoticeDialog notice={form.notice} onClose={() => setForm(undefined)} />}
    >
      {() => (
        <>
          <ul className={styles.grid} aria-label="Avisos">
            {shown.map((notice) => (
              <NoticeCard key={notice.id} notice={notice} onEdit={() => setForm({ notice })} />
            ))}
          </ul>
          <div ref={end} />
        </>
      )}
    </ManagerListPage>
  );
}
