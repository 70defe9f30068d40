import { useState } from 'react';

/** Returns one page of a list: `const { rows, ...pages } = usePagination(users, 50)`, then `<Pagination {...pages} />`. */
export function usePagination<T>(items: readonly T[], pageSize: number) {
  const [requested, setPage] = useState(0);
  const pageCount = Math.max(1, Math.ceil(items.length / pageSize));
  const page = Math.min(requested, pageCount - 1);
  return { rows: items.slice(page * pageSize, (page + 1) * pageSize), page, pageCount, onChange: setPage };
}
