import { useSignals } from '@preact/signals-react/runtime';
import { LayoutGrid, LayoutTemplate, List, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { limits } from '../../../../../src/contract/limits.ts';
import { toast } from '../../../../state/toasts.ts';
import { useAction } from '../../../../state/form/use-action.ts';
import { paths } from '../../../../navigation/paths.ts';
import { hasCapability } from '../../../../state/session.ts';
import { ButtonLink } from '../../../../ui/action/Button.tsx';
import { IconButton } from '../../../../ui/action/IconButton.tsx';
import { SearchField } from '../../../../ui/form/SearchField.tsx';
import { Segmented } from '../../../../ui/form/choice/Segmented.tsx';
import { Select } from '../../../../ui/form/Select.tsx';
import { chooseLayout, contentsLayout, contentsView } from './contents-view.ts';
import styles from './ContentsToolbar.module.css';
import { sortOptions, type TypeFilter } from './view.ts';
import { Row } from '../../../../ui/layout/primitives.tsx';

export function ContentsToolbar({ onRefresh }: { onRefresh: () => Promise<void> }) {
  useSignals();
  const view = contentsView.value;
  const [isSpinning, setSpinning] = useState(false);
  const [refresh] = useAction('Erro ao atualizar', async () => {
    setSpinning(true);
    await Promise.all([onRefresh(), new Promise((resolve) => setTimeout(resolve, limits.refreshAnimationMs))]).finally(
      () => setSpinning(false),
    );
    toast({ title: 'Lista atualizada' });
  });
  const set = (patch: Partial<typeof view>) => {
    contentsView.value = { ...contentsView.peek(), ...patch };
  };
  return (
    <Row gap={3} align="center" wrap className={styles.bar} role="search">
      <div className={styles.search}>
        <SearchField label="Buscar por nome" value={view.search} onChange={(search) => set({ search })} />
      </div>
      <div className={styles.type}>
        <Segmented<TypeFilter>
          label="Tipo"
          value={view.type}
          onChange={(type) => set({ type })}
          options={[
            { value: 'all', label: 'Todos' },
            { value: 'video', label: 'Vídeos' },
            { value: 'image', label: 'Imagens' },
          ]}
        />
      </div>
      <div className={styles.sort}>
        <Select hideLabel label="Ordenar" value={view.sort} onChange={(sort) => set({ sort })} options={sortOptions} />
      </div>
      <Row gap={2}>
        {hasCapability('contents') && (
          <ButtonLink href={paths.poster} icon={<LayoutTemplate />}>
            Criar cartaz
          </ButtonLink>
        )}
        {contentsLayout.value === 'grid' ? (
          <IconButton outlined label="Ver em lista" icon={<List />} onClick={() => chooseLayout('list')} />
        ) : (
          <IconButton outlined label="Ver em grade" icon={<LayoutGrid />} onClick={() => chooseLayout('grid')} />
        )}
        <IconButton outlined label="Atualizar lista" icon={<RotateCw />} spinning={isSpinning} onClick={refresh} />
      </Row>
    </Row>
  );
}
