import { limits } from '../../../src/contract/limits.ts';

/** Returns a playlist's colour as a CSS value, chosen by its id modulo 8 (contract/README 4.1). */
export const playlistColour = (playlistId: number) => `var(--playlist-${playlistId % limits.playlistColours})`;
