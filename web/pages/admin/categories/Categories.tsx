import { useSignals } from '@preact/signals-react/runtime';
import { FolderPlus } from 'lucide-react';
import { useState } from 'react';
import type { AdminCategory } from '../../../../src/contract/categories.ts';
import { ManagerListPage } from '../../../components/shell/layout/ManagerListPage.tsx';
import { paths } from '../../../navigation/paths.ts';
import { useResource } from '../../../state/resources/resource.ts';
import { isManager } from '../../../state/session.ts';
import { Select } from '../../../ui/form/Select.tsx';
import { plural } from '../../../ui/text/format.ts';
import styles from './Categories.module.css';
import { CategoryDialog } from './CategoryDialog.tsx';
import { CategoryPanel } from './CategoryPanel.tsx';
import { selectedCategory } from './category-lists.ts';
import { Stack, Text } from '../../../ui/layout/primitives.tsx';

/** Shows the page 'Conteúdo Antessala' (contract/README 2.6): categories of platform contents, and the users with access. */
export function Categories() {
  useSignals();
  const categories = useResource('GET /api/admin/categories', {}, { enabled: isManager.value });
  const [chosenId, setChosenId] = useState<number>();
  const [form, setForm] = useState<{ category: AdminCategory | undefined }>();

  return (
    <ManagerListPage
      title="Conteúdo Antessala"
      subtitle="Organize o conteúdo da plataforma em categorias e escolha quem pode usar cada uma"
      back={{ href: paths.landing, label: 'Início' }}
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
        form && <CategoryDialog category={form.category} onSaved={setChosenId} onClose={() => setForm(undefined)} />
      }
    >
      {(all) => {
        const selected = selectedCategory(all, chosenId);
        if (!selected) return null;
        return (
          <div className={styles.columns}>
            <div className={styles.sidebar}>
              <CategoryList categories={all} selectedId={selected.id} onOpen={setChosenId} />
            </div>
            <div className={styles.select}>
              <Select
                label="Categoria"
                value={String(selected.id)}
                onChange={(id) => setChosenId(Number(id))}
                options={all.map(({ id, name }) => ({ value: String(id), label: name }))}
              />
            </div>
            <CategoryPanel key={selected.id} category={selected} onEdit={() => setForm({ category: selected })} />
          </div>
        );
      }}
    </ManagerListPage>
  );
}

function CategoryList({
  categories,
  selectedId,
  onOpen,
}: {
  categories: readonly AdminCategory[];
  selectedId: number;
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
              aria-current={id === selectedId || undefined}
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
