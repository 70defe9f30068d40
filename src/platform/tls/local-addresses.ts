/** Under which names and addresses this machine is found on its own network. */
import { hostname, networkInterfaces } from 'node:os';

/** Made by containers and virtual machines: nobody on the clinic's network reaches them. */
const virtualInterfaces = /^(docker|br-|veth|virbr|vmnet|vboxnet|cni|flannel|podman|lxc|lxd)/;

/** IPv4 addresses of the network's side, those of home and clinic routers first. */
export function lanAddresses(): string[] {
  const rank = (address: string) =>
    [/^192\.168\./, /^10\./, /^172\.(1[6-9]|2\d|3[01])\./].findIndex((pattern) => pattern.test(address)) >>> 0;
  return outside()
    .filter(({ family, address }) => family === 'IPv4' && !address.startsWith('169.254.'))
    .map(({ address }) => address)
    .sort((a, b) => rank(a) - rank(b));
}

/** IPv6 addresses that stay inside the local network (fc00::/7). */
export function uniqueLocalAddresses(): string[] {
  return outside()
    .filter(({ family, address }) => family === 'IPv6' && /^f[cd]/i.test(address))
    .map(({ address }) => address);
}

function outside() {
  return Object.entries(networkInterfaces())
    .filter(([name]) => !virtualInterfaces.test(name))
    .flatMap(([, addresses]) => addresses ?? [])
    .filter(({ internal }) => !internal);
}

/** Without its domain, lower case; `localhost` where a machine has no name that fits a certificate. */
export function hostName(): string {
  const name = hostname().split('.')[0]?.toLowerCase() ?? '';
  return /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(name) ? name : 'localhost';
}
