/** Addresses of all pages, which the server serves (src/app.ts). Those of the player are in player-paths.ts. */
import { landing, playerPaths } from './player-paths.ts';

const studio = {
  /** The sign-in page; to signed-in people the home page. */
  landing,
  home: '/dashboard',
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
  /** Test page, which assigns one video to a playlist (contract/README 2.10). The address is kept from an earlier version. */
  assignmentTest: '/test-new-system',
  /** Name, password, second factor and sessions of the signed-in person. */
  account: '/account',
  /** Members, invitations and API tokens of the signed-in account. */
  team: '/equipe',
  /** Audit log of the signed-in account. */
  accountAudit: '/account/audit',
  /** The clinic's profile: the names and registrations that its advertising must show (contract/README 3.10). */
  clinic: '/account/clinic',
  /** Pairs a TV that shows a code with one of the account's screens. `?c=`: the code. */
  pair: '/parear',
  /** Page of an invitation to an account's team. */
  join: '/convite',
  settings: '/admin/settings',
  firstSteps: '/primeiros-passos',
  /** Setup guide for TVs, phones and computers. */
  install: '/instalar',
} as const;

const admin = managerPaths('/admin');
/** The same pages for gestores. */
const gestor = managerPaths('/gestor');

/** Addresses of both bundles. Link to the player's pages plainly, without `navigate`: they are in another bundle. */
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
