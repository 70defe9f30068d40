/** The addresses that a screen knows. No imports: this is all that the player's bundle takes of them. */

export const home = '/';

export const playerPaths = {
  play: '/play',
  player: '/player',
  playerLaunch: '/player-launch',
  playerReset: '/reset',
  /** A playlist as the TV shows it, in a frame of the studio: `?playlist=ID`. */
  preview: '/preview',
} as const;
