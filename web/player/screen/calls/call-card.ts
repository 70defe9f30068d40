/** Creates the card of a call over the picture, and the strip with the last calls. */
import type { PlayerCall, PlayerCalls } from '../../../../src/contract/calls.ts';
import { element, fill, icon } from '../../device/dom.ts';
import { isTicket } from './call-queue.ts';
import { fitText } from '../text/fit-text.ts';
import { strings } from '../text/strings.ts';

/** Paths of the icon that points to the room. */
export const arrowPaths = ['M4 12h15', 'M13 5.5l6.5 6.5-6.5 6.5'];

export function createCallCard() {
  const kind = element('p', { class: 'call-kind' });
  const label = element('p', { class: 'call-label', testId: 'call-label' });
  const room = element('span', { testId: 'call-room' });
  const where = element('p', { class: 'call-room' }, icon(...arrowPaths), room);
  const node = element(
    'aside',
    { class: 'call', testId: 'call', attributes: { 'aria-live': 'assertive' } },
    element('div', { class: 'call-who' }, kind, label),
    where,
  );

  function hide(): void {
    node.classList.remove('is-visible');
    delete node.dataset.callId;
    document.body.classList.remove('has-call');
  }

  return {
    node,
    /** Shows the call, or hides the card if the patient's name was deleted. */
    show(call: PlayerCall, layout: PlayerCalls['settings']['layout']): void {
      if (call.label === '') return hide();
      fill(kind, kindOf(call));
      fill(label, call.label);
      fill(room, call.roomName);
      where.style.backgroundColor = call.colour;
      where.style.color = textColourOn(call.colour);
      node.classList.toggle('is-name', !isTicket(call));
      node.classList.toggle('is-long', call.label.length > 14);
      node.classList.toggle('is-longest', call.label.length > 28);
      node.classList.toggle('has-long-room', call.roomName.length > 14);
      node.classList.toggle('is-full', layout === 'fullScreen');
      node.classList.add('is-visible');
      node.dataset.callId = String(call.id);
      document.body.classList.add('has-call');
    },
    hide,
  };
}

export function createCallStrip() {
  const list = element('ul');
  const node = element('section', { class: 'call-strip', testId: 'call-strip' }, list);
  let shownText = '';
  return {
    node,
    /** Shows the calls, the newest first. */
    show(calls: readonly PlayerCall[]): void {
      const text = JSON.stringify(calls.map(({ label, roomName, colour }) => [label, roomName, colour]));
      if (text === shownText) return;
      shownText = text;
      const items = calls.map(createCallItem);
      fill(list, ...items.map(({ node }) => node));
      for (const { fit } of items) fit();
      document.body.classList.toggle('has-calls', calls.length > 0);
    },
  };
}

/** Creates an entry of the strip or of the panel's list. `fit` shrinks texts that are too long, or breaks them into two lines. */
export function createCallItem({ label, roomName, colour }: PlayerCall): { node: HTMLElement; fit(): void } {
  const [who, where] = [element('span', { text: label }), element('span', { text: roomName })];
  const [whoBox, whereBox] = [
    element('div', { class: 'strip-label' }, who),
    element('div', { class: 'strip-room' }, where),
  ];
  const node = element('li', {}, whoBox, whereBox);
  node.style.borderColor = colour;
  return {
    node,
    fit(): void {
      const longSide = Math.max(window.innerWidth, window.innerHeight);
      // Fit the room first: the label gets the remaining height.
      fitText(where, whereBox, { min: 0.01 * longSide, max: longSide * roomSize });
      fitText(who, whoBox, { min: 0.01 * longSide, max: longSide * labelSize });
    },
  };
}

/** Maximum font sizes of an entry, as fractions of the screen's longer side. */
const labelSize = 90 / 1920;
const roomSize = 57 / 1920;

/** Returns the line above a call's label, such as 'Senha · Preferencial'. */
export function kindOf(call: PlayerCall): string {
  const { isPriority, isTest } = call;
  const text = isTest ? strings.callTest : isTicket(call) ? strings.callTicket : strings.callName;
  return isPriority && !isTest ? `${text} · ${strings.callPriority}` : text;
}

/** Returns white for a dark background '#RRGGBB', near-black for a light one (relative luminance, WCAG 2). */
export function textColourOn(colour: string): '#fff' | '#0b1014' {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const part = parseInt(colour.slice(start, start + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return luminance > 0.24 ? '#0b1014' : '#fff';
}
