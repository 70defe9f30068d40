import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import styles from './ScreenDirectory.module.css';
import { Grid } from '../../../ui/layout/primitives.tsx';

/** The grid before the first response. */
export function ScreensSkeleton() {
  return (
    <div role="status">
      <VisuallyHidden>Carregando telas...</VisuallyHidden>
      <div className={styles.filters}>
        <Skeleton height="var(--control)" radius="var(--radius)" />
      </div>
      <Grid min="22rem" gap={4} className={styles.grid}>
        {[1, 2, 3, 4, 5, 6].map((key) => (
          <Skeleton key={key} height="17rem" radius="var(--radius-lg)" />
        ))}
      </Grid>
    </div>
  );
}
