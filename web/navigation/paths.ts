/** Every address of the product, once. */

export const paths = {
  home: '/',
  dashboard: '/dashboard',
  manage: '/manage',
  messages: '/breaking-news',
  radio: '/radio',
  players: '/players',
  testSystem: '/test-new-system',
  admin: managerPaths('/admin'),
  /** The same pages for gestores. */
  gestor: managerPaths('/gestor'),
  /** Administrators only. */
  settings: '/admin/settings',
  /** How TVs, phones and computers get here. */
  install: '/instalar',
  /** The player's own bundle: plain links, never `navigate`. */
  play: '/play',
  player: '/player',
  playerLaunch: '/player-launch',
  playerReset: '/reset',
  /** A playlist as the TV shows it, in a frame of the studio: `?playlist=ID`. */
  preview: '/preview',
} as const;

function managerPaths<Base extends '/admin' | '/gestor'>(base: Base) {
  return {
    users: `${base}/users`,
    categories: `${base}/categories`,
    screens: `${base}/screens`,
    notices: `${base}/notices`,
  } as const;
}
