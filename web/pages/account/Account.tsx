import { useSignals } from '@preact/signals-react/runtime';
import { History, Stethoscope, UsersRound } from 'lucide-react';
import { PageLayout } from '../../components/shell/layout/PageLayout.tsx';
import { paths } from '../../navigation/paths.ts';
import { roleNames } from '../../../src/contract/accounts/capabilities.ts';
import { emailOf, hasCapability, hasFeature, nameOf, user } from '../../state/session.ts';
import { ButtonLink } from '../../ui/action/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Breakable } from '../../ui/text/Breakable.tsx';
import styles from './Account.module.css';
import { IdentityCard } from './IdentityCard.tsx';
import { PasswordCard } from './PasswordCard.tsx';
import { SecondFactorCard } from './SecondFactorCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import { TimeZoneCard } from './TimeZoneCard.tsx';
import { Stack } from '../../ui/layout/primitives.tsx';

/** Shows the page 'Minha conta': name, password, second factor and sessions, and for owners also time zone and activities. */
export function Account() {
  useSignals();
  const person = user.value;
  if (!person) return null;
  // For people who do not see the cards of the clinic, the right column has room for the second factor.
  const mayChangeAccount = hasCapability('account');
  return (
    <PageLayout
      title="Minha conta"
      subtitle={
        <>
          {nameOf(person)} · <Breakable text={emailOf(person)} />
          {person.member && ` · ${roleNames[person.member.role]} em ${person.username}`}
        </>
      }
      back={{ href: paths.landing, label: 'Início' }}
      actions={
        hasCapability('team') && (
          <ButtonLink href={paths.team} icon={<UsersRound aria-hidden="true" />}>
            Equipe
          </ButtonLink>
        )
      }
    >
      <div className={styles.cards}>
        <Stack fluid gap={5}>
          <IdentityCard person={person} />
          <PasswordCard person={person} />
          {mayChangeAccount && <SecondFactorCard />}
        </Stack>
        <Stack fluid gap={5}>
          <SessionsCard />
          {!mayChangeAccount && <SecondFactorCard />}
          {/* The key resets the form when another window or a manager changes the zone. */}
          {mayChangeAccount && <TimeZoneCard key={person.timeZone} person={person} />}
          {hasFeature('canAccessManagement') && (
            <Card title="Identificação da clínica">
              <p className={styles.use}>
                Nome, CRM-PJ, diretor técnico e médicos: a linha que acompanha a publicidade nas TVs.
              </p>
              <ButtonLink href={paths.clinic} icon={<Stethoscope aria-hidden="true" />}>
                Ver identificação
              </ButtonLink>
            </Card>
          )}
          {mayChangeAccount && (
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
      </div>
    </PageLayout>
  );
}
