/** Addresses at which TVs and phones find this server, and the certificate they install. */
import type { Handlers } from '../../contract/api/index.ts';
import { AppError } from '../../contract/errors.ts';
import type { Installation } from '../../contract/settings.ts';

type InstallationKeys = 'GET /api/installation' | 'GET /antessala-ca.crt';

/** Bound ports; undefined: that protocol is not spoken. */
export interface Ports {
  http: number | undefined;
  https: number | undefined;
}

interface Network {
  publicUrl: string | undefined;
  hosts: readonly string[];
  ports: Ports;
  hasAuthority: boolean;
}

/** Addresses on the local network, best first; a public address replaces all of them. */
export function findInstallation({ publicUrl, hosts, ports, hasAuthority }: Network): Installation {
  const caCertificate = hasAuthority ? '/antessala-ca.crt' : null;
  const over = (protocol: keyof Ports, host: string) => {
    const port = ports[protocol];
    return port === undefined
      ? []
      : [`${protocol}://${host}${port === (protocol === 'http' ? 80 : 443) ? '' : `:${port}`}`];
  };
  if (publicUrl !== undefined) {
    const secure = publicUrl.startsWith('https:') ? [publicUrl] : over('https', new URL(publicUrl).hostname);
    return { addresses: [publicUrl], secureAddresses: secure, caCertificate };
  }
  const written = hosts.map((host) => (host.includes(':') ? `[${host}]` : host));
  const secureAddresses = written.flatMap((host) => over('https', host));
  return {
    addresses: ports.http === undefined ? secureAddresses : written.flatMap((host) => over('http', host)),
    secureAddresses,
    caCertificate,
  };
}

interface InstallationRoutesDeps {
  installation(): Installation;
  /** PEM of the server's own authority. */
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
