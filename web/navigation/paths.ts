/** Every address of the product, once. No imports: the server answers for the same pages (src/app.ts). */

const studio = {
  home: '/',
  dashboard: '/dashboard',
  manage: '/manage',
  messages: '/breaking-news',
  radio: '/radio',
  players: '/players',
  testSystem: '/test-new-system',
  /** Administrators only. */
  settings: '/admin/settings',
  /** How TVs, phones and computers get here. */
  install: '/instalar',
} as const;

const admin = managerPaths('/admin');
/** The same pages for gestores. */
const gestor = managerPaths('/gestor');

/** The player's own bundle: plain links, never `navigate`. */
const player = {
  play: '/play',
  player: '/player',
  playerLaunch: '/player-launch',
  playerReset: '/reset',
  /** A playlist as the TV shows it, in a frame of the studio: `?playlist=ID`. */
  preview: '/preview',
} as const;

export const paths = { ...studio, admin, gestor, ...player } as const;

/** All pages of the studio. */
export const studioPages: readonly string[] = [
  ...Object.values(studio),
  ...Object.values(admin),
  ...Object.values(gestor),
];

/** All pages of the player. */
export const playerPages = Object.values(player);

function managerPaths<Base extends '/admin' | '/gestor'>(base: Base) {
  return {
    users: `${base}/users`,
    categories: `${base}/categories`,
    screens: `${base}/screens`,
    notices: `${base}/notices`,
  } as const;
}
