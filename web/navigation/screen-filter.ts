/** Initial filter of the page with all screens: in the address, so that the home page can lead to some of them. Pure. */

export type ScreenFilter = 'all' | 'online' | 'offline' | 'problem';

/** Names of the filters in addresses: `/admin/screens?mostrar=problemas`. */
const screenFilterNames: Record<Exclude<ScreenFilter, 'all'>, string> = {
  online: 'online',
  offline: 'offline',
  problem: 'problemas',
};

/** The screens page (`path`), showing some of them only. */
export const screensHref = (path: string, filter: keyof typeof screenFilterNames) =>
  `${path}?mostrar=${screenFilterNames[filter]}`;

/** Parses the filter of a query string; what it does not know is 'all'. */
export function screenFilterFrom(query: string): ScreenFilter {
  const wanted = new URLSearchParams(query).get('mostrar');
  const [filter] = Object.entries(screenFilterNames).find(([, name]) => name === wanted) ?? [];
  return (filter as ScreenFilter | undefined) ?? 'all';
}
