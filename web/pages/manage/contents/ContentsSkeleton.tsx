import { Skeleton } from '../../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import styles from './ContentsSkeleton.module.css';

/** The shape of the contents while they load. */
export function ContentsSkeleton() {
  return (
    <div role="status">
      <VisuallyHidden>Carregando conteúdos</VisuallyHidden>
      <div className={styles.grid}>
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton key={index} height="16rem" radius="var(--radius-lg)" />
        ))}
      </div>
    </div>
  );
}
