import type { StudioLocation } from './router.ts';

/** Parameters that select a view of a page: a tab or section. Others only change its order or filters. */
const viewParameters = ['aba', 'secao'] as const;

/** Returns a key of the view at an address: page, tab and section. */
export function viewKeyOf({ path, search }: StudioLocation): string {
  const query = new URLSearchParams(search);
  return [path.toLowerCase(), ...viewParameters.map((name) => query.get(name)?.toLowerCase() ?? '')].join(' ');
}
