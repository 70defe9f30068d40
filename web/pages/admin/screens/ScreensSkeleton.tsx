import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Grid, Stack } from '../../../ui/layout/primitives.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import styles from './ScreenDirectory.module.css';

/** Shows placeholders in place of the cards until the first response, and while the server searches. */
export function ScreensSkeleton({ hasFilters = false }: { hasFilters?: boolean }) {
  return (
    <div role="status">
      <VisuallyHidden>Carregando telas...</VisuallyHidden>
      {hasFilters && (
        <Stack fluid gap={3} className={styles.filters}>
          <Skeleton height="var(--control)" radius="var(--radius)" />
        </Stack>
      )}
      <Grid min="22rem" gap={4} className={styles.grid}>
        {[1, 2, 3, 4, 5, 6].map((key) => (
          <Skeleton key={key} height="17rem" radius="var(--radius-lg)" />
        ))}
      </Grid>
    </div>
  );
}
