import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../action/IconButton.tsx';
import type { usePages } from './use-pages.ts';
import styles from './Pagination.module.css';
import { Row } from '../layout/primitives.tsx';

/** Previous and next below a long table; nothing when one page holds all. `page` counts from 0. Use with `usePages`. */
export function Pagination({ page, pageCount, onChange }: Omit<ReturnType<typeof usePages>, 'rows'>) {
  if (pageCount <= 1) return null;
  return (
    <Row
      as="nav"
      gap={4}
      align="center"
      justify="center"
      muted
      size="sm"
      tabular
      className={styles.bar}
      aria-label="Páginas"
    >
      <IconButton
        outlined
        label="Página anterior"
        icon={<ChevronLeft />}
        disabled={page === 0}
        onClick={() => onChange(page - 1)}
      />
      <span aria-live="polite">
        Página {page + 1} de {pageCount}
      </span>
      <IconButton
        outlined
        label="Próxima página"
        icon={<ChevronRight />}
        disabled={page >= pageCount - 1}
        onClick={() => onChange(page + 1)}
      />
    </Row>
  );
}
