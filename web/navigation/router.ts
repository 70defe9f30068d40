/** The address bar as a signal. Plain links to the studio's own pages change it without a reload. */
import { signal } from '@preact/signals-react';
import { changeAddress, hasModifier, startBackButton } from './back-button.ts';

export type Place = ReturnType<typeof readPlace>;

export const place = signal(readPlace());

/** True from a navigation until the new page's heading took the focus (see use-page-heading.ts). */
let focusIsDue = false;

/** Reads path and query as in the address bar. */
function readPlace() {
  return { path: location.pathname, search: location.search };
}

/** Case-insensitive, and blind to a slash at the end. */
export function samePath(left: string, right: string): boolean {
  return normalPath(left) === normalPath(right);
}

export function normalPath(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end).toLowerCase();
}

/** Goes to a studio page. `replace`: without a history entry; `keepScroll`: only a part of the page changes. */
export function navigate(
  to: string,
  { replace = false, keepScroll = false }: { replace?: boolean; keepScroll?: boolean } = {},
): void {
  const target = new URL(to, location.href);
  if (target.href === location.href) replace = true;
  changeAddress(target.href, { replace }, () => {
    arrive();
    if (!keepScroll) window.scrollTo(0, 0);
  });
}

function arrive(): void {
  const previous = place.peek();
  const next = readPlace();
  if (!samePath(previous.path, next.path)) focusIsDue = true;
  place.value = next;
}

/** One page takes the focus per navigation; none at the first load, where the browser's own order is right. */
export function claimFocus(): boolean {
  const due = focusIsDue;
  focusIsDue = false;
  return due;
}

/** Starts the router; called once. `isStudioPage` is true for the studio's paths. */
export function startRouter(isStudioPage: (path: string) => boolean): void {
  startBackButton(() => {
    const { path, search } = place.peek();
    return path === location.pathname && search === location.search;
  }, arrive);
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.shiftKey || hasModifier(event)) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.origin !== location.origin || link.hasAttribute('download')) return;
    if (link.target && link.target !== '_self') return;
    if (link.hash && link.pathname === location.pathname) return;
    if (!isStudioPage(link.pathname)) return;
    event.preventDefault();
    navigate(link.href);
  });
}
