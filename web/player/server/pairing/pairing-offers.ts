/** Pairing code of an unpaired device: asked for, renewed in time, and watched (contract/README 9.9). */
import { limits } from '../../../../src/contract/limits.ts';
import { deviceInfo } from './credentials.ts';
import { CallError, type Network, type Reply } from '../requests/network.ts';
import { type Credentials, isPairing } from './pairing.ts';

export type PairingOffer = Reply<'POST /api/player/pairing'>;

export interface PairingOffersOptions {
  /** A code to show, in the place of the one before; null: there is none now, the server does not answer. */
  onOffer(offer: PairingOffer | null): void;
  /** Somebody gave this device a screen. */
  onSession(credentials: Credentials): void;
}

const { pollMs, renewBeforeMs } = limits.pairing;
const retryMs = 3_000;
const longestRetryMs = 15_000;

/** Runs until the returned function is called, or a session came. */
export function followPairing(network: Network, { onOffer, onSession }: PairingOffersOptions): () => void {
  let offer: PairingOffer | undefined;
  /** Monotonic. */
  let renewAt = 0;
  let overAt = 0;
  let waitMs = retryMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  async function renew(): Promise<void> {
    const now = performance.now();
    const secret = offer ? { secret: offer.secret } : {};
    const next = await network.call('POST /api/player/pairing', { body: { deviceInfo: deviceInfo(), ...secret } });
    if (isStopped) return;
    offer = next;
    overAt = now + next.expiresInS * 1000;
    renewAt = Math.max(now + pollMs, overAt - renewBeforeMs);
    onOffer(next);
  }

  /** True when the device has a screen. */
  async function isTaken({ secret }: PairingOffer): Promise<boolean> {
    try {
      const response = await network.call('POST /api/player/pairing/poll', { body: { secret } });
      if (isStopped || !isPairing(response)) return false;
      const { playerId, userId, token } = response;
      onSession({ playerId, userId, token });
      return true;
    } catch (error) {
      // The server knows it no longer: a new one, of a new device.
      if (error instanceof CallError && error.code === 'not_found') {
        offer = undefined;
        return false;
      }
      throw error;
    }
  }

  async function step(): Promise<void> {
    let nextMs: number = pollMs;
    try {
      if (offer && (await isTaken(offer))) return;
      if (!offer || performance.now() >= renewAt) await renew();
      waitMs = retryMs;
    } catch (error) {
      nextMs = Math.max(waitMs, error instanceof CallError ? (error.retryAfterS ?? 0) * 1000 : 0);
      // Between a half and the whole by chance: a hundred TVs after a restart.
      nextMs *= 0.5 + Math.random() / 2;
      waitMs = Math.min(longestRetryMs, waitMs * 1.5);
      // What is over helps nobody; until then the code may be used as soon as the server is back.
      if (!isStopped && (!offer || performance.now() >= overAt)) {
        offer = undefined;
        onOffer(null);
      }
    }
    if (!isStopped) timer = setTimeout(() => void step(), nextMs);
  }
  void step();

  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
