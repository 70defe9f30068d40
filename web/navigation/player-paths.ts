/** Addresses of the player's pages. This file has no imports, so that the player's bundle stays small. */

export const landing = '/';

export const playerPaths = {
  /** The page that plays. */
  play: '/play',
  /** The page that activates and pairs a screen. */
  player: '/player',
  /** The page that a TV box opens at its start. */
  playerLaunch: '/player-launch',
  playerReset: '/reset',
  /** Preview of a playlist in a frame of the studio: `?playlist=ID`. */
  preview: '/preview',
} as const;
