/** Requests the pairing code of an unpaired device, renews it and polls for its result (contract/README 9.9). */
import { limits } from '../../../../src/contract/limits.ts';
import { deviceInfo } from './credentials.ts';
import { CallError, type Network, type Reply } from '../requests/network.ts';
import { type Credentials, isPairing } from './pairing.ts';

export type PairingOffer = Reply<'POST /api/player/pairing'>;

export interface PairingOffersOptions {
  /** Called with a code to show, or with null when the code must be hidden because the server does not respond. */
  onOffer(offer: PairingOffer | null): void;
  /** Called when a person paired this device with a screen. */
  onPaired(credentials: Credentials): void;
}

const { pollMs, renewBeforeMs } = limits.pairing;
const retryMs = 3_000;
const maxRetryMs = 15_000;
/** Number of failed requests after which the code is hidden: a single failure does not mean that the server is lost. */
const hiddenAfterFailures = 2;

/** Offers a pairing code until the device is paired or the returned function is called. */
export function offerPairing(network: Network, { onOffer, onPaired }: PairingOffersOptions): () => void {
  let offer: PairingOffer | undefined;
  /** Monotonic milliseconds. */
  let renewAt = 0;
  let expiresAt = 0;
  let waitMs = retryMs;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  async function renew(): Promise<void> {
    const now = performance.now();
    const secret = offer ? { secret: offer.secret } : {};
    const next = await network.call('POST /api/player/pairing', { body: { deviceInfo: deviceInfo(), ...secret } });
    if (isStopped) return;
    offer = next;
    expiresAt = now + next.expiresInS * 1000;
    renewAt = Math.max(now + pollMs, expiresAt - renewBeforeMs);
    onOffer(next);
  }

  /** Asks the server whether a person has paired this device; if so, calls `onPaired` and returns true. */
  async function isPaired({ secret }: PairingOffer): Promise<boolean> {
    try {
      const response = await network.call('POST /api/player/pairing/poll', { body: { secret } });
      if (isStopped || !isPairing(response)) return false;
      const { playerId, userId, token } = response;
      onPaired({ playerId, userId, token });
      return true;
    } catch (error) {
      // The server no longer knows this code: request a new one, as a new device.
      if (error instanceof CallError && error.code === 'not_found') {
        offer = undefined;
        return false;
      }
      throw error;
    }
  }

  async function pollOrRenew(): Promise<void> {
    let nextMs: number = pollMs;
    try {
      if (offer && (await isPaired(offer))) return;
      if (!offer || performance.now() >= renewAt) await renew();
      if (offer && failures >= hiddenAfterFailures) onOffer(offer);
      failures = 0;
      waitMs = retryMs;
    } catch (error) {
      nextMs = Math.max(waitMs, error instanceof CallError ? (error.retryAfterS ?? 0) * 1000 : 0);
      // Vary the delay: a hundred TVs retry after a restart of the server.
      nextMs *= 0.5 + Math.random() / 2;
      waitMs = Math.min(maxRetryMs, waitMs * 1.5);
      failures += 1;
      if (performance.now() >= expiresAt) offer = undefined;
      // Hide a code that cannot be used now; it is shown again when the server is back.
      if (!isStopped && (!offer || failures >= hiddenAfterFailures)) onOffer(null);
    }
    if (!isStopped) timer = setTimeout(() => void pollOrRenew(), nextMs);
  }
  void pollOrRenew();

  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
