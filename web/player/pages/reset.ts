/** /reset: forgets everything of this player and starts anew (web/player/README 3.4). */
import { limits } from '../../../src/contract/limits.ts';
import { paths } from '../../navigation/paths.ts';
import { clearCredentials } from '../server/credentials.ts';
import { forgetDecoder } from '../device/decoder.ts';
import { element } from '../device/dom.ts';
import { logo } from '../screen/logo.ts';
import type { MountPage } from './page.ts';
import { destroyStorage } from '../device/storage.ts';
import { strings } from '../screen/strings.ts';

export const mountReset: MountPage = (root, go) => {
  clearCredentials();
  forgetDecoder();
  void destroyStorage();
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
        element('p', { class: 'card-text', text: strings.redirecting, attributes: { role: 'status' } }),
      ),
    ),
  );
  const timer = setTimeout(() => go(paths.play), limits.resetRedirectMs);
  return { stop: () => clearTimeout(timer) };
};
