import { ShieldAlert } from 'lucide-react';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import styles from './FullPage.module.css';
import { usePageHeading } from './use-page-heading.ts';

/** What a page says to who may not see it; the texts differ per page (document 1, section 2; document 2, section 2). */
export function AccessDenied({ title = 'Acesso Negado', text = 'Apenas administradores podem acessar esta página.' }: { title?: string; text?: string }) {
  const heading = usePageHeading();
  return (
    <main className={styles.page}>
      <h1 ref={heading} tabIndex={-1} className={styles.hidden}>
        {title}
      </h1>
      <EmptyState icon={<ShieldAlert />} title={title} text={text} action={<ButtonLink href={paths.home}>Voltar</ButtonLink>} />
    </main>
  );
}
