/** Serves https with TLS_CERT and TLS_KEY. Renewed files (by certbot, acme.sh or a person) are served without a restart. */
import type { Clock, Timer } from '../clock.ts';
import type { Log } from '../log.ts';
import { sha256Hex } from '../random.ts';
import { readText } from '../storage/files.ts';
import { checkTlsFiles, endOfCertificate, type TlsFiles } from './pem-files.ts';

const checkEveryMs = 60_000;

export interface ConfiguredTls {
  readonly files: TlsFiles;
  /** `endsAt`: when the served certificate expires, ms since 1970. `isStuck`: the files have changed, but cannot be served. */
  served(): { endsAt: number; isStuck: boolean };
  /** Checks the files once a minute. When they contain another usable certificate, calls `load`, so that the server uses it. */
  startUpdating(load: () => Promise<void>): Timer;
}

/** Throws TlsFilesError when the files cannot be used. */
export function createConfiguredTls({ files, clock, log }: { files: TlsFiles; clock: Clock; log: Log }): ConfiguredTls {
  const fingerprint = () => sha256Hex(readText(files.cert) + readText(files.key));
  checkTlsFiles(files);
  let servedFingerprint = fingerprint();
  let endsAt = endOfCertificate(files.cert);
  /** Fingerprint of the changed files if they could not be served. */
  let refusedFingerprint: string | undefined;

  async function check(load: () => Promise<void>): Promise<void> {
    let found = 'missing';
    try {
      found = fingerprint();
      if (found === servedFingerprint) {
        refusedFingerprint = undefined;
        return;
      }
      checkTlsFiles(files);
      await load();
      servedFingerprint = found;
      endsAt = endOfCertificate(files.cert);
      refusedFingerprint = undefined;
      log.info('serving the new certificate', { endsAt: new Date(endsAt).toISOString() });
    } catch (error) {
      // Perhaps only one file has been replaced yet: the next check tries again. The same pair of files is logged only once.
      if (refusedFingerprint !== found) log.warn('the new certificate cannot be served', { error });
      refusedFingerprint = found;
    }
  }

  return {
    files,
    served: () => ({ endsAt, isStuck: refusedFingerprint !== undefined }),
    startUpdating: (load) => clock.every(checkEveryMs, () => void check(load)),
  };
}
