import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../action/IconButton.tsx';
import type { usePagination } from './use-pagination.ts';
import styles from './Pagination.module.css';
import { Row } from '../layout/primitives.tsx';

/** Shows buttons for the previous and next page of a table, if it has several pages. `page` counts from 0. Use with `usePagination`. */
export function Pagination({ page, pageCount, onChange }: Omit<ReturnType<typeof usePagination>, 'rows'>) {
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
