/**
 * For ANTESSALA_TLS=local: creates this server's certificate authority once, and issues a certificate for the current names and
 * addresses of the machine. Devices that install the authority's certificate trust the server for ten years.
 */
import { isIP } from 'node:net';
import {
  belongsTo,
  type Constraints,
  covers,
  createAuthority,
  issueCertificate,
  type KeyAndCertificate,
  permits,
  validityOf,
} from './certificates.ts';
import type { Clock } from '../clock.ts';
import { joinPath, readText } from '../storage/files.ts';
import { makeDirectory, writeFileDurably } from '../storage/writing.ts';
import { generateCode } from '../random.ts';

const dayMs = 86_400_000;
const authorityValidityMs = 3_652 * dayMs;
/**
 * Validity of the server's certificate. With the backdated day it is within the 398 days that browsers have accepted from public
 * authorities; Apple's devices refuse more than 825 days also from private ones.
 */
const certificateValidityMs = 397 * dayMs;
const renewBeforeMs = 30 * dayMs;
/** Certificates begin this much earlier, for screens whose clocks are a little behind. */
const backdatedMs = dayMs;

/** Permitted names of local networks: a stolen key of this authority is useless on the internet. */
const localNames = ['localhost', 'local', 'lan', 'home.arpa'];
const localNetworks = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '100.64.0.0/10',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
];

export interface LocalAuthority {
  /** The authority's certificate in PEM, to be installed on devices. */
  readonly certificate: string;
  /** True when the authority was just created: devices that trusted an earlier one must install it. */
  readonly isNew: boolean;
  /** Paths for the HTTP server; `refresh` writes the files. */
  readonly files: { cert: string; key: string };
  /** Issues a new certificate if the present one lacks a name or ends soon. `refused`: names that the constraints exclude. */
  refresh(): { isIssued: boolean; refused: readonly string[] };
}

export interface LocalAuthorityOptions {
  /** Created when missing, with files that only this user may read. */
  directory: string;
  clock: Clock;
  /** Returns the names and addresses to cover, the common name first. A new authority permits the names of that time. */
  names(): readonly string[];
}

/** Loads or creates the authority. Throws when the files cannot be written. */
export function createLocalAuthority({ directory, clock, names }: LocalAuthorityOptions): LocalAuthority {
  makeDirectory(directory);
  const path = (name: string) => joinPath(directory, name);
  const files = { cert: path('server.pem'), key: path('server-key.pem') };
  const authorityFiles = { cert: path('authority.pem'), key: path('authority-key.pem') };

  const read = (from: typeof files): KeyAndCertificate | undefined => {
    try {
      return { certificate: readText(from.cert), key: readText(from.key) };
    } catch {
      return undefined;
    }
  };
  const write = (to: typeof files, made: KeyAndCertificate): KeyAndCertificate => {
    writeFileDurably(to.key, made.key, 0o600);
    writeFileDurably(to.cert, made.certificate, 0o600);
    return made;
  };
  const isSound = (
    found: KeyAndCertificate | undefined,
    issuer: KeyAndCertificate | undefined = found,
  ): found is KeyAndCertificate => {
    try {
      return found !== undefined && issuer !== undefined && belongsTo(found, issuer);
    } catch {
      return false;
    }
  };

  function makeAuthority(): KeyAndCertificate {
    const now = clock.now();
    const ownNames = names();
    const constraints: Constraints = {
      names: [...new Set([...localNames, ...ownNames.filter((name) => !isIP(name))])],
      networks: [...localNetworks, ...ownNames.filter((name) => isIP(name))],
    };
    // Random letters distinguish two authorities of one machine in a device's list.
    return write(
      authorityFiles,
      createAuthority(
        `Antessala de ${ownNames[0] ?? 'localhost'} (${generateCode(4)})`,
        { from: now - backdatedMs, to: now + authorityValidityMs },
        constraints,
      ),
    );
  }

  const found = read(authorityFiles);
  const isNew = !isSound(found) || validityOf(found.certificate).to <= clock.now() + renewBeforeMs;
  const authority = isNew ? makeAuthority() : found;
  const authorityEnd = validityOf(authority.certificate).to;

  return {
    certificate: authority.certificate,
    isNew,
    files,
    refresh() {
      const now = clock.now();
      const wanted = names().filter((name) => permits(authority.certificate, name));
      const refused = names().filter((name) => !wanted.includes(name));
      const current = read(files);
      if (isSound(current, authority)) {
        const { from, to } = validityOf(current.certificate);
        const isFresh = from <= now && (to - now > renewBeforeMs || to >= authorityEnd);
        if (isFresh && wanted.every((name) => covers(current.certificate, name))) return { isIssued: false, refused };
      }
      write(
        files,
        issueCertificate(
          authority,
          { from: now - backdatedMs, to: Math.min(now + certificateValidityMs, authorityEnd) },
          wanted,
        ),
      );
      return { isIssued: true, refused };
    },
  };
}
