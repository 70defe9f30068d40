import { element, fill } from '../../device/dom.ts';

/** Creates a box with pictures on top of each other and, below them, the line that identifies the clinic (contract/README 3.10). */
export function createFrame(name: string, ...pictures: Node[]) {
  const line = element('p', { class: 'clinic-line' });
  const node = element('div', { class: name }, element('div', { class: 'frame' }, ...pictures), line);
  return {
    node,
    /** Sets the line; without a text the pictures have the whole box. */
    setLine(text = ''): void {
      node.classList.toggle('has-line', text !== '');
      fill(line, text);
    },
  };
}
