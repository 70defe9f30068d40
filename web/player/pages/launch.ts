/** /player-launch: the channel's start page on a TV box (web/player/README 3.2). */
import { playerPaths } from '../../navigation/player-paths.ts';
import { createConnections } from '../server/requests/connections.ts';
import { findCredentials } from '../server/pairing/credentials.ts';
import { requestFullscreen } from '../device/browser.ts';
import { button, element, fill, icon, listen } from '../device/dom.ts';
import { moveFocus } from '../device/keys.ts';
import { logo } from '../screen/overlay/logo.ts';
import { createNetwork } from '../server/requests/network.ts';
import type { MountPage } from './page.ts';
import { createCachedResponses } from '../server/requests/cached-responses.ts';
import { createSession } from '../server/pairing/session.ts';
import { openStorage } from '../device/storage.ts';
import { channelName, strings } from '../screen/text/strings.ts';

export const mountLaunch: MountPage = (root, go) => {
  const credentials = findCredentials();
  const info = element('div', { class: 'launch-info', testId: 'launch-info' });
  const open = button(
    strings.openOnline,
    () => {
      requestFullscreen();
      go(findCredentials() ? playerPaths.play : playerPaths.player);
    },
    { class: 'button is-primary is-large' },
  );
  const feature = (text: string, ...lines: string[]) => element('li', {}, icon(...lines), element('span', { text }));
  const page = element(
    'div',
    { class: 'page is-launch' },
    logo(),
    element(
      'main',
      { class: 'panel', testId: 'launch' },
      element('h1', { class: 'launch-title', text: channelName }),
      element(
        'ul',
        { class: 'launch-features' },
        feature(strings.tvBox, 'M3 5h18v12H3z', 'M8 21h8', 'M12 17v4'),
        feature(
          strings.online,
          'M2 9a15 15 0 0 1 20 0',
          'M5.5 12.8a10 10 0 0 1 13 0',
          'M9 16.5a5 5 0 0 1 6 0',
          'M12 20h.01',
        ),
        feature(strings.playerLabel, 'M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19z', 'M10 8.5v7l6-3.5z'),
      ),
      info,
      open,
    ),
  );
  root.append(page);
  open.focus();
  let isStopped = false;

  async function loadInfo(): Promise<void> {
    if (!credentials) return;
    const storage = await openStorage().catch(() => undefined);
    const cachedResponses = createCachedResponses(storage, credentials.playerId);
    const session = createSession(createNetwork(createConnections(1)), credentials, () => undefined);
    const { player, user } = await session.call('GET /api/player/info').catch(async (error: unknown) => {
      const cached = await cachedResponses.load('info');
      if (!cached) throw error;
      return cached;
    });
    if (isStopped) return;
    fill(
      info,
      element('p', { class: 'launch-user', text: user.name }),
      element('p', { text: user.email }),
      element('p', { class: 'launch-screen', text: player.name }),
      element('p', { class: 'launch-channel', text: strings.channelId(player.screenId) }),
    );
  }
  loadInfo().catch(() => undefined);

  const stop = listen('keydown', (event) => moveFocus(page, event));
  return {
    stop() {
      isStopped = true;
      stop();
    },
  };
};
