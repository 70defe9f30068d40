import type { List } from '../../../state/resources/resource.ts';
import { LoadError } from './LoadError.tsx';

/** Shows below the rows of a list that further rows could not be read, with a button that tries again: scrolling does not. */
export function RestError({
  list: { error, isComplete, loadMore },
  isEmpty = false,
}: {
  list: Pick<List<unknown>, 'error' | 'isComplete' | 'loadMore'>;
  /** True if a search has found no rows so far. */
  isEmpty?: boolean;
}) {
  if (!error || isComplete) return null;
  return <LoadError subject={isEmpty ? 'o resultado da busca' : 'o resto da lista'} error={error} onRetry={loadMore} />;
}
