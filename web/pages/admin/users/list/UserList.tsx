import { useGrowingList } from '../../../../ui/data/use-growing-list.ts';
import type { UserListProps } from '../shared-props.ts';
import { UserCards } from './UserCards.tsx';
import type { View } from './UserFilters.tsx';
import { UserTable } from './UserTable.tsx';

const shownAtOnce = 60;

/** The accounts as a table or cards; more of them come as the end comes near. */
export function UserList({ users, view, ...rest }: UserListProps & { view: View }) {
  const { shown, end } = useGrowingList(users, shownAtOnce);
  const Shape = view === 'table' ? UserTable : UserCards;
  return (
    <>
      <Shape users={shown} {...rest} />
      <div ref={end} />
    </>
  );
}
