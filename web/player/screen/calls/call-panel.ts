/** Shows calls in a panel beside a smaller picture: the last call large, the previous ones in a list. */
import { element, fill, icon } from '../../device/dom.ts';
import { fitText } from '../text/fit-text.ts';
import { strings } from '../text/strings.ts';
import { arrowPaths, createCallItem, kindOf, textColourOn } from './call-card.ts';
import type { PanelCalls } from './call-queue.ts';

/** Maximum font sizes of the large call, as fractions of the screen's longer side. */
const sizes = { label: 460 / 1920, room: 128 / 1920 };

export function createCallPanel() {
  const kind = element('p', { class: 'panel-kind' });
  const [label, room] = [element('span', { testId: 'panel-label' }), element('span', { testId: 'panel-room' })];
  const [labelBox, roomBox] = [
    element('div', { class: 'panel-label' }, label),
    element('div', { class: 'panel-place' }, room),
  ];
  const where = element('div', { class: 'panel-room' }, icon(...arrowPaths), roomBox);
  const large = element(
    'div',
    { class: 'panel-last', attributes: { 'aria-live': 'assertive' } },
    kind,
    labelBox,
    where,
  );
  const empty = element(
    'div',
    { class: 'panel-empty', testId: 'panel-empty' },
    element('p', { class: 'panel-wait', text: strings.panelEmpty }),
    element('p', { class: 'panel-hint', text: strings.panelEmptyHint }),
  );
  const list = element('ul');
  const previous = element('div', { class: 'panel-previous' }, element('h2', { text: strings.panelPrevious }), list);
  const node = element('section', { class: 'call-panel', testId: 'panel' }, large, empty, previous);
  let shownText = '';

  function showLast({ last, isCalling }: Pick<PanelCalls, 'last' | 'isCalling'>): void {
    large.hidden = last === null;
    empty.hidden = last !== null;
    large.classList.toggle('is-calling', isCalling);
    delete large.dataset.callId;
    if (!last) return;
    if (isCalling) large.dataset.callId = String(last.call.id);
    fill(kind, kindOf(last.call));
    fill(label, last.call.label);
    fill(room, last.call.roomName);
    const { colour } = last.call;
    where.style.backgroundColor = colour;
    where.style.color = textColourOn(colour);
    large.style.backgroundColor = isCalling ? colour : '';
    large.style.color = isCalling ? textColourOn(colour) : '';
    const longSide = Math.max(window.innerWidth, window.innerHeight);
    fitText(label, labelBox, { min: 0.01 * longSide, max: sizes.label * longSide });
    fitText(room, roomBox, { min: 0.01 * longSide, max: sizes.room * longSide });
  }

  return {
    node,
    show({ last, isCalling, previous: earlier }: PanelCalls): void {
      const textOf = ({ call: { label, roomName, colour, key } }: NonNullable<PanelCalls['last']>) =>
        [label, roomName, colour, key].join('\n');
      // Texts are fitted again when the screen is rotated, or the ticker appears.
      const size = [node.clientWidth, node.clientHeight, previous.clientHeight];
      const text = JSON.stringify([last && textOf(last), isCalling, earlier.map(textOf), size]);
      if (text === shownText) return;
      shownText = text;
      showLast({ last, isCalling });
      previous.classList.toggle('is-empty', earlier.length === 0);
      const items = earlier.map(({ call }) => createCallItem(call));
      fill(list, ...items.map(({ node }) => node));
      for (const { fit } of items) fit();
    },
  };
}
