/** Entry of the player: one classic script. Its pages share one document, so that the permission to play sound is kept. */
import './player/player.css';
import { playerPaths } from './navigation/player-paths.ts';
import { mountActivation } from './player/pages/activation.ts';
import { replaceUnreadableFont } from './player/device/font.ts';
import { followWindow, restoreRotation } from './player/device/rotation.ts';
import { clearCredentials, findCredentials, saveCredentials } from './player/server/pairing/credentials.ts';
import { findLostChange } from './player/server/pairing/pairing-change.ts';
import { mountLaunch } from './player/pages/launch.ts';
import type { MountPage, Page } from './player/pages/page.ts';
import { playlistIdInAddress } from './player/pages/play-as-user.ts';
import { mountPlay } from './player/pages/play.ts';
import { mountPreview } from './player/pages/preview.ts';
import { mountReset } from './player/pages/reset.ts';
import { hasOtherAssets, refreshPage } from './player/server/page/page-copy.ts';

const pages: Record<string, MountPage> = {
  [playerPaths.play]: mountPlay,
  [playerPaths.player]: mountActivation,
  [playerPaths.playerLaunch]: mountLaunch,
  [playerPaths.playerReset]: mountReset,
  [playerPaths.preview]: mountPreview,
};

const root = document.getElementById('root') as HTMLElement;
let page: Page | undefined;
let pageChange: ReturnType<typeof setTimeout> | undefined;

const currentPath = () => location.pathname.toLowerCase().replace(/\/$/, '');

function mountCurrentPage(): void {
  page?.stop();
  page = undefined;
  root.textContent = '';
  document.body.dataset.page = currentPath().slice(1);
  // A browser in which somebody uses the studio may also be paired as a screen. A preview is not rotated like that screen.
  const isPreview = currentPath() === playerPaths.preview || playlistIdInAddress() !== undefined;
  restoreRotation(!isPreview && findCredentials() !== undefined);
  page = (pages[currentPath()] ?? mountActivation)(root, go);
  // An extra history entry: Back then stays in this document, and the page handles it.
  if (page.onBack) history.pushState(null, '');
}

function go(path: string): void {
  const isPlayerPage = pages[path.split('?')[0] ?? ''] !== undefined;
  if (!isPlayerPage) {
    location.assign(path);
    return;
  }
  // Wait until the present page has finished mounting. Address and page change in one step, so that a key pressed in between
  // always reaches one of the two pages.
  clearTimeout(pageChange);
  pageChange = setTimeout(() => {
    history.replaceState(null, '', path);
    mountCurrentPage();
  }, 0);
}

window.addEventListener('popstate', () => {
  if (!page?.onBack) return mountCurrentPage();
  history.pushState(null, '');
  page.onBack();
});

function start(): void {
  followWindow();
  void replaceUnreadableFont();
  mountCurrentPage();
  // The browser caches these pages for weeks, so that they start without the server. Replace an outdated one before anyone types.
  // (A screen's /play checks for a newer page itself, and waits for an item's end; /preview is never cached.)
  if (
    (currentPath() === playerPaths.play && playlistIdInAddress() === undefined) ||
    currentPath() === playerPaths.preview
  )
    return;
  const address = location.pathname + location.search;
  refreshPage(address).then(
    (newHtml) => hasOtherAssets(newHtml, document.documentElement.outerHTML) && location.replace(address),
    () => undefined,
  );
}

/** Longest time that a page without a pairing waits for a pairing to be restored. */
const restoreMs = 2_000;
const isMounted = () => document.body.dataset.page !== undefined;

/** Repeats the last change of the pairing if the browser lost it in a power cut. */
async function restoreLostChange(): Promise<void> {
  const token = findCredentials()?.token;
  const change = await findLostChange(token);
  // The device may have been paired or reset meanwhile.
  if (!change || findCredentials()?.token !== token) return;
  if (change.credentials) void saveCredentials(change.credentials);
  else clearCredentials();
  if (isMounted()) mountCurrentPage();
}

if (currentPath() === playerPaths.playerReset || currentPath() === playerPaths.preview) start();
else {
  const restored = restoreLostChange().catch(() => undefined);
  const timeUp = new Promise((resolve) => setTimeout(resolve, restoreMs));
  if (findCredentials()) start();
  else void Promise.race([restored, timeUp]).then(start);
}
