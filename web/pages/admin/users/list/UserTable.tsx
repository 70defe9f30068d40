import { memo } from 'react';
import { Avatar } from '../../../../ui/data/Avatar.tsx';
import { Breakable } from '../../../../ui/text/Breakable.tsx';
import { formatDateWithZone } from '../../../../ui/text/format.ts';
import { Table } from '../../../../ui/data/Table.tsx';
import { UserActions } from './UserActions.tsx';
import { RoleBadge, StatusBadge } from './UserBadges.tsx';
import styles from './UserTable.module.css';
import { areUserPropsEqual, type UserItemProps, type UserListProps } from '../shared-props.ts';
import { Row, Text } from '../../../../ui/layout/primitives.tsx';

const columns = [
  { label: 'ID' },
  { label: 'Nome' },
  { label: 'Email' },
  { label: 'Role' },
  { label: 'Status' },
  { label: 'Cadastro' },
  { label: 'Ações', align: 'end' },
] as const;

export function UserTable({ users, actor, onOpen }: UserListProps) {
  return (
    <Table caption="Usuários" columns={columns}>
      {users.map((user) => (
        <UserRow key={user.id} {...{ user, actor, onOpen }} />
      ))}
    </Table>
  );
}

/** Memoized, so that typing into the search does not render every row again. */
const UserRow = memo(function UserRow({ user, actor, onOpen }: UserItemProps) {
  return (
    <tr>
      <Text as="td" muted tabular nowrap>
        {user.id}
      </Text>
      <th scope="row">
        <Row as="span" gap={3} align="center">
          <Avatar name={user.username} size={28} />
          <Text weight="bold" breakable className={styles.name}>
            {user.username}
          </Text>
        </Row>
      </th>
      <Text as="td" muted breakable className={styles.email}>
        <Breakable text={user.email} />
      </Text>
      <td>
        <RoleBadge user={user} />
      </td>
      <td>
        <StatusBadge user={user} />
      </td>
      <Text as="td" muted tabular>
        {formatDateWithZone(user.createdAt, user.timeZone)}
      </Text>
      <td>
        <UserActions {...{ user, actor, onOpen }} />
      </td>
    </tr>
  );
}, areUserPropsEqual);
