/** Finds the names and addresses of this machine on its local network. */
import { hostname, networkInterfaces } from 'node:os';

/** Interfaces of containers and virtual machines, which are unreachable from the clinic's network. */
const virtualInterfaces = /^(docker|br-|veth|virbr|vmnet|vboxnet|cni|flannel|podman|lxc|lxd)/;

/** Returns the IPv4 addresses on the local network, ranges of home and clinic routers first. */
export function lanAddresses(): string[] {
  // `>>> 0` makes the -1 for an address in no range the largest rank.
  const rank = (address: string) =>
    [/^192\.168\./, /^10\./, /^172\.(1[6-9]|2\d|3[01])\./].findIndex((pattern) => pattern.test(address)) >>> 0;
  return externalInterfaces()
    .filter(({ family, address }) => family === 'IPv4' && !address.startsWith('169.254.'))
    .map(({ address }) => address)
    .sort((a, b) => rank(a) - rank(b));
}

/** Returns the IPv6 addresses of the local network (fc00::/7). */
export function uniqueLocalAddresses(): string[] {
  return externalInterfaces()
    .filter(({ family, address }) => family === 'IPv6' && /^f[cd]/i.test(address))
    .map(({ address }) => address);
}

function externalInterfaces() {
  return Object.entries(networkInterfaces())
    .filter(([name]) => !virtualInterfaces.test(name))
    .flatMap(([, addresses]) => addresses ?? [])
    .filter(({ internal }) => !internal);
}

/** Returns the machine's name without its domain, in lower case; `localhost` when the name is not allowed in a certificate. */
export function hostName(): string {
  const name = hostname().split('.')[0]?.toLowerCase() ?? '';
  return /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(name) ? name : 'localhost';
}
