/** Shows the code for a phone beside the form of /player (web/player/README 3.1). */
import { createPairingPanel } from '../screen/cards/pairing-panel.ts';
import type { Network } from '../server/requests/network.ts';
import { storePairing } from './pair-device.ts';
import { offerPairing } from '../server/pairing/pairing-offers.ts';

export interface ShowPairingOptions {
  network: Network;
  page: HTMLElement;
  /** Element before which the panel is inserted. */
  before: HTMLElement;
  /** Called when a person has paired this device by phone and the pairing is stored. */
  onPaired(): void;
}

export type ShownPairing = ReturnType<typeof showPairing>;

/** Shows the pairing panel until `stop` is called. */
export function showPairing({ network, page, before, onPaired }: ShowPairingOptions) {
  const panel = createPairingPanel();
  let server = location.origin;
  let isStopped = false;
  const codes: string[] = [];
  page.insertBefore(panel.node, before);
  page.classList.add('is-pairing');
  const stopFollowing = offerPairing(network, {
    onOffer(offer) {
      if (!offer) return panel.showNone();
      codes.push(offer.code);
      panel.show(offer, server);
      if (!isLocalHost(location.hostname) || server !== location.origin) return;
      // On a kiosk that runs on the server itself, a phone needs another address than localhost.
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
    onPaired: (credentials) => void storePairing(credentials).then((isStored) => isStored && onPaired()),
  });
  return {
    /** True if this device has shown the code, which is for a phone. */
    hasShown: (code: string) => codes.indexOf(code) >= 0,
    stop(): void {
      isStopped = true;
      stopFollowing();
      page.classList.remove('is-pairing');
      panel.node.remove();
    },
  };
}

const isLocalHost = (host: string): boolean => /^(localhost|127\..*|\[::1\]|.*\.localhost)$/.test(host);
