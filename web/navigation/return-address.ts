/** Saves the pairing page's address during sign-in: the code of its TV expires after ten minutes. Kept for this browser tab only. */
import { paths } from './paths.ts';

const key = 'antessala.return';

/** Saves an address (path and query) if it is that of the pairing page. */
export function saveReturnAddress(address: string): void {
  if (!isPairing(address)) return;
  try {
    sessionStorage.setItem(key, address);
  } catch {
    // Without storage the home page opens after sign-in.
  }
}

export function clearReturnAddress(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Without storage nothing was saved.
  }
}

export function addressAfterSignIn(): string {
  try {
    const address = sessionStorage.getItem(key) ?? '';
    return isPairing(address) ? address : paths.dashboard;
  } catch {
    return paths.dashboard;
  }
}

const isPairing = (address: string): boolean => /^\/parear\/?(\?[\w=&%.-]{0,100})?$/i.test(address);
