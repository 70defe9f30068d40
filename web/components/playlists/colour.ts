import { limits } from '../../../src/contract/limits.ts';

/** A playlist's colour, as a CSS value: by id modulo 8 (contract/README 4.1). */
export const playlistColour = (playlistId: number) => `var(--playlist-${playlistId % limits.playlistColours})`;
