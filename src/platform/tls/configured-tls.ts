/** https with TLS_CERT and TLS_KEY: whoever renews these files (certbot, acme.sh, a person) restarts nothing. */
import type { Clock, Timer } from '../clock.ts';
import type { Log } from '../log.ts';
import { sha256Hex } from '../random.ts';
import { readText } from '../storage/files.ts';
import { checkTlsFiles, endOfCertificate, type TlsFiles } from './pem-files.ts';

const checkEveryMs = 60_000;

export interface ConfiguredTls {
  readonly files: TlsFiles;
  /** Returns the end of the certificate that new connections get. */
  served(): { endsAt: number; isStuck: boolean };
  /** Looks at the files once a minute; `renew` runs when they hold another certificate that can be served. */
  keep(renew: () => Promise<void>): Timer;
}

/** Throws TlsFilesError. */
export function createConfiguredTls({ files, clock, log }: { files: TlsFiles; clock: Clock; log: Log }): ConfiguredTls {
  const fingerprint = () => sha256Hex(readText(files.cert) + readText(files.key));
  checkTlsFiles(files);
  let served = fingerprint();
  let endsAt = endOfCertificate(files.cert);
  /** The file contents that could not be served: said once. */
  let refused: string | undefined;

  async function check(renew: () => Promise<void>): Promise<void> {
    let found = 'missing';
    try {
      found = fingerprint();
      if (found === served) {
        refused = undefined;
        return;
      }
      checkTlsFiles(files);
      await renew();
      served = found;
      endsAt = endOfCertificate(files.cert);
      refused = undefined;
      log.info('serving the new certificate', { endsAt: new Date(endsAt).toISOString() });
    } catch (error) {
      // One file may be there before the other: the next look decides.
      if (refused !== found) log.warn('the new certificate cannot be served', { error });
      refused = found;
    }
  }

  return {
    files,
    served: () => ({ endsAt, isStuck: refused !== undefined }),
    keep: (renew) => clock.every(checkEveryMs, () => void check(renew)),
  };
}
