/** Shows the screen's name large, so that people find the TV of a screen that they see in the studio (contract/README 9.12). */
import { limits } from '../../../../src/contract/limits.ts';
import { element, fill, listen } from '../../device/dom.ts';
import { screenSize } from '../../device/rotation.ts';
import { fitText } from '../text/fit-text.ts';

export type Identification = ReturnType<typeof createIdentification>;

export function createIdentification() {
  const text = element('span', { testId: 'identify-name' });
  const box = element('p', { class: 'identify-room' }, text);
  const node = element('section', { class: 'identify', testId: 'identify', attributes: { role: 'status' } }, box);
  node.hidden = true;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const fit = () => fitText(text, box, { min: 16, max: 0.4 * screenSize().height });
  const stopListening = listen('resize', () => node.hidden || fit());

  return {
    node,
    show(name: string): void {
      clearTimeout(timer);
      timer = setTimeout(() => (node.hidden = true), limits.identifyMs);
      fill(text, name);
      node.hidden = false;
      fit();
    },
    stop(): void {
      clearTimeout(timer);
      stopListening();
    },
  };
}
