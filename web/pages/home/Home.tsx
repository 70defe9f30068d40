import { useSignals } from '@preact/signals-react/runtime';
import { Lock } from 'lucide-react';
import { Suspense } from 'react';
import { NavCard } from './NavCard.tsx';
import { PageLayout } from '../../components/shell/layout/PageLayout.tsx';
import { chunk } from '../../navigation/chunks.ts';
import { isAdministrator, isManager, hasCapability, hasFeature, user } from '../../state/session.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import styles from './Home.module.css';
import { FirstStepsCard } from './FirstStepsCard.tsx';
import { type HomeCard, homeCards } from './home-cards.ts';
import { HomeScreens } from './screens/HomeScreens.tsx';
import { Grid } from '../../ui/layout/primitives.tsx';

// Lazy chunks: most users are not managers, and most clinics have finished the first steps.
const ManagerHome = chunk(() => import('./ManagerHome.tsx'), 'ManagerHome');
const EcadReminder = chunk(() => import('./EcadReminder.tsx'), 'EcadReminder');
const Onboarding = chunk(() => import('./Onboarding.tsx'), 'Onboarding');

/** Shows the home page of the studio, with cards for the features of the account (contract/README 2.3). */
export function Home() {
  useSignals();
  if (!user.value) return null;
  const hasManagePage = hasFeature('canAccessManagement');
  const { large, small, readOnly } = homeCards();
  const hasCards = large.length + small.length + readOnly.length > 0;
  const screens = hasManagePage && !isManager.value && (
    <div className={styles.above}>
      <HomeScreens />
    </div>
  );
  // The reception mainly calls patients, so the screens are below its cards.
  const isReception = user.value.member?.role === 'reception';
  return (
    <PageLayout title="Studio Antessala" subtitle="Seu canal de TV personalizado">
      {isAdministrator.value && <FirstStepsCard />}
      {hasFeature('canAccessRadio') && hasCapability('radio') && (
        <Suspense fallback={null}>
          <EcadReminder />
        </Suspense>
      )}
      {hasManagePage && !isManager.value && hasCapability('account') && (
        <Suspense fallback={null}>
          <Onboarding />
        </Suspense>
      )}
      {!isReception && screens}
      {!hasCards && (
        <EmptyState
          icon={<Lock />}
          title="Nenhum recurso está liberado para a sua conta"
          text="Fale com o administrador do sistema."
        />
      )}
      <Cards cards={large} size="lg" min="17rem" />
      <Cards cards={small} min="22rem" className={styles.more} />
      {isReception && <div className={styles.more}>{screens}</div>}
      {readOnly.length > 0 && (
        <section className={styles.part} aria-labelledby="consultar">
          <h2 id="consultar" className={styles.above}>
            Só para consultar
          </h2>
          <Cards cards={readOnly} min="22rem" />
        </section>
      )}
      {isManager.value && (
        <Suspense fallback={<Skeleton height="12rem" radius="var(--radius)" />}>
          <ManagerHome />
        </Suspense>
      )}
    </PageLayout>
  );
}

interface CardsProps {
  cards: readonly HomeCard[];
  /** Minimum width of a card. */
  min: string;
  size?: 'lg';
  className?: string | undefined;
}

function Cards({ cards, min, size, className }: CardsProps) {
  if (cards.length === 0) return null;
  return (
    <Grid as="ul" min={min} fit gap={4} className={className}>
      {cards.map(({ title, text, href, Icon, tone }) => (
        <NavCard
          key={href}
          {...{ title, text, href }}
          icon={<Icon />}
          {...(size === 'lg' && { size, tone: tone ?? 'neutral' })}
        />
      ))}
    </Grid>
  );
}
