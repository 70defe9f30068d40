/**
 * Entry of the player bundle: one classic script for old TV boxes. Its pages replace each other inside one
 * document, so that going from one to another needs no server and keeps the permission to make sound.
 */
import './player/player.css';
import { mountActivation } from './player/activation.ts';
import { findCredentials, saveCredentials } from './player/credentials.ts';
import { recallPairing } from './player/kept-pairing.ts';
import { mountLaunch } from './player/launch.ts';
import type { MountPage, Page } from './player/page.ts';
import { mountPlay } from './player/play.ts';
import { mountPreview } from './player/preview.ts';
import { mountReset } from './player/reset.ts';
import { isNewer, refreshPage } from './player/restart.ts';

const pages: Record<string, MountPage> = {
  '/play': mountPlay,
  '/player': mountActivation,
  '/player-launch': mountLaunch,
  '/reset': mountReset,
  '/preview': mountPreview,
};

const root = document.getElementById('root') as HTMLElement;
let page: Page | undefined;
let change: ReturnType<typeof setTimeout> | undefined;

const here = () => location.pathname.toLowerCase().replace(/\/$/, '');

function show(): void {
  page?.stop();
  page = undefined;
  root.textContent = '';
  document.body.dataset.page = here().slice(1);
  page = (pages[here()] ?? mountActivation)(root, go);
  // Back has somewhere to go back to, and so comes to the page instead of leaving it.
  if (page.onBack) history.pushState(null, '');
}

function go(path: string): void {
  const isOurs = path.split('?')[0]! in pages;
  if (!isOurs) {
    location.assign(path);
    return;
  }
  // After the present page has finished mounting. Address and page change in one step: a key pressed in between would find
  // neither the old page nor the new one listening.
  clearTimeout(change);
  change = setTimeout(() => {
    history.replaceState(null, '', path);
    show();
  }, 0);
}

window.addEventListener('popstate', () => {
  if (!page?.onBack) return show();
  history.pushState(null, '');
  page.onBack();
});

function start(): void {
  show();
  // The browser keeps these pages for weeks, for a start without the server: an old one gives way before anyone has typed.
  // (/play looks by itself, and waits for an item's end; /preview is never kept.)
  if (document.body.dataset.page === 'play' || document.body.dataset.page === 'preview') return;
  const address = location.pathname + location.search;
  refreshPage(address).then(
    (page) => isNewer(page, document.documentElement.outerHTML) && location.replace(address),
    () => undefined,
  );
}

if (findCredentials() || here() === '/reset' || here() === '/preview') start();
else {
  // Unplugged before the browser had written the pairing down.
  const isRecalled = recallPairing().then((found) => found && saveCredentials(found));
  isRecalled.then(start, start);
}
