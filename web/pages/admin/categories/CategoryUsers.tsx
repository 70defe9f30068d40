import { UserPlus, UsersRound, UserX } from 'lucide-react';
import { useState } from 'react';
import type { AdminCategory, CategoryUser } from '../../../../src/contract/categories.ts';
import { change, mutate, useResource } from '../../../state/resources/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useAction } from '../../../state/form/use-action.ts';
import { Avatar } from '../../../ui/data/Avatar.tsx';
import { Button } from '../../../ui/action/Button.tsx';
import { filterBySearch } from '../../../../src/contract/text/search-text.ts';
import { formatDate } from '../../../ui/text/format.ts';
import { GrantDialog } from './GrantDialog.tsx';
import { SearchableList } from './SearchableList.tsx';
import styles from './CategoryPanel.module.css';
import { Row, Text } from '../../../ui/layout/primitives.tsx';

/** Lists the users with access to the category, and grants access to others. */
export function CategoryUsers({ category }: { category: AdminCategory }) {
  const users = useResource('GET /api/admin/categories/:id/users', { params: { id: category.id } });
  const [isGranting, setGranting] = useState(false);
  return (
    <>
      <SearchableList
        list={users}
        searchLabel="Buscar usuário"
        arrange={(all, search) => filterBySearch(all, search, ({ username, email }) => `${username} ${email}`)}
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
        noMatchTitle="Nenhum usuário encontrado"
      >
        {(rows) => (
          <ul className={styles.rows} aria-label="Usuários com acesso">
            {rows.map((user) => (
              <UserRow key={user.id} category={category} user={user} />
            ))}
          </ul>
        )}
      </SearchableList>
      {isGranting && <GrantDialog category={category} onClose={() => setGranting(false)} />}
    </>
  );
}

/** Shows a user with access. Revoking needs no confirmation: access can be granted again. */
function UserRow({ category, user }: { category: AdminCategory; user: CategoryUser }) {
  const { id, username, email, grantedAt } = user;

  const [revoke] = useAction('Erro ao revogar acesso', async () => {
    const input = { params: { id: category.id } };
    await mutate(
      'DELETE /api/admin/users/:userId/categories/:categoryId',
      { params: { userId: id, categoryId: category.id } },
      {
        optimistic: [
          change('GET /api/admin/categories/:id/users', (all) => all.filter((each) => each.id !== id), input),
        ],
      },
    );
    toast({ title: 'Acesso revogado', description: `${username} não vê mais “${category.name}”.` });
  });

  return (
    <Row as="li" gap={3} align="center" wrap className={styles.row}>
      <Avatar name={username} />
      <Text as="div" canShrink breakable className={styles.user}>
        <Text as="p" weight="bold">
          {username}
        </Text>
        <Text as="p" muted size="sm">
          {email}
        </Text>
        <Text as="p" muted size="xs">
          Acesso desde {formatDate(grantedAt)}
        </Text>
      </Text>
      <Button
        size="sm"
        icon={<UserX aria-hidden="true" />}
        aria-label={`Revogar acesso de ${username}`}
        onClick={() => void revoke()}
      >
        Revogar acesso
      </Button>
    </Row>
  );
}
