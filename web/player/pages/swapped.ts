/** `/player?trocada`: says that the screen was given to another device. The parameter remains in the address for reloads. */
import { playerPaths } from '../../navigation/player-paths.ts';
import { button, element } from '../device/dom.ts';
import { destroyStorage } from '../device/storage.ts';
import { logo } from '../screen/overlay/logo.ts';
import { strings } from '../screen/text/strings.ts';
import { findCredentials } from '../server/pairing/credentials.ts';
import type { MountPage } from './page.ts';

export const swappedParameter = 'trocada';

/** True if the address has the parameter and the device was not paired again since. */
export const isSwappedHere = (): boolean =>
  new URLSearchParams(location.search).has(swappedParameter) && findCredentials() === undefined;

/** Shows that the screen was given to another device, and deletes the stored files. */
export const mountSwapped: MountPage = (root, go) => {
  void destroyStorage();
  const pairAgain = button(strings.useAgain, () => go(playerPaths.player), { class: 'button is-primary' });
  const panel = element(
    'main',
    { class: 'panel', testId: 'swapped' },
    element('h1', { text: strings.swapped }),
    element('p', { class: 'card-text', text: strings.swappedHint, attributes: { role: 'status' } }),
    pairAgain,
  );
  root.append(element('div', { class: 'page' }, logo(), panel));
  pairAgain.focus();
  return { stop: () => undefined };
};
