import type { AdminUser } from '../../../src/contract/accounts/accounts.ts';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { SearchedList } from '../../ui/form/SearchedList.tsx';
import { Text } from '../../ui/layout/primitives.tsx';
import styles from './Urgent.module.css';
import { type ScreenCounts, targetsText } from './urgent-texts.ts';

/** Form field for the accounts whose screens all show the notice; for managers. */
export function UrgentAccounts({
  accounts,
  chosen,
  onChoose,
}: {
  /** Accounts that have screens, with their number. */
  accounts: readonly (AdminUser & ScreenCounts)[];
  chosen: ReadonlySet<number>;
  onChoose: (id: number, isChosen: boolean) => void;
}) {
  if (accounts.length === 0)
    return (
      <Text as="p" muted size="sm" role="status">
        Nenhum cliente tem TV pareada.
      </Text>
    );
  return (
    <Text as="fieldset" marginTop={2} className={styles.choices}>
      <Text as="legend" visuallyHidden>
        Clientes
      </Text>
      <SearchedList
        items={accounts}
        label="Buscar por nome ou e-mail"
        textOf={({ username, email }) => `${username} ${email}`}
        isChosen={({ id }) => chosen.has(id)}
        searchedFrom={1}
      >
        {(shown) =>
          shown.map(({ id, username, email, ...counts }) => (
            <Checkbox
              key={id}
              label={username}
              hint={`${email} · ${targetsText(counts)}`}
              checked={chosen.has(id)}
              onChange={(isChosen) => onChoose(id, isChosen)}
            />
          ))
        }
      </SearchedList>
    </Text>
  );
}
