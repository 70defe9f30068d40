import { LayoutGrid, Rows3 } from 'lucide-react';
import { RefreshButton } from '../../../../ui/action/RefreshButton.tsx';
import { SearchField } from '../../../../ui/form/SearchField.tsx';
import { Segmented } from '../../../../ui/form/choice/Segmented.tsx';
import { Select } from '../../../../ui/form/Select.tsx';
import styles from './UserFilters.module.css';
import { type Filters, type Sort, type Tab } from './user-list.ts';

export type View = 'table' | 'cards';

const profiles: readonly { value: Filters['profile']; label: string }[] = [
  { value: 'all', label: 'Todos os tipos' },
  { value: 'administrator', label: 'Administradores' },
  { value: 'gestor', label: 'Gestores' },
  { value: 'common', label: 'Comuns' },
];
const statuses: readonly { value: Filters['status']; label: string }[] = [
  { value: 'all', label: 'Todos os status' },
  { value: 'approved', label: 'Aprovados' },
  { value: 'pending', label: 'Pendentes' },
  { value: 'blocked', label: 'Bloqueados' },
];
const sortOptions: readonly { value: Sort; label: string }[] = [
  { value: 'date-asc', label: 'Mais antigos' },
  { value: 'date-desc', label: 'Mais recentes' },
  { value: 'name-asc', label: 'Nome: A a Z' },
  { value: 'name-desc', label: 'Nome: Z a A' },
  { value: 'email-asc', label: 'Email: A a Z' },
  { value: 'email-desc', label: 'Email: Z a A' },
];

export interface UserFiltersProps {
  tab: Tab;
  filters: Filters;
  onChange: (filters: Filters) => void;
  view: View;
  onView: (view: View) => void;
  onRefresh: () => void;
}

/** Shows search, filters, order, view and refresh button. In 'Pendentes' the status is fixed. */
export function UserFilters({ tab, filters, onChange, view, onView, onRefresh }: UserFiltersProps) {
  const set =
    <Name extends keyof Filters>(name: Name) =>
    (value: Filters[Name]) =>
      onChange({ ...filters, [name]: value });
  return (
    <search className={styles.bar}>
      <div className={styles.search}>
        <SearchField label="Buscar por nome ou email" value={filters.search} onChange={set('search')} />
      </div>
      <Select hideLabel label="Tipo" value={filters.profile} onChange={set('profile')} options={profiles} />
      <Select
        hideLabel
        label="Status"
        value={tab === 'pending' ? 'pending' : filters.status}
        disabled={tab === 'pending'}
        onChange={set('status')}
        options={statuses}
      />
      <Select hideLabel label="Ordenar" value={filters.sort} onChange={set('sort')} options={sortOptions} />
      <div className={styles.view}>
        <Segmented<View>
          label="Exibição"
          value={view}
          onChange={onView}
          options={[
            { value: 'table', label: 'Tabela', icon: <Rows3 aria-hidden="true" /> },
            { value: 'cards', label: 'Cards', icon: <LayoutGrid aria-hidden="true" /> },
          ]}
        />
      </div>
      <div className={styles.refresh}>
        <RefreshButton onRefresh={onRefresh} />
      </div>
    </search>
  );
}
