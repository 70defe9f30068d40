/** What the panel of /player says of a pairing that the device already has. */
import { button, element } from '../device/dom.ts';
import { strings } from '../screen/strings.ts';
import type { Credentials } from '../server/pairing.ts';

/** While it is being checked; `note`: what hinders the check. */
export const checking = (note: string, onReset: () => void): HTMLElement[] => [
  element('div', { class: 'spinner' }),
  element('h1', { text: strings.checking }),
  element('p', { class: 'card-text', text: note, attributes: { role: 'status' } }),
  button(strings.resetConnection, onReset, { class: 'button' }),
];

/** It is good. `play`: the button to go on with. */
export const connected = (
  { playerId, userId }: Credentials,
  play: HTMLButtonElement,
  onDisconnect: () => void,
): HTMLElement[] => [
  element('span', { class: 'badge is-good', text: strings.connected }),
  element('h1', { text: strings.player(playerId) }),
  element('p', { class: 'card-text', text: strings.connectedAs(userId) }),
  element('div', { class: 'buttons' }, play, button(strings.disconnect, onDisconnect, { class: 'button' })),
];
