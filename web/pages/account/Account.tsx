import { useSignals } from '@preact/signals-react/runtime';
import { PageLayout } from '../../components/shell/PageLayout.tsx';
import { paths } from '../../navigation/paths.ts';
import { user } from '../../state/session.ts';
import { Breakable } from '../../ui/Breakable.tsx';
import { AuditCard } from './AuditCard.tsx';
import styles from './Account.module.css';
import { PasswordCard } from './PasswordCard.tsx';
import { SecondFactorCard } from './SecondFactorCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import { TimeZoneCard } from './TimeZoneCard.tsx';

/** 'Minha conta': the own password, the clinic's clock, and where the account is signed in. For every profile. */
export function Account() {
  useSignals();
  const person = user.value;
  if (!person) return null;
  return (
    <PageLayout
      title="Minha conta"
      subtitle={
        <>
          {person.username} · <Breakable text={person.email} />
        </>
      }
      back={{ href: paths.home, label: 'Início' }}
    >
      <div className={styles.cards}>
        <div className={styles.column}>
          <PasswordCard person={person} />
          <SecondFactorCard />
          {/* Begins anew when another window, or a manager, chose. */}
          <TimeZoneCard key={person.timeZone} person={person} />
        </div>
        <div className={styles.column}>
          <SessionsCard />
          <AuditCard />
        </div>
      </div>
    </PageLayout>
  );
}
