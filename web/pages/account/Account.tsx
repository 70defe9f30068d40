import { useSignals } from '@preact/signals-react/runtime';
import { History } from 'lucide-react';
import { PageLayout } from '../../components/shell/layout/PageLayout.tsx';
import { paths } from '../../navigation/paths.ts';
import { roleNames } from '../../../src/contract/accounts/capabilities.ts';
import { emailOf, hasCapability, nameOf, user } from '../../state/session.ts';
import { ButtonLink } from '../../ui/action/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Breakable } from '../../ui/text/Breakable.tsx';
import styles from './Account.module.css';
import { IdentityCard } from './IdentityCard.tsx';
import { PasswordCard } from './PasswordCard.tsx';
import { SecondFactorCard } from './SecondFactorCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import { TimeZoneCard } from './TimeZoneCard.tsx';
import { TeamCard } from './team/TeamCard.tsx';
import { TokensCard } from './tokens/TokensCard.tsx';
import { Stack } from '../../ui/layout/primitives.tsx';

/** Shows the page 'Minha conta': password and sessions, and for owners also time zone, team and API tokens. */
export function Account() {
  useSignals();
  const person = user.value;
  if (!person) return null;
  return (
    <PageLayout
      title="Minha conta"
      subtitle={
        <>
          {nameOf(person)} · <Breakable text={emailOf(person)} />
          {person.member && ` · ${roleNames[person.member.role]} em ${person.username}`}
        </>
      }
      back={{ href: paths.home, label: 'Início' }}
    >
      <div className={styles.cards}>
        <Stack fluid gap={5}>
          <IdentityCard person={person} />
          <PasswordCard person={person} />
          <SecondFactorCard />
        </Stack>
        <Stack fluid gap={5}>
          <SessionsCard />
          {/* The key resets the form when another window or a manager changes the zone. */}
          {hasCapability('account') && <TimeZoneCard key={person.timeZone} person={person} />}
          {hasCapability('account') && (
            <Card title="Atividades da conta">
              <p className={styles.use}>
                Entradas, tentativas recusadas, telas, exclusões e mudanças desta conta, com a pessoa e o horário.
              </p>
              <ButtonLink href={paths.accountAudit} icon={<History aria-hidden="true" />}>
                Ver atividades
              </ButtonLink>
            </Card>
          )}
        </Stack>
        {hasCapability('team') && <TeamCard account={person} />}
        {hasCapability('tokens') && <TokensCard />}
      </div>
    </PageLayout>
  );
}
