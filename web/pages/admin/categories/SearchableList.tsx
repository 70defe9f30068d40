import { type ReactNode, useState } from 'react';
import { Loaded } from '../../../components/shell/loading/Loaded.tsx';
import type { Resource } from '../../../state/resources/resource.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Pagination } from '../../../ui/data/Pagination.tsx';
import { SearchField } from '../../../ui/form/SearchField.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { usePagination } from '../../../ui/data/use-pagination.ts';
import styles from './CategoryPanel.module.css';
import { Row } from '../../../ui/layout/primitives.tsx';

export interface SearchableListProps<Item> {
  list: Resource<Item[]>;
  searchLabel: string;
  /** Returns the items to show: those that match the search, in order. */
  arrange: (items: readonly Item[], search: string) => readonly Item[];
  /** Buttons beside the search. */
  actions: ReactNode;
  empty: { icon: ReactNode; title: string; text: string };
  /** Title shown when nothing matches the search. */
  noMatchTitle: string;
  children: (items: readonly Item[]) => ReactNode;
}

/** Shows a category's users or contents with a search field, 50 per page. */
export function SearchableList<Item>({
  list,
  searchLabel,
  arrange,
  actions,
  empty,
  noMatchTitle,
  children,
}: SearchableListProps<Item>) {
  const [search, setSearch] = useState('');
  const { rows, ...pages } = usePagination(arrange(list.data ?? [], search), 50);
  return (
    <>
      <Row gap={3} align="center" wrap className={styles.toolbar}>
        <div className={styles.search}>
          <SearchField label={searchLabel} value={search} onChange={setSearch} />
        </div>
        {actions}
      </Row>
      <Loaded
        resource={list}
        skeleton={<Skeleton height="12rem" radius="var(--radius)" />}
        empty={<EmptyState {...empty} />}
      >
        {() =>
          rows.length > 0 ? (
            children(rows)
          ) : (
            <EmptyState
              icon={empty.icon}
              title={noMatchTitle}
              action={<Button onClick={() => setSearch('')}>Limpar busca</Button>}
            />
          )
        }
      </Loaded>
      <Pagination {...pages} />
    </>
  );
}
