/** `/player?trocada`: the screen of this device went to another one. It stays in the address, for whoever looks tomorrow. */
import { playerPaths } from '../../navigation/player-paths.ts';
import { button, element } from '../device/dom.ts';
import { destroyStorage } from '../device/storage.ts';
import { logo } from '../screen/overlay/logo.ts';
import { strings } from '../screen/text/strings.ts';
import { findCredentials } from '../server/pairing/credentials.ts';
import type { MountPage } from './page.ts';

export const swappedMark = 'trocada';

/** Unless the device was paired anew meanwhile. */
export const isSwappedHere = (): boolean =>
  new URLSearchParams(location.search).has(swappedMark) && findCredentials() === undefined;

/** Page of a device whose screen was given to another device; what it played is deleted. */
export const mountSwapped: MountPage = (root, go) => {
  void destroyStorage();
  const again = button(strings.useAgain, () => go(playerPaths.player), { class: 'button is-primary' });
  const panel = element(
    'main',
    { class: 'panel', testId: 'swapped' },
    element('h1', { text: strings.swapped }),
    element('p', { class: 'card-text', text: strings.swappedHint, attributes: { role: 'status' } }),
    again,
  );
  root.append(element('div', { class: 'page' }, logo(), panel));
  again.focus();
  return { stop: () => undefined };
};
