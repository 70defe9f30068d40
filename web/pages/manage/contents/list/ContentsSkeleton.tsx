import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx';
import { VisuallyHidden } from '../../../../ui/layout/VisuallyHidden.tsx';
import { rowHeight } from './ContentRow.tsx';
import { Grid, Stack } from '../../../../ui/layout/primitives.tsx';

interface ContentsSkeletonProps {
  what?: string;
  isList?: boolean;
}

/** Shows placeholders for the cards or rows of a tab while they load. */
export function ContentsSkeleton({ what = 'conteúdos', isList = false }: ContentsSkeletonProps) {
  const height = isList ? `${rowHeight()}rem` : '16rem';
  const radius = isList ? 'var(--radius)' : 'var(--radius-lg)';
  const items = Array.from({ length: 8 }, (_, index) => <Skeleton key={index} height={height} radius={radius} />);
  return (
    <div role="status">
      <VisuallyHidden>Carregando {what}</VisuallyHidden>
      {isList ? (
        <Stack gap={2}>{items}</Stack>
      ) : (
        <Grid min="15rem" gap={4}>
          {items}
        </Grid>
      )}
    </div>
  );
}
