/** Lists every page of the studio. Only Home and Landing are in the first download. */
import { type Part, part } from './navigation/chunks.ts';
import { Home } from './pages/home/Home.tsx';
import { Landing } from './pages/Landing.tsx';
import { paths } from './navigation/paths.ts';
import { samePath } from './navigation/router.ts';

export interface Route {
  path: string;
  /** Document title, before the product's name. */
  title?: string;
  /** True if guests may see the page; from other pages they are sent to / (contract/README 2.2). */
  isPublic?: boolean;
  Page: Part;
}

const Users = part(() => import('./pages/admin/users/Users.tsx'), 'Users');
const Categories = part(() => import('./pages/admin/categories/Categories.tsx'), 'Categories');
const Notices = part(() => import('./pages/admin/notices/Notices.tsx'), 'Notices');
const Audit = part(() => import('./pages/admin/audit/Audit.tsx'), 'Audit');
const Screens = part(() => import('./pages/admin/screens/Screens.tsx'), 'Screens');

const routes: readonly Route[] = [
  { path: paths.home, isPublic: true, Page: Landing },
  { path: paths.dashboard, title: 'Início', Page: Home },
  { path: paths.manage, title: 'Gestão', Page: part(() => import('./pages/manage/Manage.tsx'), 'Manage') },
  { path: paths.admin.users, title: 'Gerenciar Usuários', Page: Users },
  { path: paths.gestor.users, title: 'Gerenciar Usuários', Page: Users },
  { path: paths.admin.categories, title: 'Conteúdo Antessala', Page: Categories },
  { path: paths.gestor.categories, title: 'Conteúdo Antessala', Page: Categories },
  { path: paths.admin.screens, title: 'Gerenciar Telas', Page: Screens },
  { path: paths.gestor.screens, title: 'Gerenciar Telas', Page: Screens },
  { path: paths.messages, title: 'Mensagens', Page: part(() => import('./pages/messages/Messages.tsx'), 'Messages') },
  { path: paths.radio, title: 'Som Ambiente', Page: part(() => import('./pages/radio/Radio.tsx'), 'Radio') },
  { path: paths.calls, title: 'Chamada', Page: part(() => import('./pages/calls/Calls.tsx'), 'Calls') },
  {
    path: paths.programme,
    title: 'Programação',
    Page: part(() => import('./pages/programme/Programme.tsx'), 'Programme'),
  },
  {
    path: paths.players,
    title: 'Dashboard de TV Box',
    Page: part(() => import('./pages/players/Players.tsx'), 'Players'),
  },
  {
    path: paths.testSystem,
    title: 'Teste do Novo Sistema',
    Page: part(() => import('./pages/test-new-system/AssignmentTestPage.tsx'), 'AssignmentTestPage'),
  },
  { path: paths.pair, title: 'Parear TV', Page: part(() => import('./pages/pair/Pair.tsx'), 'Pair') },
  { path: paths.account, title: 'Minha conta', Page: part(() => import('./pages/account/Account.tsx'), 'Account') },
  {
    path: paths.accountAudit,
    title: 'Atividades da conta',
    Page: part(() => import('./pages/account/OwnAudit.tsx'), 'OwnAudit'),
  },
  { path: paths.admin.audit, title: 'Registro de atividades', Page: Audit },
  { path: paths.gestor.audit, title: 'Registro de atividades', Page: Audit },
  { path: paths.join, title: 'Convite', isPublic: true, Page: part(() => import('./pages/join/Join.tsx'), 'Join') },
  { path: paths.admin.notices, title: 'Avisos Administrativos', Page: Notices },
  { path: paths.gestor.notices, title: 'Avisos Administrativos', Page: Notices },
  {
    path: paths.firstSteps,
    title: 'Primeiros passos',
    isPublic: true,
    Page: part(() => import('./pages/first-steps/FirstSteps.tsx'), 'FirstSteps'),
  },
  {
    path: paths.install,
    title: 'Instalar uma tela',
    isPublic: true,
    Page: part(() => import('./pages/install/Install.tsx'), 'Install'),
  },
  {
    path: paths.settings,
    title: 'Configurações',
    Page: part(() => import('./pages/admin/settings/Settings.tsx'), 'Settings'),
  },
];

export function routeOf(path: string): Route | undefined {
  return routes.find((route) => samePath(route.path, path));
}
