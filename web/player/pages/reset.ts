/** /reset: deletes everything that this player stored, releases its screen and starts anew (web/player/README 3.4). */
import { limits } from '../../../src/contract/limits.ts';
import { playerPaths } from '../../navigation/player-paths.ts';
import { deleteDecoderResult } from '../device/decoder.ts';
import { element, fill } from '../device/dom.ts';
import { deleteRotation } from '../device/rotation.ts';
import { destroyStorage } from '../device/storage.ts';
import { logo } from '../screen/overlay/logo.ts';
import { strings } from '../screen/text/strings.ts';
import { createConnections } from '../server/requests/connections.ts';
import { clearCredentials, findCredentials } from '../server/pairing/credentials.ts';
import { createNetwork } from '../server/requests/network.ts';
import { releaseScreen } from './release-screen.ts';
import type { MountPage } from './page.ts';

/** Time to read the hint that the studio has to free the screen. */
const readingMs = 10_000;

export const mountReset: MountPage = (root, go) => {
  const credentials = findCredentials();
  clearCredentials();
  deleteDecoderResult();
  deleteRotation();
  void destroyStorage();
  const text = element('p', { class: 'card-text', text: strings.redirecting, attributes: { role: 'status' } });
  root.append(
    element(
      'div',
      { class: 'page' },
      logo(),
      element(
        'main',
        { class: 'panel', testId: 'reset' },
        element('div', { class: 'spinner' }),
        element('h1', { text: strings.clearing }),
        text,
      ),
    ),
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const leaveAfter = (ms: number) => {
    if (!isStopped) timer = setTimeout(() => go(playerPaths.play), ms);
  };
  if (credentials) {
    void releaseScreen(createNetwork(createConnections(1)), credentials).then((isFree) => {
      if (!isFree) fill(text, strings.stillOccupied);
      leaveAfter(isFree ? limits.resetRedirectMs : readingMs);
    });
  } else leaveAfter(limits.resetRedirectMs);
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};
