import { LayoutGrid, List } from 'lucide-react';
import type { ScreenGroup } from '../../../../src/contract/groups.ts';
import type { ScreenFilter } from '../../../navigation/screen-filter.ts';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import { SearchField } from '../../../ui/form/SearchField.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';
import styles from './ScreensTab.module.css';
import type { ScreenFilters } from './screen-filters.ts';
import { Row, Text } from '../../../ui/layout/primitives.tsx';

const states: readonly { value: ScreenFilter; label: string }[] = [
  { value: 'all', label: 'Todas' },
  { value: 'online', label: 'Online' },
  { value: 'offline', label: 'Offline' },
  { value: 'problem', label: 'Problemas' },
];

interface ScreensFilterProps {
  filters: ScreenFilters;
  onFilters: (filters: ScreenFilters) => void;
  groups: readonly ScreenGroup[];
  isCompact: boolean;
  onCompact: (isCompact: boolean) => void;
  /** True if the filters are shown on phones; wider windows always show them. */
  isOpen: boolean;
}

/** Shows the search, the filters by state and group, and the button for compact rows. */
export function ScreensFilter({ filters, onFilters, groups, isCompact, onCompact, isOpen }: ScreensFilterProps) {
  return (
    <Row
      as="search"
      gap={2}
      align="center"
      wrap
      id="filtros"
      className={classNames(styles.filters, isOpen && styles.opened)}
    >
      <Text as="div" grow className={styles.search}>
        <SearchField
          label="Buscar por tela, playlist ou código"
          value={filters.search}
          onChange={(search) => onFilters({ ...filters, search })}
        />
      </Text>
      <IconButton
        outlined
        label="Lista compacta"
        aria-pressed={isCompact}
        icon={isCompact ? <LayoutGrid /> : <List />}
        onClick={() => onCompact(!isCompact)}
      />
      <Select
        label="Estado"
        hideLabel
        value={filters.state}
        onChange={(state) => onFilters({ ...filters, state })}
        options={states}
      />
      {groups.length > 0 && (
        <Select
          label="Grupo"
          hideLabel
          value={groups.some(({ id }) => id === filters.groupId) ? String(filters.groupId) : 'all'}
          onChange={(id) => onFilters({ ...filters, groupId: id === 'all' ? undefined : Number(id) })}
          options={[
            { value: 'all', label: 'Todos os grupos' },
            ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      )}
    </Row>
  );
}
