import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import type { Resource } from '../../../state/resources/resource.ts';
import { Callout } from '../../../ui/feedback/Callout.tsx';
import { Text } from '../../../ui/layout/primitives.tsx';
import { LoadError } from './LoadError.tsx';

interface LoadedProps<T> {
  resource: Pick<Resource<T>, 'data' | 'error' | 'refetch'>;
  /** Shown until the first response: Skeletons in the shape of the data. */
  skeleton: ReactNode;
  /** Shown instead of an empty list: an EmptyState. */
  empty?: ReactNode;
  /** After a failed reload, shows above the data that the list may be outdated. */
  warnsWhenStale?: boolean;
  children: (data: T) => ReactNode;
}

/** Shows a resource: its skeleton, its error with a retry button, `empty`, or the data as rendered by `children`. */
export function Loaded<T>({
  resource: { data, error, refetch },
  skeleton,
  empty,
  warnsWhenStale,
  children,
}: LoadedProps<T>) {
  // Subscribes to the signals that `children` reads.
  useSignals();
  if (!data) return error ? <LoadError error={error} onRetry={refetch} /> : skeleton;
  return (
    <>
      {warnsWhenStale && error && (
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
