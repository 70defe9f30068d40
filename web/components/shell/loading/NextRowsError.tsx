import type { List } from '../../../state/resources/resource.ts';
import { LoadError } from './LoadError.tsx';

/** Shows below a list's rows that the next ones could not be read, with a retry button, because scrolling does not retry. */
export function NextRowsError({
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
