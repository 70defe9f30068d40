import { requestFullscreen } from '../device/browser.ts';
import { destroyStorage } from '../device/storage.ts';
import { strings } from '../screen/text/strings.ts';
import { clearCredentials, deviceInfo, saveCredentials } from '../server/pairing/credentials.ts';
import { CallError, type Network } from '../server/requests/network.ts';
import type { Credentials } from '../server/pairing/pairing.ts';

/** Result of entering a code. `reset`: it was the code that deletes a device's pairing and storage (contract/README 1.9). */
export type PairingOutcome = { type: 'paired' } | { type: 'reset' } | { type: 'failed'; problem: string };

/** Pairs this device with the screen of the code. Never rejects. */
export async function pairDevice(network: Network, activationCode: string): Promise<PairingOutcome> {
  let credentials: Credentials;
  try {
    credentials = await network.call('POST /api/player/activate', {
      body: { activationCode, deviceInfo: deviceInfo() },
    });
  } catch (error) {
    const failed = (problem: string) => ({ type: 'failed', problem }) as const;
    if (!(error instanceof CallError) || error.code === null) return failed(strings.connectionError);
    if (error.code !== 'device_reset') return failed(error.message || strings.invalidCode);
    clearCredentials();
    await destroyStorage();
    return { type: 'reset' };
  }
  if (!(await storePairing(credentials, requestFullscreen))) return { type: 'failed', problem: strings.saveError };
  return { type: 'paired' };
}

/**
 * Stores the pairing. Resolves to true when a power cut no longer loses it; to false when the browser refuses to store it.
 * Calls `onSaved` before it waits for the disk: full screen is permitted only shortly after a key press.
 */
export async function storePairing(credentials: Credentials, onSaved = () => {}): Promise<boolean> {
  let stored: Promise<void>;
  try {
    stored = saveCredentials(credentials);
  } catch {
    return false;
  }
  onSaved();
  await stored;
  return true;
}
