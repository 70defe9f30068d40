/** Selects the category and the contents that the categories page shows, and validates a category (contract/README 2.6). Pure. */
import type { CategoryVideo } from '../../../../src/contract/categories.ts';
import { filterBySearch } from '../../../../src/contract/text/search-text.ts';

/** Returns the chosen category, or the first category if none is chosen or the chosen one was deleted. */
export function selectedCategory<C extends { id: number }>(categories: readonly C[], chosenId: number | undefined) {
  return categories.find(({ id }) => id === chosenId) ?? categories[0];
}

/** Returns the contents whose name matches the search, the newest first. */
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

/** Validates a category: its name is required (contract/README 5.1). */
export const categoryErrors = ({ name }: CategoryForm) => ({
  name: name.trim() === '' ? 'Nome da categoria é obrigatório' : undefined,
});
