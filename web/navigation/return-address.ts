/** Address to return to after signing in: a TV's QR code is worth ten minutes. Of this tab, until it was reached. */
import { paths } from './paths.ts';

const key = 'antessala.return';

/** `address`: path and query. Only the pairing page is come back to. */
export function rememberReturn(address: string): void {
  if (!isPairing(address)) return;
  try {
    sessionStorage.setItem(key, address);
  } catch {
    // Without storage the home is where everybody begins.
  }
}

export function forgetReturn(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

/** Returns the page to open after signing in. */
export function placeAfterSignIn(): string {
  try {
    const address = sessionStorage.getItem(key) ?? '';
    return isPairing(address) ? address : paths.dashboard;
  } catch {
    return paths.dashboard;
  }
}

const isPairing = (address: string): boolean => /^\/parear\/?(\?[\w=&%.-]{0,100})?$/i.test(address);
