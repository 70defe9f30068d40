import { useSignals } from '@preact/signals-react/runtime';
import { FolderPlus } from 'lucide-react';
import { useState } from 'react';
import type { AdminCategory } from '../../../../src/contract/categories.ts';
import { AccessDenied } from '../../../components/AccessDenied.tsx';
import { LoadError } from '../../../components/LoadError.tsx';
import { PageLayout } from '../../../components/PageLayout.tsx';
import { paths } from '../../../paths.ts';
import { useResource } from '../../../state/resource.ts';
import { isManager } from '../../../state/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import styles from './Categories.module.css';
import { CategoryDialog } from './CategoryDialog.tsx';
import { CategoryList } from './CategoryList.tsx';
import { CategoryPanel } from './CategoryPanel.tsx';
import { openCategory } from './category-lists.ts';

/** 'Conteúdo Antessala' (document 2, section 2): categories of platform contents and who may see them. */
export function Categories() {
  useSignals();
  const categories = useResource('GET /api/admin/categories', {}, { enabled: isManager.value });
  const [chosen, setChosen] = useState<number>();
  const [form, setForm] = useState<{ category: AdminCategory | undefined }>();

  if (!isManager.value) return <AccessDenied text="Apenas administradores podem acessar esta área." />;
  const open = openCategory(categories.data ?? [], chosen);
  const create = () => setForm({ category: undefined });
  return (
    <PageLayout
      title="Conteúdo Antessala"
      subtitle="Organize o conteúdo da plataforma em categorias e escolha quem pode usar cada uma"
      back={{ href: paths.home, label: 'Início' }}
      actions={
        <Button variant="primary" icon={<FolderPlus aria-hidden="true" />} onClick={create}>
          Nova categoria
        </Button>
      }
    >
      {!categories.data ? (
        categories.error && !categories.loading ? (
          <LoadError error={categories.error} onRetry={categories.refetch} />
        ) : (
          <div className={styles.columns}>
            <Skeleton height="18rem" radius="var(--radius-lg)" />
            <Skeleton height="24rem" radius="var(--radius-lg)" />
          </div>
        )
      ) : !open ? (
        <EmptyState
          icon={<FolderPlus />}
          title="Nenhuma categoria criada ainda"
          text="Crie uma categoria, envie conteúdo para ela e conceda acesso aos usuários."
          action={
            <Button variant="primary" onClick={create}>
              Nova categoria
            </Button>
          }
        />
      ) : (
        <div className={styles.columns}>
          <div className={styles.side}>
            <CategoryList categories={categories.data} openId={open.id} onOpen={setChosen} />
          </div>
          <div className={styles.pick}>
            <Select
              label="Categoria"
              value={String(open.id)}
              onChange={(id) => setChosen(Number(id))}
              options={categories.data.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          </div>
          <CategoryPanel key={open.id} category={open} onEdit={() => setForm({ category: open })} />
        </div>
      )}
      {form && <CategoryDialog category={form.category} onSaved={setChosen} onClose={() => setForm(undefined)} />}
    </PageLayout>
  );
}
