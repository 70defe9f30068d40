import { limits } from '../../../src/contract/limits.ts';
import { deviceInfo } from '../server/pairing/credentials.ts';
import type { Network } from '../server/requests/network.ts';
import type { Credentials } from '../server/pairing/pairing.ts';
import { createSession, type Device, isRefusal } from '../server/pairing/session.ts';

/** Tells the server that this device gives its screen back; returns whether the screen is free now. Never rejects. */
export async function giveBack(network: Network, credentials: Credentials): Promise<boolean> {
  let held = credentials;
  const device: Device = {
    find: () => held,
    save: (renewed) => (held = renewed),
    clear: () => undefined,
    describe: deviceInfo,
  };
  try {
    await createSession(network, credentials, () => undefined, device).call('POST /api/player/disconnect', {
      timeoutMs: limits.tokenValidationTimeoutMs,
    });
    return true;
  } catch (error) {
    // Whoever has the screen now, it is not this device.
    return isRefusal(error);
  }
}
