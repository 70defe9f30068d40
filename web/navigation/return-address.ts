/**
 * Saves the address of the page to return to after sign-in, for this browser tab only. Two pages are saved: pairing, because the
 * TV's code expires after ten minutes, and the desk, because patients wait there.
 */
import { paths } from './paths.ts';

const key = 'antessala.return';

/** Saves an address (path and query) if it is that of one of the two pages. */
export function saveReturnAddress(address: string): void {
  if (!mayBeSaved(address)) return;
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
    return mayBeSaved(address) ? address : paths.home;
  } catch {
    return paths.home;
  }
}

/** Returns the code of the TV, 'K7M 2QX', whose pairing page opens after sign-in; undefined if another page does. */
export function pairingCodeAfterSignIn(): string | undefined {
  const [, first, second] =
    /^\/parear\/?\?(?:.*&)?c=([a-z0-9]{3})([a-z0-9]{3})(?:&|$)/i.exec(addressAfterSignIn()) ?? [];
  return first && second ? `${first} ${second}`.toUpperCase() : undefined;
}

const mayBeSaved = (address: string): boolean => /^\/(?:parear|chamada)\/?(\?[\w=&%.-]{0,100})?$/i.test(address);
