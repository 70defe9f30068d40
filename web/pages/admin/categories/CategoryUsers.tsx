import { UserPlus, UsersRound } from 'lucide-react';
import { useState } from 'react';
import type { AdminCategory } from '../../../../src/contract/categories.ts';
import { Loaded } from '../../../components/shell/loading/Loaded.tsx';
import { useResource } from '../../../state/resources/resource.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Pagination } from '../../../ui/data/Pagination.tsx';
import { matching } from '../../../ui/text/search-text.ts';
import { SearchField } from '../../../ui/form/SearchField.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { usePages } from '../../../ui/data/use-pages.ts';
import panel from './CategoryPanel.module.css';
import { CategoryUserRow } from './CategoryUserRow.tsx';
import styles from './CategoryUsers.module.css';
import { GrantDialog } from './GrantDialog.tsx';
import { Row } from '../../../ui/layout/primitives.tsx';

/** Lists the users with access to the category, and grants access to others. */
export function CategoryUsers({ category }: { category: AdminCategory }) {
  const users = useResource('GET /api/admin/categories/:id/users', { params: { id: category.id } });
  const [search, setSearch] = useState('');
  const [isGranting, setGranting] = useState(false);
  const { rows, ...pages } = usePages(
    matching(users.data ?? [], search, ({ username, email }) => `${username} ${email}`),
    50,
  );
  const grant = () => setGranting(true);
  return (
    <>
      <Row gap={3} align="center" wrap className={panel.toolbar}>
        <div className={panel.search}>
          <SearchField label="Buscar usuário" value={search} onChange={setSearch} />
        </div>
        <Button variant="primary" icon={<UserPlus aria-hidden="true" />} onClick={grant}>
          Conceder acesso
        </Button>
      </Row>
      <Loaded
        resource={users}
        skeleton={<Skeleton height="12rem" radius="var(--radius)" />}
        empty={
          <EmptyState
            icon={<UsersRound />}
            title="Nenhum usuário com acesso"
            text="Conceda acesso para que usuários vejam e usem o conteúdo desta categoria."
          />
        }
      >
        {() =>
          rows.length === 0 ? (
            <EmptyState
              icon={<UsersRound />}
              title="Nenhum usuário encontrado"
              action={<Button onClick={() => setSearch('')}>Limpar busca</Button>}
            />
          ) : (
            <ul className={styles.rows} aria-label="Usuários com acesso">
              {rows.map((user) => (
                <CategoryUserRow key={user.id} category={category} user={user} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <Pagination {...pages} />
      {isGranting && <GrantDialog category={category} onClose={() => setGranting(false)} />}
    </>
  );
}
