import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import type { Resource } from '../../../state/resources/resource.ts';
import { Callout } from '../../../ui/feedback/Callout.tsx';
import { Text } from '../../../ui/layout/primitives.tsx';
import { LoadError } from './LoadError.tsx';

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

/** Shows a resource: the skeleton, the error with another try, `empty`, or what `children` makes of the data. */
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
        <Text as="div" marginBottom={4}>
          <Callout tone="warning" role="alert">
            A lista pode estar desatualizada: {error.message}
          </Callout>
        </Text>
      )}
      {empty && Array.isArray(data) && data.length === 0 ? empty : children(data)}
    </>
  );
}
