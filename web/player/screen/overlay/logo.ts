import { element, icon } from '../../device/dom.ts';

/** Returns the channel's wordmark: a screen on a wall with a person in front of it, and the name. */
export function logo(): HTMLElement {
  const mark = icon(
    'M4.5 3h15a2 2 0 0 1 2 2v8.5a2 2 0 0 1-2 2h-15a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z',
    'M10.3 6.9v4.7l4.1-2.35z',
    'M7 21.2a5 3.1 0 0 1 10 0',
  );
  return element(
    'div',
    { class: 'logo', testId: 'logo' },
    mark,
    element('span', { class: 'logo-name', text: 'Antessala' }),
    element('span', { class: 'logo-tv', text: 'TV' }),
  );
}
