import { memo } from 'react';
import { Avatar } from '../../../../ui/data/Avatar.tsx';
import { Breakable } from '../../../../ui/text/Breakable.tsx';
import { formatDateOf } from '../../../../ui/text/format.ts';
import { Table } from '../../../../ui/data/Table.tsx';
import { sameUser, type UserItemProps } from './same-user.ts';
import { UserActions } from './UserActions.tsx';
import { RoleBadge, StatusBadge } from './UserBadges.tsx';
import styles from './UserTable.module.css';
import type { UserListProps } from '../shared-props.ts';

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
        <Row key={user.id} {...{ user, actor, onOpen }} />
      ))}
    </Table>
  );
}

/** Remembered: typing into the search redraws the list, not each of its rows. */
const Row = memo(function Row({ user, actor, onOpen }: UserItemProps) {
  return (
    <tr>
      <td className={styles.id}>{user.id}</td>
      <th scope="row">
        <span className={styles.person}>
          <Avatar name={user.username} size={28} />
          <span className={styles.name}>{user.username}</span>
        </span>
      </th>
      <td className={styles.email}>
        <Breakable text={user.email} />
      </td>
      <td>
        <RoleBadge user={user} />
      </td>
      <td>
        <StatusBadge user={user} />
      </td>
      <td className={styles.date}>{formatDateOf(user.createdAt, user.timeZone)}</td>
      <td>
        <UserActions {...{ user, actor, onOpen }} />
      </td>
    </tr>
  );
}, sameUser);
