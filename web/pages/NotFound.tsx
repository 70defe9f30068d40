import { MonitorX } from 'lucide-react';
import styles from '../components/FullPage.module.css';
import { usePageHeading } from '../components/use-page-heading.ts';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/** Any address that is not a page. */
export function NotFound() {
  const heading = usePageHeading();
  return (
    <main className={styles.page}>
      <h1 ref={heading} tabIndex={-1} className={styles.hidden}>
        Página não encontrada
      </h1>
      <EmptyState
        icon={<MonitorX />}
        title="Página não encontrada"
        text="O endereço pode ter mudado ou ter sido digitado errado."
        action={
          <ButtonLink variant="primary" href={paths.home}>
            Ir para o início
          </ButtonLink>
        }
      />
    </main>
  );
}
