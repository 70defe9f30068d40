import { UserX } from 'lucide-react';
import type { AdminCategory, CategoryUser } from '../../../../src/contract/categories.ts';
import { change, mutate } from '../../../state/resources/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useAction } from '../../../state/form/use-action.ts';
import { Avatar } from '../../../ui/data/Avatar.tsx';
import { Button } from '../../../ui/action/Button.tsx';
import { formatDate } from '../../../ui/text/format.ts';
import { categoryReads } from './category-reads.ts';
import styles from './CategoryPanel.module.css';
import { Row, Text } from '../../../ui/layout/primitives.tsx';

/** A user with access; it can be granted again, so that revoking asks nothing. */
export function CategoryUserRow({ category, user }: { category: AdminCategory; user: CategoryUser }) {
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
        invalidates: categoryReads,
      },
    );
    toast({ title: 'Acesso revogado', description: `${username} não vê mais “${category.name}”.` });
  });

  return (
    <Row as="li" gap={3} align="center" wrap className={styles.row}>
      <Avatar name={username} />
      <Text as="div" narrow breakable className={styles.user}>
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
