/** Entry of the player: one classic script for old TV boxes. Its pages share one document, which may keep playing sound. */
import './player/player.css';
import { playerPaths } from './navigation/player-paths.ts';
import { mountActivation } from './player/pages/activation.ts';
import { replaceUnreadableFont } from './player/device/font.ts';
import { followWindow, restoreRotation } from './player/device/rotation.ts';
import { clearCredentials, findCredentials, saveCredentials } from './player/server/pairing/credentials.ts';
import { findLostChange } from './player/server/pairing/pairing-change.ts';
import { mountLaunch } from './player/pages/launch.ts';
import type { MountPage, Page } from './player/pages/page.ts';
import { findChosenPlaylist } from './player/pages/open-in-browser.ts';
import { mountPlay } from './player/pages/play.ts';
import { mountPreview } from './player/pages/preview.ts';
import { mountReset } from './player/pages/reset.ts';
import { isNewer, refreshPage } from './player/server/page/page-copy.ts';

const pages: Record<string, MountPage> = {
  [playerPaths.play]: mountPlay,
  [playerPaths.player]: mountActivation,
  [playerPaths.playerLaunch]: mountLaunch,
  [playerPaths.playerReset]: mountReset,
  [playerPaths.preview]: mountPreview,
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
  // The studio's own browser may be a paired device too: its preview of a playlist is not rotated.
  const isOfStudio = here() === playerPaths.preview || findChosenPlaylist() !== undefined;
  restoreRotation(!isOfStudio && findCredentials() !== undefined);
  page = (pages[here()] ?? mountActivation)(root, go);
  // Back has somewhere to go back to, and so comes to the page instead of leaving it.
  if (page.onBack) history.pushState(null, '');
}

function go(path: string): void {
  const isOurs = pages[path.split('?')[0] ?? ''] !== undefined;
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
  followWindow();
  void replaceUnreadableFont();
  show();
  // The browser keeps these pages for weeks, for a start without the server: an old one gives way before anyone has typed.
  // (A screen's /play looks by itself, and waits for an item's end; /preview is never kept.)
  if ((here() === playerPaths.play && findChosenPlaylist() === undefined) || here() === playerPaths.preview) return;
  const address = location.pathname + location.search;
  refreshPage(address).then(
    (page) => isNewer(page, document.documentElement.outerHTML) && location.replace(address),
    () => undefined,
  );
}

/** Time that a page without a pairing waits for one that may be restored. */
const recallMs = 2_000;
const isMounted = () => document.body.dataset.page !== undefined;

/** Restores the pairing's last change before a power cut: the browser had not written it down yet. */
async function catchUp(): Promise<void> {
  const token = findCredentials()?.token;
  const change = await findLostChange(token);
  // Paired or reset meanwhile.
  if (!change || findCredentials()?.token !== token) return;
  if (change.credentials) void saveCredentials(change.credentials);
  else clearCredentials();
  if (isMounted()) show();
}

if (here() === playerPaths.playerReset || here() === playerPaths.preview) start();
else {
  const isCaughtUp = catchUp().catch(() => undefined);
  const isLate = new Promise((resolve) => setTimeout(resolve, recallMs));
  if (findCredentials()) start();
  else void Promise.race([isCaughtUp, isLate]).then(start);
}
