/** The QR code beside the form of /player (web/player/README 3.1). */
import { createPairingPanel } from '../screen/cards/pairing-panel.ts';
import type { Network } from '../server/requests/network.ts';
import { keepPairing } from './pair-device.ts';
import { followPairing } from '../server/pairing/pairing-offers.ts';

export interface ShowPairingOptions {
  network: Network;
  page: HTMLElement;
  /** Element that it is inserted before. */
  before: HTMLElement;
  /** Somebody gave this device a screen, and it is kept. */
  onSession(): void;
}

/** Shows the pairing panel until the returned function is called. */
export function showPairing({ network, page, before, onSession }: ShowPairingOptions): () => void {
  const panel = createPairingPanel();
  let server = location.origin;
  let isStopped = false;
  page.insertBefore(panel.node, before);
  page.classList.add('is-pairing');
  const stopFollowing = followPairing(network, {
    onOffer(offer) {
      if (!offer) return panel.showNone();
      panel.show(offer, server);
      if (!isOnlyHere(location.hostname) || server !== location.origin) return;
      // A kiosk on the server itself: a phone has to be told another address.
      network.call('GET /api/installation').then(
        ({ addresses }) => {
          const [first] = addresses;
          if (isStopped || first === undefined) return;
          server = first;
          panel.show(offer, server);
        },
        () => undefined,
      );
    },
    onSession: (given) => void keepPairing(given).then((isKept) => isKept && onSession()),
  });
  return () => {
    isStopped = true;
    stopFollowing();
    page.classList.remove('is-pairing');
    panel.node.remove();
  };
}

const isOnlyHere = (host: string): boolean => /^(localhost|127\..*|\[::1\]|.*\.localhost)$/.test(host);
