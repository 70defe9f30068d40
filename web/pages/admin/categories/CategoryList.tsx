import type { AdminCategory } from '../../../../src/contract/categories.ts';
import { plural } from '../../../ui/text/format.ts';
import styles from './CategoryList.module.css';

export function CategoryList({
  categories,
  openId,
  onOpen,
}: {
  categories: readonly AdminCategory[];
  openId: number;
  onOpen: (id: number) => void;
}) {
  return (
    <nav aria-label="Categorias" className={styles.frame}>
      <ul>
        {categories.map(({ id, name, userCount, videoCount }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.category}
              aria-current={id === openId || undefined}
              onClick={() => onOpen(id)}
            >
              <span className={styles.name}>{name}</span>
              <span className={styles.counts}>
                {plural(videoCount, 'conteúdo', 'conteúdos')} · {plural(userCount, 'usuário', 'usuários')}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
