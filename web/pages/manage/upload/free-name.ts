import { cut } from '../../../../src/contract/text/graphemes.ts';
import { limits } from '../../../../src/contract/limits.ts';

/** Returns the name for a new playlist: `desiredName`, shortened if too long, and with a number if a playlist has that name. */
export function freeName(desiredName: string, existingNames: readonly string[]): string {
  const lowerCaseNames = new Set(existingNames.map((name) => name.toLowerCase()));
  const base = cut(desiredName, limits.playlistNameLength - 4).trim();
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? base : `${base} ${n}`;
    if (!lowerCaseNames.has(name.toLowerCase())) return name;
  }
}
