/** Panels of /player for a device that is already paired. */
import { button, element } from '../device/dom.ts';
import { strings } from '../screen/text/strings.ts';
import type { Credentials } from '../server/pairing/pairing.ts';

/** Returns the panel for the check of the pairing. `note`: why the check is delayed. */
export const checkingPanel = (note: string, onReset: () => void): HTMLElement[] => [
  element('div', { class: 'spinner' }),
  element('h1', { text: strings.checking }),
  element('p', { class: 'card-text', text: note, attributes: { role: 'status' } }),
  button(strings.resetConnection, onReset, { class: 'button' }),
];

/** Returns the panel of a screen that an administrator has blocked. It offers no action, not even a reset. */
export const blockedPanel = (): HTMLElement[] => [
  element('h1', { text: strings.screenBlocked }),
  element('p', { class: 'card-text', text: strings.screenBlockedHint, attributes: { role: 'status' } }),
];

/** Returns the question whether to disconnect the device. `stay`: the button that keeps the pairing. */
export const disconnectQuestion = (stay: HTMLButtonElement, onDisconnect: () => void): HTMLElement[] => [
  element('h1', { text: strings.disconnectQuestion }),
  element('p', { class: 'card-text', text: strings.disconnectHint }),
  element('div', { class: 'buttons' }, stay, button(strings.disconnect, onDisconnect, { class: 'button is-danger' })),
];

/** Returns the panel that is shown while the server is informed. */
export const disconnectingPanel = (): HTMLElement[] => [
  element('div', { class: 'spinner' }),
  element('h1', { text: strings.disconnecting }),
];

/** Returns the panel of a valid pairing. `play`: the button that opens the player. */
export const connectedPanel = (
  { playerId, userId }: Credentials,
  play: HTMLButtonElement,
  onDisconnect: () => void,
): HTMLElement[] => [
  element('span', { class: 'badge is-good', text: strings.connected }),
  element('h1', { text: strings.player(playerId) }),
  element('p', { class: 'card-text', text: strings.connectedAs(userId) }),
  element('div', { class: 'buttons' }, play, button(strings.disconnect, onDisconnect, { class: 'button' })),
];
