import type { Place } from './router.ts';

/** Parameters that name another view of the same page: a tab, a section. The rest only says how it is looked at. */
const partNames = ['aba', 'secao'] as const;

/** Equal for two addresses that show the same screen. */
export function screenOf({ path, search }: Place): string {
  const query = new URLSearchParams(search);
  return [path.toLowerCase(), ...partNames.map((name) => query.get(name)?.toLowerCase() ?? '')].join(' ');
}
