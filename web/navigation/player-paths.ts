/** Addresses of the player's pages. This file has no imports, so that the player's bundle stays small. */

export const home = '/';

export const playerPaths = {
  play: '/play',
  player: '/player',
  playerLaunch: '/player-launch',
  playerReset: '/reset',
  /** Preview of a playlist in a frame of the studio: `?playlist=ID`. */
  preview: '/preview',
} as const;
