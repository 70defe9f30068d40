/** Addresses at which a TV opens its player. Pure. */

/** Returns the address for a QR code: 'http://192.168.0.10:8080/player?code=X9G4F2K7MN'. `server`: scheme, host, port. */
export const activationAddress = (server: string, code: string) =>
  `${playerAddress(server)}?code=${encodeURIComponent(code)}`;

/** Returns the address to type into the TV's browser. */
export const playerAddress = (server: string) => `${server}/player`;

/** Returns scheme, host and port of a typed address, whose scheme may be missing; undefined if it is invalid. */
export function parseServerAddress(typed: string): string | undefined {
  const text = typed.trim();
  try {
    const { origin, protocol, hostname } = new URL(/^https?:\/\//i.test(text) ? text : `http://${text}`);
    return /^https?:$/.test(protocol) && hostname !== '' && !/\s/.test(text) ? origin : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the server's address for TVs: this page's (`inUse`) if `networkAddresses` contain it or are empty, else the first. */
export const addressForTvs = (networkAddresses: readonly string[], inUse: string) =>
  networkAddresses.includes(inUse) ? inUse : (networkAddresses[0] ?? inUse);

/** Returns true for an address such as localhost, with which a TV would look for the server on itself. */
export function isThisComputerOnly(server: string): boolean {
  const { hostname } = new URL(server);
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    hostname === '0.0.0.0' ||
    hostname.startsWith('127.')
  );
}
