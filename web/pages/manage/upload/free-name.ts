import { cut } from '../../../../src/contract/text/graphemes.ts';
import { limits } from '../../../../src/contract/limits.ts';

/** Returns the name for a new playlist: `wanted`, with a number if that name is taken. */
export function freeName(wanted: string, taken: readonly string[]): string {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  const base = cut(wanted, limits.playlistNameLength - 4).trim();
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? base : `${base} ${n}`;
    if (!used.has(name.toLowerCase())) return name;
  }
}
