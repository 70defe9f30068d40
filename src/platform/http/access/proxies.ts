/** Determines the client's address behind our own proxies, which TRUST_PROXY lists by address or network. */
import { BlockList, isIP } from 'node:net';

/** Reads an address or a network (`10.0.0.0/8`, `fd00::/8`); undefined for any other text. */
function readNetwork(text: string): { address: string; prefix: number; family: 'ipv4' | 'ipv6' } | undefined {
  const [address = '', prefix, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return undefined;
  const maxPrefix = version === 4 ? 32 : 128;
  if (prefix !== undefined && !/^\d{1,3}$/.test(prefix)) return undefined;
  const length = prefix === undefined ? maxPrefix : Number(prefix);
  return length > maxPrefix ? undefined : { address, prefix: length, family: version === 4 ? 'ipv4' : 'ipv6' };
}

export const isNetwork = (text: string): boolean => readNetwork(text) !== undefined;

/** Returns an IPv4 address that is written as IPv6 (`::ffff:10.0.0.1`) in IPv4 notation, and any other address unchanged. */
const withoutIPv4Mapping = (address: string): string =>
  /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1] ?? address;

export type IsProxy = (address: string) => boolean;

/** Returns a function that is true for addresses in `networks`. Throws TypeError for a text that is not a network. */
export function createProxyRule(networks: readonly string[]): IsProxy {
  if (networks.length === 0) return () => false;
  const list = new BlockList();
  for (const text of networks) {
    const network = readNetwork(text);
    if (!network) throw new TypeError(`Not an address: ${text}`);
    list.addSubnet(network.address, network.prefix, network.family);
  }
  return (address) => {
    const version = isIP(withoutIPv4Mapping(address));
    return version !== 0 && list.check(withoutIPv4Mapping(address), version === 4 ? 'ipv4' : 'ipv6');
  };
}

/** Returns the peer's address; if the peer is one of our proxies, the last address in X-Forwarded-For that is not our proxy's. */
export function clientAddress(peer: string, forwardedFor: string | undefined, isProxy: IsProxy): string {
  let address = peer;
  const claims = (forwardedFor ?? '').split(',');
  while (isProxy(address)) {
    const next = claims.pop()?.trim();
    if (!next || isIP(next) === 0) break;
    address = withoutIPv4Mapping(next.toLowerCase());
  }
  return address;
}
