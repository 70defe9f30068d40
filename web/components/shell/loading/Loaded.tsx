import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import type { Resource } from '../../../state/resources/resource.ts';
import { Callout } from '../../../ui/feedback/Callout.tsx';
import { LoadError } from './LoadError.tsx';
import styles from './Loaded.module.css';

export interface LoadedProps<T> {
  resource: Pick<Resource<T>, 'data' | 'error' | 'refetch'>;
  /** Shown until the first response: Skeletons of the data's shape. */
  skeleton: ReactNode;
  /** In place of a list with nothing in it: an EmptyState. */
  empty?: ReactNode;
  /** After a reload that failed, a sentence above says that the list may be old. */
  saysWhenStale?: boolean;
  children: (data: T) => ReactNode;
}

/**
 * Shows a resource: the skeleton, why it could not be loaded (with another try), nothing yet, or the data. `<Loaded
 * resource={notices} skeleton={<Skeleton height="16rem" />} empty={<EmptyState title="Nenhum aviso" />}>{(all) => <List
 * notices={all} />}</Loaded>`
 */
export function Loaded<T>({
  resource: { data, error, refetch },
  skeleton,
  empty,
  saysWhenStale,
  children,
}: LoadedProps<T>) {
  // For the signals that `children` reads.
  useSignals();
  if (!data) return error ? <LoadError error={error} onRetry={refetch} /> : skeleton;
  return (
    <>
      {saysWhenStale && error && (
        <div className={styles.stale}>
          <Callout tone="warning" role="alert">
            A lista pode estar desatualizada: {error.message}
          </Callout>
        </div>
      )}
      {empty && Array.isArray(data) && data.length === 0 ? empty : children(data)}
    </>
  );
}
