/** Filters and sorts the contents (contract/README 3.1). */
import type { Video } from '../../../../../src/contract/media.ts';
import {
  contentOrder,
  type ContentSort,
  type ContentsView,
  contentFilter,
} from '../../../../../src/contract/changes/views.ts';

export type TypeFilter = 'all' | 'video' | 'image';

export interface View {
  sort: ContentSort;
  type: TypeFilter;
  search: string;
}

export const sortOptions: readonly { value: ContentSort; label: string }[] = [
  { value: 'date-desc', label: 'Mais recentes' },
  { value: 'date-asc', label: 'Mais antigos' },
  { value: 'name-asc', label: 'Nome (A-Z)' },
  { value: 'name-desc', label: 'Nome (Z-A)' },
  { value: 'size-desc', label: 'Maior tamanho' },
  { value: 'size-asc', label: 'Menor tamanho' },
];

const types: readonly TypeFilter[] = ['all', 'video', 'image'];

/** Parses `sort`, `type` and `search` from the query string of an address. Omits unknown values. */
export function viewFromAddress(query: string): Partial<View> {
  const params = new URLSearchParams(query);
  const sort = sortOptions.find(({ value }) => value === params.get('ordem'))?.value;
  const type = types.find((each) => each === params.get('tipo'));
  const search = params.get('busca');
  return { ...(sort && { sort }), ...(type && { type }), ...(search !== null && { search }) };
}

/** Returns the part of an address's query string for `sort` and `type`. Omits the defaults. */
export const addressQueryOf = ({ sort, type }: Pick<View, 'sort' | 'type'>) =>
  (sort === 'date-desc' ? '' : `&ordem=${sort}`) + (type === 'all' ? '' : `&tipo=${type}`);

/** Converts the view to the query of `GET /api/videos`, without defaults. */
export const contentsQuery = ({ sort, type, search }: View): ContentsView => ({
  sort: sort === 'date-desc' ? undefined : sort,
  type: type === 'all' ? undefined : type,
  search,
});

/** Returns the matching items in the chosen order, as a new list. */
export function filterAndSort(videos: readonly Video[], view: View): Video[] {
  const query = contentsQuery(view);
  return videos.filter(contentFilter(query)).sort(contentOrder(query));
}
