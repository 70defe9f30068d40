/** Filters and sorts the contents (contract/README 3.1). */
import type { Video } from '../../../../../src/contract/media.ts';
import { filterBySearch } from '../../../../ui/text/search-text.ts';

export type Sort = 'date-desc' | 'date-asc' | 'name-asc' | 'name-desc' | 'size-desc' | 'size-asc';
export type TypeFilter = 'all' | 'video' | 'image';

export interface View {
  sort: Sort;
  type: TypeFilter;
  search: string;
}

export const sorts: readonly { value: Sort; label: string }[] = [
  { value: 'date-desc', label: 'Mais recentes' },
  { value: 'date-asc', label: 'Mais antigos' },
  { value: 'name-asc', label: 'Nome (A-Z)' },
  { value: 'name-desc', label: 'Nome (Z-A)' },
  { value: 'size-desc', label: 'Maior tamanho' },
  { value: 'size-asc', label: 'Menor tamanho' },
];

const types: readonly TypeFilter[] = ['all', 'video', 'image'];

/** Parses order, kind and search from a query string. Omits unknown values. */
export function viewOfQuery(query: string): Partial<View> {
  const params = new URLSearchParams(query);
  const sort = sorts.find(({ value }) => value === params.get('ordem'))?.value;
  const type = types.find((each) => each === params.get('tipo'));
  const search = params.get('busca');
  return { ...(sort && { sort }), ...(type && { type }), ...(search !== null && { search }) };
}

/** Returns the part of a query string for order and kind. Omits the defaults. */
export const queryOfView = ({ sort, type }: Pick<View, 'sort' | 'type'>) =>
  (sort === 'date-desc' ? '' : `&ordem=${sort}`) + (type === 'all' ? '' : `&tipo=${type}`);

const names = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' });

const ascending: Record<'date' | 'name' | 'size', (left: Video, right: Video) => number> = {
  date: (left, right) => left.uploadedAt.localeCompare(right.uploadedAt) || left.id - right.id,
  name: (left, right) => names.compare(left.name, right.name) || left.id - right.id,
  size: (left, right) => left.sizeMb - right.sizeMb || left.id - right.id,
};

/** True if the item counts as an image (contract/README 3.1): its displayDuration is above 0. */
export const isImage = ({ displayDuration }: Pick<Video, 'displayDuration'>) => (displayDuration ?? 0) > 0;

/** Returns the matching items in the chosen order, as a new list. */
export function filterAndSort(videos: readonly Video[], { sort, type, search }: View): Video[] {
  const [field, direction] = sort.split('-') as ['date' | 'name' | 'size', 'asc' | 'desc'];
  const compare = ascending[field];
  const found = matchingNames(videos, search).filter(
    (video) => type === 'all' || isImage(video) === (type === 'image'),
  );
  return found.sort(direction === 'asc' ? compare : (left, right) => compare(right, left));
}

export const matchingNames = <Named extends { name: string }>(items: readonly Named[], search: string): Named[] =>
  filterBySearch(items, search, ({ name }) => name);
