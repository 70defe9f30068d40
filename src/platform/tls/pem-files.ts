/** Checks TLS_CERT and TLS_KEY before the server uses them. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readText } from '../storage/files.ts';

export class TlsFilesError extends Error {}

/** Paths of the files. */
export interface TlsFiles {
  cert: string;
  key: string;
}

/** Throws TlsFilesError with the variable's name if a file cannot be read or parsed, or the two files do not belong together. */
export function checkTlsFiles({ cert, key }: TlsFiles): void {
  const read = <Parsed>(name: string, path: string, content: string, parse: (pem: string) => Parsed): Parsed => {
    let pem: string;
    try {
      pem = readText(path);
    } catch (error) {
      throw new TlsFilesError(`${name}: cannot be read (${error instanceof Error ? error.message : String(error)})`, {
        cause: error,
      });
    }
    try {
      return parse(pem);
    } catch (error) {
      throw new TlsFilesError(`${name}: ${path} holds no ${content} in PEM form`, { cause: error });
    }
  };
  const certificate = read('TLS_CERT', cert, 'certificate', (pem) => new X509Certificate(pem));
  const privateKey = read('TLS_KEY', key, 'private key without a passphrase', createPrivateKey);
  if (!certificate.checkPrivateKey(privateKey)) throw new TlsFilesError(`TLS_KEY: ${key} is not the key of ${cert}`);
}

/** Returns the end of the first certificate in a PEM file, ms since 1970. Throws when it cannot be read. */
export function endOfCertificate(path: string): number {
  return Date.parse(new X509Certificate(readText(path)).validTo);
}
