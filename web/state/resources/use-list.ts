/** Filters and sorts a list: in the browser if it was read completely, on the server if only its beginning was read. */
import { useEffect, useRef, useState } from 'react';
import type { CallInput } from '../../api/client.ts';
import {
  type List,
  type PagedKey,
  type Resource,
  type ResourceOptions,
  type RowOf,
  rowsReader,
  useResource,
  useRows,
} from './resource.ts';

type QueryOf<Key extends PagedKey> = NonNullable<CallInput<Key>['query']>;
/** Delay of a search on the server while somebody types, ms. */
const searchDelayMs = 200;

export interface ShownList<Row> extends Omit<List<Row>, 'data'> {
  /** The account's list, or its beginning; undefined until the first response. */
  all: Row[] | undefined;
  /** True if `all` is the whole list. (`isComplete`: true if `shown` has all rows that match the query.) */
  isAllRead: boolean;
  /** True while `shown` may lack matching rows because the server has not responded to the current query. */
  isSearching: boolean;
  /** Matching rows in order. While the server searches, only those that had been read before. */
  shown: Row[];
}

/** Returns the rows that match `query`, in order. `arrange` filters and sorts rows as the server does for the query. */
export function useList<Key extends PagedKey>(
  key: Key,
  query: QueryOf<Key>,
  arrange: (rows: RowOf<Key>[]) => RowOf<Key>[],
  options: ResourceOptions = {},
): ShownList<RowOf<Key>> {
  const unfiltered = useRows(key, undefined, options);
  const queryJson = JSON.stringify(query, (_, value: unknown) => (value === '' ? undefined : value));
  const debounced = useDebounced(queryJson);
  /** Returns the query to send to the server, from its JSON; undefined if the browser filters the list itself. */
  const serverQueryOf = (json: string) =>
    unfiltered.data !== undefined && !unfiltered.isComplete && json !== '{}' ? (JSON.parse(json) as object) : undefined;
  const searchesServer = serverQueryOf(debounced.text) !== undefined;
  const found = useRows(key, serverQueryOf(debounced.text), options);
  // Both functions use the query as typed, without the delay.
  const { keepLoaded, loadAll } = rowsReader(key, serverQueryOf(queryJson));
  const { data } = found.data ? found : unfiltered;
  // Arranges again only after a change of data or query: sorting thousands of rows is too slow for every render.
  const arranged = useRef<{ data: unknown; queryJson: string; shown: RowOf<Key>[] }>(undefined);
  if (arranged.current?.data !== data || arranged.current?.queryJson !== queryJson)
    arranged.current = { data, queryJson, shown: data ? arrange([...data]) : [] };
  return {
    ...found,
    loading: found.loading || (!unfiltered.isComplete && !debounced.isUpToDate),
    isComplete: found.isComplete && (unfiltered.isComplete || debounced.isUpToDate),
    error: unfiltered.data ? found.error : unfiltered.error,
    refetch: async () => void (await Promise.all([unfiltered.refetch(), searchesServer && found.refetch()])),
    refresh: async () => void (await Promise.all([unfiltered.refresh(), searchesServer && found.refresh()])),
    keepLoaded,
    loadAll: async () => arrange([...(await loadAll())]),
    all: unfiltered.data,
    isAllRead: unfiltered.isComplete,
    isSearching:
      unfiltered.data !== undefined &&
      !unfiltered.isComplete &&
      (!debounced.isUpToDate || (found.loading && !found.data)),
    shown: arranged.current?.shown ?? [],
  };
}

/** Returns one row: from the list, or by a request of its own if the part of the list that was read lacks it. */
export function useListRow<Key extends PagedKey>(
  key: Key,
  id: number | undefined,
  { enabled = true }: ResourceOptions = {},
): Omit<List<RowOf<Key>>, 'data'> & { row: RowOf<Key> | undefined } {
  const list = useRows(key, undefined, { enabled: enabled && id !== undefined });
  const isMissing = list.data !== undefined && !list.isComplete && !list.data.some((row) => row.id === id);
  const found = useRows(key, isMissing ? { id } : undefined, { enabled: enabled && isMissing });
  const { data, ...rest } = isMissing ? found : list;
  return { ...rest, row: (data as RowOf<Key>[] | undefined)?.find((row) => row.id === id) };
}

/** Returns the number of rows that match the query: the length of `rows` if given, else the server's count once known. */
export const useCount = <Key extends PagedKey>(
  ...args: Parameters<typeof useCountWithError<Key>>
): number | undefined => useCountWithError(...args).data;

/** Like `useCount`, but also returns the error of the request. */
export function useCountWithError<Key extends PagedKey>(
  key: Key,
  query: QueryOf<Key>,
  rows: readonly unknown[] | undefined,
  options: ResourceOptions = {},
): Pick<Resource<number>, 'data' | 'error' | 'refetch'> {
  const countKey = `${key}/count` as 'GET /api/videos/count';
  const { text, isUpToDate } = useDebounced(JSON.stringify(query));
  const counted = useResource(
    countKey,
    { query: (rows ? {} : JSON.parse(text)) as object },
    { ...options, enabled: !rows && options.enabled !== false },
  );
  const { error, refetch } = counted;
  if (rows) return { data: rows.length, error: undefined, refetch };
  return { data: isUpToDate ? counted.data?.count : undefined, error, refetch };
}

/** Returns the last text that has not changed for `searchDelayMs`. `isUpToDate`: true if that is the current `text`. */
function useDebounced(text: string): { text: string; isUpToDate: boolean } {
  const [debouncedText, setDebouncedText] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedText(text), searchDelayMs);
    return () => clearTimeout(timer);
  }, [text]);
  return { text: debouncedText, isUpToDate: debouncedText === text };
}
