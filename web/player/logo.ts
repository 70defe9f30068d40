import { element, icon } from './dom.ts';

/** The wordmark of the channel: a door ajar, and the name. */
export function logo(): HTMLElement {
  const mark = icon('M5 21V4.5A1.5 1.5 0 0 1 6.5 3h11A1.5 1.5 0 0 1 19 4.5V21', 'M3 21h18', 'M13 21V8.2a1 1 0 0 1 .7-.95L19 5.6', 'M15.8 13.5v1.2');
  return element('div', { class: 'logo', testId: 'logo' }, mark, element('span', { class: 'logo-name', text: 'Antessala' }), element('span', { class: 'logo-tv', text: 'TV' }));
}
