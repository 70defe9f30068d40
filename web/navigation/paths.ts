/** Every address of the product, once; those of the screens stand in player-paths.ts. The server answers for the same pages (src/app.ts). */
import { home, playerPaths } from './player-paths.ts';

const studio = {
  home,
  dashboard: '/dashboard',
  manage: '/manage',
  messages: '/breaking-news',
  radio: '/radio',
  players: '/players',
  /** Patients are called to the TVs. */
  calls: '/chamada',
  /** What the screens play when. */
  programme: '/programacao',
  testSystem: '/test-new-system',
  /** Of whoever is signed in: password and sessions. */
  account: '/account',
  /** What was done in the own clinic. */
  accountAudit: '/account/audit',
  /** Gives a TV that shows a code one of the own screens; `?c=` its code. */
  pair: '/parear',
  /** The link that invites into a team. */
  join: '/convite',
  /** Administrators only. */
  settings: '/admin/settings',
  /** Of a new installation, until they are done. */
  firstSteps: '/primeiros-passos',
  /** How TVs, phones and computers get here. */
  install: '/instalar',
} as const;

const admin = managerPaths('/admin');
/** The same pages for gestores. */
const gestor = managerPaths('/gestor');

/** Of the player's own bundle the studio makes plain links, never `navigate`. */
export const paths = { ...studio, admin, gestor, ...playerPaths } as const;

/** All pages of the studio. */
export const studioPages: readonly string[] = [
  ...Object.values(studio),
  ...Object.values(admin),
  ...Object.values(gestor),
];

/** All pages of the player. */
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
