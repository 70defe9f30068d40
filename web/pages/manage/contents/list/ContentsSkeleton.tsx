import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx';
import { VisuallyHidden } from '../../../../ui/layout/VisuallyHidden.tsx';
import { rowHeight } from './ContentRow.tsx';
import styles from './ContentsSkeleton.module.css';

/** The shape of a tab while what it shows loads: cards, or the lines of a list. */
export function ContentsSkeleton({ what = 'conteúdos', isList = false }: { what?: string; isList?: boolean }) {
  return (
    <div role="status">
      <VisuallyHidden>Carregando {what}</VisuallyHidden>
      <div className={isList ? styles.list : styles.grid}>
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton
            key={index}
            height={isList ? `${rowHeight()}rem` : '16rem'}
            radius={isList ? 'var(--radius)' : 'var(--radius-lg)'}
          />
        ))}
      </div>
    </div>
  );
}
