/** Finds the addresses under which TVs and phones reach this server, and serves the certificate that they install. */
import type { Handlers } from '../../contract/api/index.ts';
import { AppError } from '../../contract/errors.ts';
import type { Installation } from '../../contract/settings.ts';

type InstallationKeys = 'GET /api/installation' | 'GET /antessala-ca.crt';

/** Bound ports; undefined for a protocol that is off. */
export interface Ports {
  http: number | undefined;
  https: number | undefined;
}

interface Network {
  publicUrl: string | undefined;
  hosts: readonly string[];
  ports: Ports;
  /** True if the server has its own certificate authority. */
  hasAuthority: boolean;
}

/** Returns the addresses on the local network, the best first. A public address replaces all of them. */
export function findServerAddresses({ publicUrl, hosts, ports, hasAuthority }: Network): Installation {
  const caCertificate = hasAuthority ? '/antessala-ca.crt' : null;
  const addressOver = (protocol: keyof Ports, host: string) => {
    const port = ports[protocol];
    return port === undefined
      ? []
      : [`${protocol}://${host}${port === (protocol === 'http' ? 80 : 443) ? '' : `:${port}`}`];
  };
  if (publicUrl !== undefined) {
    const secure = publicUrl.startsWith('https:') ? [publicUrl] : addressOver('https', new URL(publicUrl).hostname);
    return { addresses: [publicUrl], secureAddresses: secure, caCertificate };
  }
  const urlHosts = hosts.map((host) => (host.includes(':') ? `[${host}]` : host));
  const secureAddresses = urlHosts.flatMap((host) => addressOver('https', host));
  return {
    addresses: ports.http === undefined ? secureAddresses : urlHosts.flatMap((host) => addressOver('http', host)),
    secureAddresses,
    caCertificate,
  };
}

interface InstallationRoutesDeps {
  installation(): Installation;
  /** Certificate of the server's own certificate authority, in PEM. */
  authority: string | undefined;
}

export function installationRoutes({ installation, authority }: InstallationRoutesDeps): Handlers<InstallationKeys> {
  return {
    'GET /api/installation': () => installation(),

    'GET /antessala-ca.crt': ({ exchange }) => {
      if (authority === undefined) throw new AppError('not_found', 'Este servidor não usa certificado próprio.');
      exchange.setHeader('content-type', 'application/x-x509-ca-cert');
      exchange.setHeader('content-disposition', 'attachment; filename="antessala-ca.crt"');
      return authority;
    },
  };
}
