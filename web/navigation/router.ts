/** Router of the studio: the address as a signal. Links to the studio's pages change it without a reload. */
import { signal } from '@preact/signals-react';
import { changeAddress, hasModifier, startBackButton } from './back-button.ts';

export type StudioLocation = ReturnType<typeof readLocation>;

export const currentLocation = signal(readLocation());

/** True from a navigation until the new page's heading gets the focus (use-page-heading.ts). */
let isFocusDue = false;

function readLocation() {
  return { path: location.pathname, search: location.search };
}

/** Compares two paths, ignoring case and trailing slashes. */
export function isSamePath(left: string, right: string): boolean {
  return normalizePath(left) === normalizePath(right);
}

export function normalizePath(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end).toLowerCase();
}

/** Opens a studio page. `replace`: without a new history entry; `keepScroll`: without scrolling to the top. */
export function navigate(
  to: string,
  { replace = false, keepScroll = false }: { replace?: boolean; keepScroll?: boolean } = {},
): void {
  const target = new URL(to, location.href);
  if (target.href === location.href) replace = true;
  changeAddress(target.href, { replace }, () => {
    updateLocation();
    if (!keepScroll) window.scrollTo(0, 0);
  });
}

function updateLocation(): void {
  const previous = currentLocation.peek();
  const next = readLocation();
  if (!isSamePath(previous.path, next.path)) isFocusDue = true;
  currentLocation.value = next;
}

/** Returns true once per navigation: the heading of the new page then takes the focus. False at the first load. */
export function claimFocus(): boolean {
  const wasDue = isFocusDue;
  isFocusDue = false;
  return wasDue;
}

/** Starts the router; called once. `isStudioPage` is true for the studio's paths. */
export function startRouter(isStudioPage: (path: string) => boolean): void {
  startBackButton(() => {
    const { path, search } = currentLocation.peek();
    return path === location.pathname && search === location.search;
  }, updateLocation);
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
