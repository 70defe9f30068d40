import type { AdminCategory } from '../../../../src/contract/categories.ts';
import { plural } from '../../../ui/text/format.ts';
import styles from './CategoryList.module.css';
import { Stack, Text } from '../../../ui/layout/primitives.tsx';

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
            <Stack
              as="button"
              type="button"
              className={styles.category}
              aria-current={id === openId || undefined}
              onClick={() => onOpen(id)}
            >
              <Text size="sm" weight="bold" breakable>
                {name}
              </Text>
              <Text muted size="xs">
                {plural(videoCount, 'conteúdo', 'conteúdos')} · {plural(userCount, 'usuário', 'usuários')}
              </Text>
            </Stack>
          </li>
        ))}
      </ul>
    </nav>
  );
}
