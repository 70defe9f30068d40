import { useSignals } from '@preact/signals-react/runtime';
import {
  BellRing,
  CalendarClock,
  FolderTree,
  History,
  Lock,
  Megaphone,
  MessageSquareText,
  MonitorCog,
  MonitorPlay,
  Music,
  UsersRound,
  Video,
} from 'lucide-react';
import { NavCard } from './NavCard.tsx';
import { PageLayout } from '../../components/shell/layout/PageLayout.tsx';
import { paths } from '../../navigation/paths.ts';
import { useResource } from '../../state/resources/resource.ts';
import { isAdministrator, isManager, hasCapability, hasFeature, user } from '../../state/session.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { plural } from '../../ui/text/format.ts';
import styles from './Home.module.css';
import { FirstStepsCard } from './FirstStepsCard.tsx';
import { HomeOverview } from './HomeOverview.tsx';
import { WhatsNew } from './WhatsNew.tsx';
import { HomeScreens } from './screens/HomeScreens.tsx';
import { Grid } from '../../ui/layout/primitives.tsx';

/** Shows the home page of the studio, with cards for the features of the account (contract/README 2.3). */
export function Home() {
  useSignals();
  if (!user.value) return null;
  const mayManage = hasFeature('canAccessManagement');
  const mayWrite = hasFeature('canAccessBreakingNews');
  const mayChooseRadio = hasFeature('canAccessRadio');
  const hasFeatures = mayManage || mayWrite || mayChooseRadio;
  return (
    <PageLayout title="Studio Antessala" subtitle="Seu canal de TV personalizado">
      {isAdministrator.value && <FirstStepsCard />}
      {mayManage && !isManager.value && (
        <div className={styles.above}>
          <HomeScreens />
        </div>
      )}
      {!hasFeatures && (
        <EmptyState
          icon={<Lock />}
          title="Nenhum recurso está liberado para a sua conta"
          text="Fale com o administrador do sistema."
        />
      )}
      <Grid as="ul" min="17rem" fit gap={4}>
        {mayManage && (
          <NavCard
            size="lg"
            href={paths.manage}
            icon={<Video />}
            tone="accent"
            title="Vídeos"
            text="Envie vídeos, organize o que será exibido"
          />
        )}
        {mayWrite && (
          <NavCard
            size="lg"
            href={paths.messages}
            icon={<MessageSquareText />}
            tone="info"
            title="Mensagens"
            text="Mensagens aparecem na parte de baixo da tela"
          />
        )}
        {mayChooseRadio && (
          <NavCard
            size="lg"
            href={paths.radio}
            icon={<Music />}
            tone="warning"
            title="Música"
            text="Escolha a rádio para tocar no canal"
          />
        )}
      </Grid>
      {hasFeatures && (
        <Grid as="ul" min="22rem" fit gap={4} className={styles.more}>
          {hasCapability('calls:read') && (
            <NavCard
              href={paths.calls}
              icon={<Megaphone />}
              title="Chamada"
              text="Chame pacientes: aparece e toca nas TVs"
            />
          )}
          {mayManage && hasCapability('programme:read') && (
            <NavCard
              href={paths.programme}
              icon={<CalendarClock />}
              title="Programação"
              text="Escolha o que cada tela mostra em cada dia e hora"
            />
          )}
          {mayManage && (
            <NavCard
              href={paths.players}
              icon={<MonitorPlay />}
              title="Dashboard de TV Box"
              text="Veja quais TVs estão online e escolha o que cada uma exibe"
            />
          )}
        </Grid>
      )}
      {isManager.value && <WhatsNew />}
      {isManager.value && <HomeOverview />}
      {isManager.value && <ManagerCards />}
      {isManager.value && (
        <Grid as="ul" min="22rem" fit gap={4} className={styles.more}>
          <NavCard
            href={(isAdministrator.value ? paths.admin : paths.gestor).audit}
            icon={<History />}
            title="Registro de atividades"
            text="Veja quem fez o quê, quando e de onde"
          />
        </Grid>
      )}
    </PageLayout>
  );
}

/** Shows links to the managers' pages. The pages of gestores have other paths than those of administrators. */
function ManagerCards() {
  useSignals();
  const isFull = isAdministrator.value;
  const pages = isFull ? paths.admin : paths.gestor;
  const overview = useResource('GET /api/admin/overview').data;
  const pending = overview?.pendingUsers ?? 0;
  const withProblems = overview?.screens.withProblems ?? 0;
  return (
    <section className={styles.part} aria-labelledby="painel">
      <h2 id="painel" className={styles.above}>
        {isFull ? 'Painel Administrativo' : 'Gestão de usuários'}
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
