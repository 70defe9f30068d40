import { ListMinus, ListPlus, Trash2, X } from 'lucide-react';
import type { Video } from '../../../../../src/contract/media.ts';
import { Button } from '../../../../ui/action/Button.tsx';
import { plural } from '../../../../ui/text/format.ts';
import { IconButton } from '../../../../ui/action/IconButton.tsx';
import type { ContentEvents } from './ContentMenu.tsx';
import styles from './SelectionBar.module.css';
import { Row, Text } from '../../../../ui/layout/primitives.tsx';

interface SelectionBarProps {
  /** Selected items that match search and filter. Actions apply only to them. */
  selected: Video[];
  /** Number of selected items that search and filter hide. */
  hiddenCount: number;
  /** Number of all items that match search and filter: 'Selecionar todos' selects these. */
  shownCount: number;
  events: ContentEvents;
  isSelectingAll: boolean;
  onSelectAll: () => void;
  onClear: () => void;
}

/** Shows actions for the selected items at the bottom of the window. */
export function SelectionBar({
  selected,
  hiddenCount,
  shownCount,
  events,
  isSelectingAll,
  onSelectAll,
  onClear,
}: SelectionBarProps) {
  const isAnyInPlaylist = selected.some(({ assignments }) => assignments.length > 0);
  return (
    <Row gap={2} align="center" wrap className={styles.bar} role="toolbar" aria-label="Ações para a seleção">
      <Text size="sm" weight="bold" tabular role="status">
        {plural(selected.length, 'selecionado', 'selecionados')}
        {hiddenCount > 0 && ` · ${plural(hiddenCount, 'fora da busca', 'fora da busca')}`}
      </Text>
      {selected.length < shownCount && (
        <Button size="sm" variant="ghost" pending={isSelectingAll} onClick={onSelectAll}>
          Selecionar todos ({shownCount})
        </Button>
      )}
      <Row gap={2} align="center" wrap className={styles.actions}>
        <Button
          size="sm"
          variant="primary"
          icon={<ListPlus />}
          disabled={selected.length === 0}
          onClick={() => events.onAdd(selected)}
        >
          Adicionar
        </Button>
        <Button size="sm" icon={<ListMinus />} disabled={!isAnyInPlaylist} onClick={() => events.onRemove(selected)}>
          Remover
        </Button>
        <Button
          size="sm"
          variant="danger"
          icon={<Trash2 />}
          disabled={selected.length === 0}
          onClick={() => events.onDelete(selected)}
        >
          Excluir
        </Button>
      </Row>
      <div className={styles.clear}>
        <IconButton size="sm" label="Limpar seleção" icon={<X />} onClick={onClear} />
      </div>
    </Row>
  );
}
