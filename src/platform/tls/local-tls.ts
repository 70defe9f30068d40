/** Serves https with a certificate of this server's own authority, and renews it before it expires or when addresses change. */
import { isIP } from 'node:net';
import type { Clock, Timer } from '../clock.ts';
import { dataFolder } from '../storage/data-folder.ts';
import { hostName, lanAddresses, uniqueLocalAddresses } from './local-addresses.ts';
import { createLocalAuthority, type LocalAuthority } from './local-authority.ts';
import { endOfCertificate } from './pem-files.ts';
import type { Log } from '../log.ts';

/** Interval of the check: the certificate may be wrong for this long after a router has assigned another address. */
const checkEveryMs = 60_000;

export interface LocalTls extends Pick<LocalAuthority, 'certificate' | 'files'> {
  /** `endsAt`: when the served certificate expires, ms since 1970. `isStuck`: a newer one could not be issued or loaded. */
  served(): { endsAt: number; isStuck: boolean };
  /** Checks names and expiry once a minute. After it has issued a new certificate, calls `load`, so that the server uses it. */
  startUpdating(load: () => Promise<void>): Timer;
}

/** Creates the certificate in `DATA_DIR/tls`. `otherHosts`: names that the machine does not know by itself. Throws when it cannot write. */
export function createLocalTls({
  dataDir,
  otherHosts,
  clock,
  log,
}: {
  dataDir: string;
  otherHosts: readonly string[];
  clock: Clock;
  log: Log;
}): LocalTls {
  const isHost = (name: string) => isIP(name) !== 0 || /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(name);
  const names = () => [
    ...new Set([
      hostName(),
      `${hostName()}.local`,
      ...lanAddresses(),
      ...otherHosts.filter(isHost),
      ...uniqueLocalAddresses(),
      'localhost',
      '127.0.0.1',
      '::1',
    ]),
  ];
  const authority = createLocalAuthority({ directory: dataFolder(dataDir).tls, clock, names });
  if (authority.isNew) log.info('made a certificate authority: install its certificate on the screens');

  let failureText = '';
  let refusedBefore = '';
  function refresh(): boolean {
    const { isIssued, refused } = authority.refresh();
    if (isIssued) log.info('issued a certificate', { names: names().filter((name) => !refused.includes(name)) });
    if (refused.join() !== refusedBefore) {
      refusedBefore = refused.join();
      if (refused.length > 0)
        log.warn('https does not cover names that the machine got after its authority was made', { refused });
    }
    return isIssued;
  }

  refresh();
  let endsAt = endOfCertificate(authority.files.cert);
  return {
    certificate: authority.certificate,
    files: authority.files,
    served: () => ({ endsAt, isStuck: failureText !== '' }),
    startUpdating(load) {
      let mustLoad = false;
      const check = async () => {
        mustLoad = refresh() || mustLoad;
        if (mustLoad) {
          await load();
          endsAt = endOfCertificate(authority.files.cert);
        }
        mustLoad = false;
        failureText = '';
      };
      const fail = (error: unknown) => {
        if (String(error) !== failureText) log.error('renewing the certificate failed', { error });
        failureText = String(error);
      };
      return clock.every(checkEveryMs, () => void check().catch(fail));
    },
  };
}
