/**
 * Entry of the player bundle: one classic script for old TV boxes. Its four pages replace each other inside one
 * document, so that going from one to another needs no server and keeps the permission to make sound.
 */
import './player/player.css';
import { mountActivation } from './player/activation.ts';
import { mountLaunch } from './player/launch.ts';
import type { MountPage, Page } from './player/page.ts';
import { mountPlay } from './player/play.ts';
import { mountReset } from './player/reset.ts';
import { isNewer, refreshPage } from './player/restart.ts';

const pages: Record<string, MountPage> = {
  '/play': mountPlay,
  '/player': mountActivation,
  '/player-launch': mountLaunch,
  '/reset': mountReset,
};

const root = document.getElementById('root') as HTMLElement;
let page: Page | undefined;

function show(): void {
  page?.stop();
  page = undefined;
  root.textContent = '';
  const path = location.pathname.replace(/\/$/, '');
  document.body.dataset.page = path.slice(1);
  page = (pages[path] ?? mountActivation)(root, go);
  // Back has somewhere to go back to, and so comes to the page instead of leaving it.
  if (page.onBack) history.pushState(null, '');
}

function go(path: string): void {
  const isOurs = path.split('?')[0]! in pages;
  if (!isOurs) {
    location.assign(path);
    return;
  }
  history.replaceState(null, '', path);
  // After the present page has finished mounting.
  setTimeout(show, 0);
}

window.addEventListener('popstate', () => {
  if (!page?.onBack) return show();
  history.pushState(null, '');
  page.onBack();
});

show();
// The browser keeps these pages for weeks, for a start without the server: an old one gives way before anyone has typed.
// (/play looks by itself, and waits for an item's end.)
if (document.body.dataset.page !== 'play') {
  const here = location.pathname + location.search;
  refreshPage(here).then(
    (page) => isNewer(page, document.documentElement.outerHTML) && location.replace(here),
    () => undefined,
  );
}
