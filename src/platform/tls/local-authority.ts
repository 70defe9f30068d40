/**
 * ANTESSALA_TLS=local: an authority of this server's own, made once, and a certificate for whatever names and
 * addresses the machine has now. Devices that install the authority's certificate trust the server for ten years.
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
const authorityMs = 3_652 * dayMs;
/** Apple's devices refuse more than 825 days even from an authority of one's own. */
const certificateMs = 397 * dayMs;
const renewBeforeMs = 30 * dayMs;
/** Screens whose clocks are a little behind. */
const backdatedMs = dayMs;

/** Local networks, and what a machine calls itself: a stolen key of this authority is worth nothing on the internet. */
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
  /** PEM, to be installed on devices. */
  readonly certificate: string;
  /** Devices that trusted an earlier one must install this one. */
  readonly isNew: boolean;
  /** Files for the HTTP server; `refresh` writes them. */
  readonly files: { cert: string; key: string };
  /** Issues a new certificate when names are missing or it ends soon; `refused`: names it may not vouch for. */
  refresh(): { isIssued: boolean; refused: readonly string[] };
}

export interface LocalAuthorityOptions {
  /** Made when missing, with files that only this user reads. */
  directory: string;
  clock: Clock;
  /** Names and addresses to cover, the best first, at every refresh; those of the first day are allowed for good. */
  names(): readonly string[];
}

/** Throws when the files cannot be written. */
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
    by: KeyAndCertificate | undefined = found,
  ): found is KeyAndCertificate => {
    try {
      return found !== undefined && by !== undefined && belongsTo(found, by);
    } catch {
      return false;
    }
  };

  function makeAuthority(): KeyAndCertificate {
    const now = clock.now();
    const own = names();
    const constraints: Constraints = {
      names: [...new Set([...localNames, ...own.filter((name) => !isIP(name))])],
      networks: [...localNetworks, ...own.filter((name) => isIP(name))],
    };
    // Random letters tell two authorities of one machine apart in a device's list.
    return write(
      authorityFiles,
      createAuthority(
        `Antessala de ${own[0] ?? 'localhost'} (${generateCode(4)})`,
        { from: now - backdatedMs, to: now + authorityMs },
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
          { from: now - backdatedMs, to: Math.min(now + certificateMs, authorityEnd) },
          wanted,
        ),
      );
      return { isIssued: true, refused };
    },
  };
}
