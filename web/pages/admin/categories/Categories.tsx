import { useSignals } from '@preact/signals-react/runtime';
import { FolderPlus } from 'lucide-react';
import { useState } from 'react';
import type { AdminCategory } from '../../../../src/contract/categories.ts';
import { ManagedList } from '../../../components/shell/loading/ManagedList.tsx';
import { paths } from '../../../navigation/paths.ts';
import { useResource } from '../../../state/resources/resource.ts';
import { isManager } from '../../../state/session.ts';
import { Select } from '../../../ui/form/Select.tsx';
import { plural } from '../../../ui/text/format.ts';
import styles from './Categories.module.css';
import { CategoryDialog } from './CategoryDialog.tsx';
import { CategoryPanel } from './CategoryPanel.tsx';
import { openCategory } from './category-lists.ts';
import { Stack, Text } from '../../../ui/layout/primitives.tsx';

/** 'Conteúdo Antessala' (contract/README 2.6): categories of platform contents and who may see them. */
export function Categories() {
  useSignals();
  const categories = useResource('GET /api/admin/categories', {}, { enabled: isManager.value });
  const [chosen, setChosen] = useState<number>();
  const [form, setForm] = useState<{ category: AdminCategory | undefined }>();

  return (
    <ManagedList
      title="Conteúdo Antessala"
      subtitle="Organize o conteúdo da plataforma em categorias e escolha quem pode usar cada uma"
      back={{ href: paths.home, label: 'Início' }}
      list={categories}
      create={{
        label: 'Nova categoria',
        icon: <FolderPlus aria-hidden="true" />,
        onClick: () => setForm({ category: undefined }),
      }}
      empty={{
        icon: <FolderPlus />,
        title: 'Nenhuma categoria criada ainda',
        text: 'Crie uma categoria, envie conteúdo para ela e conceda acesso aos usuários.',
      }}
      skeleton={{ className: styles.columns, heights: ['18rem', '24rem'] }}
      dialog={
        form && <CategoryDialog category={form.category} onSaved={setChosen} onClose={() => setForm(undefined)} />
      }
    >
      {(all) => {
        const open = openCategory(all, chosen);
        if (!open) return null;
        return (
          <div className={styles.columns}>
            <div className={styles.side}>
              <CategoryList categories={all} openId={open.id} onOpen={setChosen} />
            </div>
            <div className={styles.pick}>
              <Select
                label="Categoria"
                value={String(open.id)}
                onChange={(id) => setChosen(Number(id))}
                options={all.map(({ id, name }) => ({ value: String(id), label: name }))}
              />
            </div>
            <CategoryPanel key={open.id} category={open} onEdit={() => setForm({ category: open })} />
          </div>
        );
      }}
    </ManagedList>
  );
}

function CategoryList({
  categories,
  openId,
  onOpen,
}: {
  categories: readonly AdminCategory[];
  openId: number;
  onOpen: (id: number) => void;
}) {
  return (
    <nav aria-label="Categorias" className={styles.frame}>
      <ul>
        {categories.map(({ id, name, userCount, videoCount }) => (
          <li key={id}>
            <Stack
              as="button"
              type="button"
              className={styles.category}
              aria-current={id === openId || undefined}
              onClick={() => onOpen(id)}
            >
              <Text size="sm" weight="bold" breakable>
                {name}
              </Text>
              <Text muted size="xs">
                {plural(videoCount, 'conteúdo', 'conteúdos')} · {plural(userCount, 'usuário', 'usuários')}
              </Text>
            </Stack>
          </li>
        ))}
      </ul>
    </nav>
  );
}
