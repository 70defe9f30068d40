import { useSignals } from '@preact/signals-react/runtime';
import { BellRing, FolderTree, History, MonitorCog, UsersRound } from 'lucide-react';
import { paths } from '../../navigation/paths.ts';
import { useResource } from '../../state/resources/resource.ts';
import { isAdministrator } from '../../state/session.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Grid } from '../../ui/layout/primitives.tsx';
import { plural } from '../../ui/text/format.ts';
import styles from './Home.module.css';
import { HomeOverview } from './HomeOverview.tsx';
import { NavCard } from './NavCard.tsx';

/** Shows the managers' part of the home page: what is new, numbers that may need attention, and links to the managers' pages. */
export function ManagerHome() {
  useSignals();
  return (
    <>
      <HomeOverview />
      <ManagerCards />
      <Grid as="ul" min="22rem" fit gap={4} className={styles.more}>
        <NavCard
          href={(isAdministrator.value ? paths.admin : paths.gestor).audit}
          icon={<History />}
          title="Registro de atividades"
          text="Veja quem fez o quê, quando e de onde"
        />
      </Grid>
    </>
  );
}

/** Shows links to the managers' pages. The pages of gestores have other paths than those of administrators. */
function ManagerCards() {
  useSignals();
  const isAdmin = isAdministrator.value;
  const pages = isAdmin ? paths.admin : paths.gestor;
  const overview = useResource('GET /api/admin/overview').data;
  const pending = overview?.pendingUsers ?? 0;
  const withProblems = overview?.screens.withProblems ?? 0;
  return (
    <section className={styles.part} aria-labelledby="painel">
      <h2 id="painel" className={styles.above}>
        {isAdmin ? 'Painel Administrativo' : 'Gestão de usuários'}
      </h2>
      <Grid as="ul" min="16rem" fit gap={4}>
        <NavCard
          href={pages.users}
          icon={<UsersRound />}
          title="Usuários"
          text="Aprove, bloqueie e gerencie contas de usuários"
          badge={pending > 0 && <Badge tone="warning">{plural(pending, 'pendente', 'pendentes')}</Badge>}
        />
        <NavCard
          href={pages.categories}
          icon={<FolderTree />}
          title="Conteúdos"
          text="Crie categorias e controle o acesso dos usuários"
        />
        <NavCard
          href={pages.screens}
          icon={<MonitorCog />}
          title="Telas"
          text="Crie e administre as telas dos usuários com controle total"
          badge={withProblems > 0 && <Badge tone="danger">{withProblems} com problema</Badge>}
        />
        <NavCard
          href={pages.notices}
          icon={<BellRing />}
          title="Avisos"
          text="Envie avisos importantes que aparecem nas telas"
        />
      </Grid>
    </section>
  );
}
