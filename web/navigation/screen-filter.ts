/** Keeps the initial filter of the page with all screens in the address, so that the home page can link to some of them. Pure. */

export type ScreenFilter = 'all' | 'online' | 'offline' | 'problem';

/** Names of the filters in addresses: `/admin/screens?mostrar=problemas`. */
const screenFilterNames: Record<Exclude<ScreenFilter, 'all'>, string> = {
  online: 'online',
  offline: 'offline',
  problem: 'problemas',
};

/** Returns the address of the screens page at `path` with a filter. */
export const screensHref = (path: string, filter: keyof typeof screenFilterNames) =>
  `${path}?mostrar=${screenFilterNames[filter]}`;

/** Parses the filter of a query string; 'all' if it is missing or unknown. */
export function screenFilterFrom(query: string): ScreenFilter {
  const requested = new URLSearchParams(query).get('mostrar');
  const [filter] = Object.entries(screenFilterNames).find(([, name]) => name === requested) ?? [];
  return (filter as ScreenFilter | undefined) ?? 'all';
}
