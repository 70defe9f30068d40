/** Lists every page of the studio. Only Home and Landing are in the first download. */
import { type Chunk, chunk } from './navigation/chunks.ts';
import { Home } from './pages/home/Home.tsx';
import { Landing } from './pages/Landing.tsx';
import { paths } from './navigation/paths.ts';
import { isSamePath } from './navigation/router.ts';

export interface Route {
  path: string;
  /** Document title, before the product's name. */
  title?: string;
  /** True if guests may see the page; guests who open another page are sent to / (contract/README 2.2). */
  isPublic?: boolean;
  Page: Chunk;
}

const Users = chunk(() => import('./pages/admin/users/Users.tsx'), 'Users');
const Categories = chunk(() => import('./pages/admin/categories/Categories.tsx'), 'Categories');
const Notices = chunk(() => import('./pages/admin/notices/Notices.tsx'), 'Notices');
const Audit = chunk(() => import('./pages/admin/audit/Audit.tsx'), 'Audit');
const Screens = chunk(() => import('./pages/admin/screens/Screens.tsx'), 'Screens');

const routes: readonly Route[] = [
  { path: paths.landing, isPublic: true, Page: Landing },
  { path: paths.home, title: 'Início', Page: Home },
  { path: paths.manage, title: 'Gestão', Page: chunk(() => import('./pages/manage/Manage.tsx'), 'Manage') },
  { path: paths.admin.users, title: 'Gerenciar Usuários', Page: Users },
  { path: paths.gestor.users, title: 'Gerenciar Usuários', Page: Users },
  { path: paths.admin.categories, title: 'Conteúdo Antessala', Page: Categories },
  { path: paths.gestor.categories, title: 'Conteúdo Antessala', Page: Categories },
  { path: paths.admin.screens, title: 'Gerenciar Telas', Page: Screens },
  { path: paths.gestor.screens, title: 'Gerenciar Telas', Page: Screens },
  { path: paths.poster, title: 'Cartaz', Page: chunk(() => import('./pages/manage/posters/Posters.tsx'), 'Posters') },
  { path: paths.import, title: 'Importar', Page: chunk(() => import('./pages/import/Import.tsx'), 'Import') },
  { path: paths.messages, title: 'Mensagens', Page: chunk(() => import('./pages/messages/Messages.tsx'), 'Messages') },
  { path: paths.radio, title: 'Som Ambiente', Page: chunk(() => import('./pages/radio/Radio.tsx'), 'Radio') },
  { path: paths.calls, title: 'Chamada', Page: chunk(() => import('./pages/calls/Calls.tsx'), 'Calls') },
  {
    path: paths.programme,
    title: 'Programação',
    Page: chunk(() => import('./pages/programme/Programme.tsx'), 'Programme'),
  },
  { path: paths.plays, title: 'Exibições', Page: chunk(() => import('./pages/plays/Plays.tsx'), 'Plays') },
  {
    path: paths.players,
    title: 'Dashboard de TV Box',
    Page: chunk(() => import('./pages/players/Players.tsx'), 'Players'),
  },
  {
    path: paths.assignmentTest,
    title: 'Teste do Novo Sistema',
    Page: chunk(() => import('./pages/test-new-system/AssignmentTestPage.tsx'), 'AssignmentTestPage'),
  },
  { path: paths.pair, title: 'Parear TV', Page: chunk(() => import('./pages/pair/Pair.tsx'), 'Pair') },
  { path: paths.account, title: 'Minha conta', Page: chunk(() => import('./pages/account/Account.tsx'), 'Account') },
  { path: paths.team, title: 'Equipe', Page: chunk(() => import('./pages/team/Team.tsx'), 'Team') },
  {
    path: paths.accountAudit,
    title: 'Atividades da conta',
    Page: chunk(() => import('./pages/account/OwnAudit.tsx'), 'OwnAudit'),
  },
  {
    path: paths.clinic,
    title: 'Identificação da clínica',
    Page: chunk(() => import('./pages/clinic/Clinic.tsx'), 'Clinic'),
  },
  { path: paths.admin.audit, title: 'Registro de atividades', Page: Audit },
  { path: paths.gestor.audit, title: 'Registro de atividades', Page: Audit },
  { path: paths.join, title: 'Convite', isPublic: true, Page: chunk(() => import('./pages/join/Join.tsx'), 'Join') },
  { path: paths.admin.notices, title: 'Avisos Administrativos', Page: Notices },
  { path: paths.gestor.notices, title: 'Avisos Administrativos', Page: Notices },
  {
    path: paths.firstSteps,
    title: 'Primeiros passos',
    isPublic: true,
    Page: chunk(() => import('./pages/first-steps/FirstSteps.tsx'), 'FirstSteps'),
  },
  {
    path: paths.install,
    title: 'Instalar uma tela',
    isPublic: true,
    Page: chunk(() => import('./pages/install/Install.tsx'), 'Install'),
  },
  {
    path: paths.settings,
    title: 'Configurações',
    Page: chunk(() => import('./pages/admin/settings/Settings.tsx'), 'Settings'),
  },
];

/** Returns the page at a path; undefined if there is none. */
export function routeOf(path: string): Route | undefined {
  return routes.find((route) => isSamePath(route.path, path));
}
