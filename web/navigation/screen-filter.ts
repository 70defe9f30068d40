/**
 * Initial filter of the page with all screens: in the address, so that the home page can lead to some of them. Pure.
 */

export type Reach = 'all' | 'online' | 'offline' | 'problem';

/** Names of the filters in addresses: `/admin/screens?mostrar=problemas`. */
const reachNames: Record<Exclude<Reach, 'all'>, string> = {
  online: 'online',
  offline: 'offline',
  problem: 'problemas',
};

/** The screens page (`path`), showing some of them only. */
export const screensHref = (path: string, reach: keyof typeof reachNames) => `${path}?mostrar=${reachNames[reach]}`;

/** Parses the filter of a query string; what it does not know is 'all'. */
export function reachFrom(query: string): Reach {
  const wanted = new URLSearchParams(query).get('mostrar');
  const [reach] = Object.entries(reachNames).find(([, name]) => name === wanted) ?? [];
  return (reach as Reach | undefined) ?? 'all';
}
