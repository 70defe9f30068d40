/** Addresses of all pages, which the server serves (src/app.ts). Those of the player are in player-paths.ts. */
import { home, playerPaths } from './player-paths.ts';

const studio = {
  home,
  dashboard: '/dashboard',
  manage: '/manage',
  messages: '/breaking-news',
  radio: '/radio',
  players: '/players',
  /** Receptionist's desk, which calls patients. */
  calls: '/chamada',
  programme: '/programacao',
  /** Report on what the screens have shown. */
  plays: '/exibicoes',
  /** Poster editor. `?modelo=` a template, `?editar=` or `?copia=` the id of a poster. */
  poster: '/cartaz',
  /** Imports from folders, archives and other systems. */
  import: '/importar',
  testSystem: '/test-new-system',
  /** Name, password, second factor and sessions of the signed-in person. */
  account: '/account',
  /** Members, invitations and API tokens of the signed-in account. */
  team: '/equipe',
  /** Audit log of the signed-in account. */
  accountAudit: '/account/audit',
  /** The clinic's profile, which identifies its advertising. */
  clinic: '/account/clinic',
  /** Pairs a TV that shows a code with one of the account's screens. `?c=`: the code. */
  pair: '/parear',
  join: '/convite',
  settings: '/admin/settings',
  firstSteps: '/primeiros-passos',
  /** Setup guide for TVs, phones and computers. */
  install: '/instalar',
} as const;

const admin = managerPaths('/admin');
/** The same pages for gestores. */
const gestor = managerPaths('/gestor');

/** Addresses of both bundles; pages of the player are plain links, never `navigate`. */
export const paths = { ...studio, admin, gestor, ...playerPaths } as const;

export const studioPages: readonly string[] = [
  ...Object.values(studio),
  ...Object.values(admin),
  ...Object.values(gestor),
];

export const playerPages = Object.values(playerPaths);

function managerPaths<Base extends '/admin' | '/gestor'>(base: Base) {
  return {
    users: `${base}/users`,
    categories: `${base}/categories`,
    screens: `${base}/screens`,
    notices: `${base}/notices`,
    audit: `${base}/audit`,
  } as const;
}
