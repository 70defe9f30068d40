import type { ReactNode } from 'react';
import type { Resource } from '../../../state/resources/resource.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Loaded } from '../loading/Loaded.tsx';
import { ManagerPage } from './ManagerPage.tsx';
import type { PageLayoutProps } from './PageLayout.tsx';

interface ManagerListPageProps<Item> extends Omit<PageLayoutProps, 'actions' | 'children'> {
  list: Resource<Item[]>;
  /** Button that adds an item; shown beside the title, and in an empty list. */
  create: { label: string; icon: ReactNode; onClick: () => void };
  empty: { icon: ReactNode; title: string; text: string };
  /** Skeleton of the list: the class of its container, and the heights of its two placeholders. */
  skeleton: { className: string | undefined; heights: readonly [string, string] };
  dialog: ReactNode;
  children: (items: Item[]) => ReactNode;
}

/** Shows a page of the administration with a list and a button that adds an item. `dialog`: the open dialog of an item, if any. */
export function ManagerListPage<Item>({
  list,
  create: { label, icon, onClick },
  empty,
  skeleton,
  dialog,
  children,
  ...page
}: ManagerListPageProps<Item>) {
  return (
    <ManagerPage
      {...page}
      actions={
        <Button variant="primary" icon={icon} onClick={onClick}>
          {label}
        </Button>
      }
    >
      <Loaded
        resource={list}
        skeleton={
          <div className={skeleton.className}>
            {skeleton.heights.map((height, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a skeleton has no identity but its position
              <Skeleton key={index} height={height} radius="var(--radius-lg)" />
            ))}
          </div>
        }
        empty={
          <EmptyState
            {...empty}
            action={
              <Button variant="primary" onClick={onClick}>
                {label}
              </Button>
            }
          />
        }
      >
        {children}
      </Loaded>
      {dialog}
    </ManagerPage>
  );
}
