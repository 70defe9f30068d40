/** Lists of the categories page: the open category, users to add, matching videos (contract/README 2.6). Pure. */
import type { CategoryVideo } from '../../../../src/contract/categories.ts';
import { filterBySearch } from '../../../ui/text/search-text.ts';

/** The chosen category, or the first while none is chosen or the chosen one is gone. */
export function openCategory<C extends { id: number }>(categories: readonly C[], chosen: number | undefined) {
  return categories.find(({ id }) => id === chosen) ?? categories[0];
}

/** Accounts without access yet. */
export function withoutAccess<U extends { id: number }>(users: readonly U[], withAccess: readonly { id: number }[]) {
  const ids = new Set(withAccess.map(({ id }) => id));
  return users.filter(({ id }) => !ids.has(id));
}

/** By name; the newest first. */
export function visibleVideos<V extends Pick<CategoryVideo, 'id' | 'name' | 'uploadedAt'>>(
  videos: readonly V[],
  search: string,
): V[] {
  return filterBySearch(videos, search, ({ name }) => name).sort((left, right) =>
    left.uploadedAt < right.uploadedAt ? 1 : left.uploadedAt > right.uploadedAt ? -1 : right.id - left.id,
  );
}

export interface CategoryForm {
  name: string;
  description: string;
}

/** Contract/README 5.1: the name is required. */
export const categoryErrors = ({ name }: CategoryForm) => ({
  name: name.trim() === '' ? 'Nome da categoria é obrigatório' : undefined,
});
