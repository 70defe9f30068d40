/** Addresses at which a TV finds its player. Pure. */

/** The address the code's QR opens: 'http://192.168.0.10:8080/player?code=X9G4F2K7MN'. `server`: scheme, host and port. */
export const activationAddress = (server: string, code: string) =>
  `${playerAddress(server)}?code=${encodeURIComponent(code)}`;

/** Returns the address to type into the TV's browser. */
export const playerAddress = (server: string) => `${server}/player`;

/** Scheme, host and port of what a person typed ('192.168.0.10:8080' will do); undefined for what is no address. */
export function serverAddress(typed: string): string | undefined {
  const text = typed.trim();
  try {
    const { origin, protocol, hostname } = new URL(/^https?:\/\//i.test(text) ? text : `http://${text}`);
    return /^https?:$/.test(protocol) && hostname !== '' && !/\s/.test(text) ? origin : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the address to print: the one in use where the network knows it too, else the network's best. */
export const bestAddress = (ofNetwork: readonly string[], inUse: string) =>
  ofNetwork.includes(inUse) ? inUse : (ofNetwork[0] ?? inUse);

/** Only this very computer understands the address; a TV would look for the server inside itself. */
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
