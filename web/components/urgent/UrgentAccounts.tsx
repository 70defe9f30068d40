import { useState } from 'react';
import type { AdminUser } from '../../../src/contract/accounts/accounts.ts';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { SearchField } from '../../ui/form/SearchField.tsx';
import { filterBySearch } from '../../../src/contract/text/search-text.ts';
import { Stack, Text } from '../../ui/layout/primitives.tsx';
import styles from './Urgent.module.css';
import { type ScreenCounts, targetsText } from './urgent-texts.ts';

/** Maximum number of accounts shown besides the chosen ones; the search finds the others. */
const maxShown = 30;

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
  const [search, setSearch] = useState('');
  const found = filterBySearch(accounts, search, ({ username, email }) => `${username} ${email}`);
  const shown = [...new Set([...accounts.filter(({ id }) => chosen.has(id)), ...found.slice(0, maxShown)])];
  const hiddenCount = found.filter((account) => !shown.includes(account)).length;
  return (
    <Stack gap={2} marginTop={2}>
      <SearchField label="Buscar por nome ou e-mail" value={search} onChange={setSearch} />
      <Text as="fieldset" marginTop={2} className={styles.choices}>
        <Text as="legend" visuallyHidden>
          Clientes
        </Text>
        {shown.map(({ id, username, email, ...counts }) => (
          <Checkbox
            key={id}
            label={username}
            hint={`${email} · ${targetsText(counts)}`}
            checked={chosen.has(id)}
            onChange={(isChosen) => onChoose(id, isChosen)}
          />
        ))}
      </Text>
      <Text as="p" muted size="sm" role="status">
        {accounts.length === 0
          ? 'Nenhum cliente tem TV pareada.'
          : found.length === 0
            ? 'Nenhum cliente encontrado.'
            : hiddenCount > 0 && `Mais ${hiddenCount}: continue digitando para encontrar.`}
      </Text>
    </Stack>
  );
}
