import { UserPlus, UsersRound } from 'lucide-react';
import { useState } from 'react';
import type { AdminCategory } from '../../../../src/contract/categories.ts';
import { useResource } from '../../../state/resources/resource.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { matching } from '../../../ui/text/search-text.ts';
import { CategoryUserRow } from './CategoryUserRow.tsx';
import { GrantDialog } from './GrantDialog.tsx';
import { SearchedList } from './SearchedList.tsx';
import styles from './CategoryPanel.module.css';

/** Lists the users with access to the category, and grants access to others. */
export function CategoryUsers({ category }: { category: AdminCategory }) {
  const users = useResource('GET /api/admin/categories/:id/users', { params: { id: category.id } });
  const [isGranting, setGranting] = useState(false);
  return (
    <>
      <SearchedList
        list={users}
        searchLabel="Buscar usuário"
        find={(all, search) => matching(all, search, ({ username, email }) => `${username} ${email}`)}
        actions={
          <Button variant="primary" icon={<UserPlus aria-hidden="true" />} onClick={() => setGranting(true)}>
            Conceder acesso
          </Button>
        }
        empty={{
          icon: <UsersRound />,
          title: 'Nenhum usuário com acesso',
          text: 'Conceda acesso para que usuários vejam e usem o conteúdo desta categoria.',
        }}
        noneFound="Nenhum usuário encontrado"
      >
        {(rows) => (
          <ul className={styles.rows} aria-label="Usuários com acesso">
            {rows.map((user) => (
              <CategoryUserRow key={user.id} category={category} user={user} />
            ))}
          </ul>
        )}
      </SearchedList>
      {isGranting && <GrantDialog category={category} onClose={() => setGranting(false)} />}
    </>
  );
}
