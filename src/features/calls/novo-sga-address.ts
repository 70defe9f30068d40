/** Checks which addresses of the server's own network may be requested for Novo SGA (contract/README 15.10). */
import { isPrivateAddress } from '../../platform/outbound.ts';

/** Returns a URL's host and port, such as "192.168.0.10:80"; null if it is no URL. */
export function hostAndPort(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

/**
 * True if an address that is not public may be used for `url`, whose host and port must be the allowed ones. For loopback,
 * link-local and other special addresses, `url` must contain the address itself or a name without a dot. Only the server's own
 * network resolves such a name, whereas the owner of any other name chooses its address.
 */
export function mayReach(allowed: string | null, url: string, address: string): boolean {
  if (allowed === null || hostAndPort(url) !== allowed) return false;
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return isPrivateAddress(address) || host === address || !/[.:]/.test(host);
}
