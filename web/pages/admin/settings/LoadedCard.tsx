import type { ReactNode } from 'react';
import { Loaded } from '../../../components/shell/loading/Loaded.tsx';
import type { Resource } from '../../../state/resources/resource.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';

/** Shows a resource in a card, with a skeleton of `height` while it loads, or with the error. */
export function LoadedCard<T>({
  title,
  resource,
  height,
  actions,
  children,
}: {
  title: string;
  resource: Resource<T>;
  height: string;
  actions?: (data: T) => ReactNode;
  children: (data: T) => ReactNode;
}) {
  return (
    <Card title={title} actions={resource.data && actions?.(resource.data)}>
      <Loaded resource={resource} skeleton={<Skeleton height={height} radius="var(--radius)" />}>
        {children}
      </Loaded>
    </Card>
  );
}
