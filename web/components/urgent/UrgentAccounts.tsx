import { useState } from 'react';
import type { AdminUser } from '../../../src/contract/accounts/accounts.ts';
import type { AdminPlayer } from '../../../src/contract/players.ts';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { SearchField } from '../../ui/form/SearchField.tsx';
import { matching } from '../../ui/text/search-text.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Stack, Text } from '../../ui/layout/primitives.tsx';
import styles from './Urgent.module.css';
import { targetsText } from './urgent-words.ts';

/** Maximum number of accounts shown; the search finds the others. Those that are chosen stay in sight. */
const atOnce = 30;

/** Managers: of which accounts all screens show it. `accounts`: undefined while they load. */
export function UrgentAccounts({
  accounts,
  screens,
  chosen,
  onChoose,
}: {
  accounts: readonly AdminUser[] | undefined;
  screens: readonly AdminPlayer[];
  chosen: ReadonlySet<number>;
  onChoose: (id: number, isChosen: boolean) => void;
}) {
  const [search, setSearch] = useState('');
  if (!accounts) return <Skeleton height="8rem" />;
  const screensOf = (id: number) => screens.filter(({ owner }) => owner.id === id);
  const owners = new Set(screens.map(({ owner }) => owner.id));
  const having = accounts.filter(({ id }) => owners.has(id));
  const found = matching(having, search, ({ username, email }) => `${username} ${email}`);
  const shown = [...new Set([...having.filter(({ id }) => chosen.has(id)), ...found.slice(0, atOnce)])];
  const hidden = found.filter((account) => !shown.includes(account)).length;
  return (
    <Stack gap={2} above={2}>
      <SearchField label="Buscar por nome ou e-mail" value={search} onChange={setSearch} />
      <Text as="fieldset" above={2} className={styles.choices}>
        <Text as="legend" unseen>
          Clientes
        </Text>
        {shown.map(({ id, username, email }) => (
          <Checkbox
            key={id}
            label={username}
            hint={`${email} · ${targetsText(screensOf(id))}`}
            checked={chosen.has(id)}
            onChange={(isChosen) => onChoose(id, isChosen)}
          />
        ))}
      </Text>
      <Text as="p" muted size="sm" role="status">
        {having.length === 0
          ? 'Nenhum cliente tem TV pareada.'
          : found.length === 0
            ? 'Nenhum cliente encontrado.'
            : hidden > 0 && `Mais ${hidden}: continue digitando para encontrar.`}
      </Text>
    </Stack>
  );
}
