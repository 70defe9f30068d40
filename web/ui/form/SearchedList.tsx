import { type ReactNode, useState } from 'react';
import { filterBySearch, searchedNamesFirst } from '../../../src/contract/text/search-text.ts';
import { Stack, Text } from '../layout/primitives.tsx';
import { SearchField } from './SearchField.tsx';

/** Number of matches shown at once; the search finds the others. Thousands of checkboxes would stop the page for seconds. */
const maxShown = 30;

interface SearchedListProps<Item> {
  items: readonly Item[];
  /** Label of the search. */
  label: string;
  textOf: (item: Item) => string;
  isChosen: (item: Item) => boolean;
  /** Minimum number of items for a search. */
  searchedFrom?: number;
  onSearch?: (search: string) => void;
  /** True if there are more matches than `items`. */
  isPart?: boolean;
  /** True while `items` may lack matches because the server still searches. */
  isSearching?: boolean;
  children: (shown: readonly Item[]) => ReactNode;
}

/** Renders choices with `children`. A long list has a search, and shows the first matches and up to `maxShown` chosen items. */
export function SearchedList<Item>({
  items,
  label,
  textOf,
  isChosen,
  searchedFrom = maxShown + 1,
  onSearch,
  isPart = false,
  isSearching = false,
  children,
}: SearchedListProps<Item>) {
  const [search, setSearch] = useState('');
  if (items.length < searchedFrom) return children(items);
  const compareNames = searchedNamesFirst(search);
  const found = filterBySearch(items, search, textOf).sort((a, b) => compareNames(textOf(a), textOf(b)));
  const chosen = items.filter(isChosen);
  const shown = new Set([...found.slice(0, maxShown), ...(chosen.length <= maxShown ? chosen : [])]);
  const hiddenCount = found.filter((item) => !shown.has(item)).length;
  return (
    <Stack gap={2}>
      {/* Enter would send the form around it. */}
      <div onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}>
        <SearchField
          label={label}
          value={search}
          onChange={(text) => {
            setSearch(text);
            onSearch?.(text);
          }}
        />
      </div>
      {children(items.filter((item) => shown.has(item)))}
      <Text as="p" muted size="sm" role="status">
        {isSearching
          ? 'Buscando...'
          : found.length === 0
            ? !isPart && 'Nada encontrado.'
            : hiddenCount > 0 && `Mais ${isPart ? 'de ' : ''}${hiddenCount}: continue digitando para encontrar.`}
      </Text>
    </Stack>
  );
}
