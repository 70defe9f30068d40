import { limits } from '../../../src/contract/limits.ts';
import { deviceInfo } from '../server/pairing/credentials.ts';
import type { Network } from '../server/requests/network.ts';
import type { Credentials } from '../server/pairing/pairing.ts';
import { createSession, type CredentialStorage, isRefusal } from '../server/pairing/session.ts';

/** Informs the server that this device releases its screen; returns true if the screen is free now. Never rejects. */
export async function releaseScreen(network: Network, credentials: Credentials): Promise<boolean> {
  let current = credentials;
  const device: CredentialStorage = {
    find: () => current,
    save: (renewed) => (current = renewed),
    clear: () => undefined,
    describe: deviceInfo,
  };
  try {
    await createSession(network, credentials, () => undefined, device).call('POST /api/player/disconnect', {
      timeoutMs: limits.tokenValidationTimeoutMs,
    });
    return true;
  } catch (error) {
    // The server refuses these credentials: this device no longer has the screen.
    return isRefusal(error);
  }
}
