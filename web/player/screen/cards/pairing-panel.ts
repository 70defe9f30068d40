/** Panel of an unpaired TV, readable from three metres: QR code, code, check digits, and instructions. */
import { qrPicture } from '../../../ui/media/qr.ts';
import { element, fill } from '../../device/dom.ts';
import { strings } from '../text/strings.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';

export function createPairingPanel() {
  const svg = document.createElementNS(svgNamespace, 'svg');
  const path = document.createElementNS(svgNamespace, 'path');
  svg.setAttribute('class', 'pairing-qr');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', strings.pairingQr);
  svg.setAttribute('shape-rendering', 'crispEdges');
  svg.appendChild(path);
  const code = element('p', { class: 'pairing-code', testId: 'pairing-code' });
  const digits = element('span', { class: 'pairing-digits', testId: 'pairing-digits' });
  const address = element('strong', { class: 'pairing-address' });
  const offerBox = element(
    'div',
    { class: 'pairing-offer' },
    svg,
    element(
      'div',
      { class: 'pairing-words' },
      element('p', { class: 'pairing-step' }, `${strings.pairingScan} `, address, ` ${strings.pairingType}`),
      code,
      element('p', { class: 'pairing-step' }, `${strings.pairingCheck} `, digits),
      element('p', { class: 'pairing-hint', text: strings.pairingStudio }),
    ),
  );
  const noOffer = element(
    'div',
    { class: 'pairing-none' },
    element('div', { class: 'spinner' }),
    element('p', { class: 'card-text', text: strings.pairingWaits, attributes: { role: 'status' } }),
  );
  const node = element(
    'section',
    { class: 'panel is-pairing', testId: 'pairing', attributes: { 'aria-label': strings.pairingTitle } },
    element('h2', { text: strings.pairingTitle }),
    offerBox,
    noOffer,
  );
  offerBox.hidden = true;
  let shown = '';

  return {
    node,
    /** Shows a code. `server`: scheme, host and port at which a phone reaches the server. */
    show(offer: { code: string; checkDigits: string }, server: string): void {
      offerBox.hidden = false;
      noOffer.hidden = true;
      const link = `${server}/parear?c=${offer.code}`;
      if (link === shown) return;
      shown = link;
      const picture = qrPicture(link);
      svg.setAttribute('viewBox', `0 0 ${picture.size} ${picture.size}`);
      path.setAttribute('d', picture.path);
      // Two groups of three are easier to read aloud and to type.
      fill(code, ...[offer.code.slice(0, 3), offer.code.slice(3)].map((text) => element('span', { text })));
      fill(digits, offer.checkDigits);
      fill(address, `${server.replace(/^https?:\/\//, '')}/parear`);
    },
    /** Shows that there is no code, because the server does not respond. */
    showNone(): void {
      offerBox.hidden = true;
      noOffer.hidden = false;
      shown = '';
    },
  };
}
