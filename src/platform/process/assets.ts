/** Locates the program's own read-only files: beside the bundle, or in the source tree. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readText } from '../storage/files.ts';

const here = dirname(fileURLToPath(import.meta.url));
const isBundle = import.meta.url.endsWith('.cjs');

export const migrationsDir = isBundle ? join(here, 'migrations') : join(here, '../../migrations');
export const commonPasswordsFile = isBundle
  ? join(here, 'common-passwords.txt')
  : join(here, '../../features/accounts/passwords/common-passwords.txt');
/** Folder of the built browser bundles. When running from source, that of the last build. */
export const builtWebDir = isBundle ? join(here, 'web') : join(here, '../../../dist/web');

export interface Release {
  /** Number of the release, such as 0.2.0. */
  version: string;
  /** Local date, such as 2026-11-26. */
  releaseDate: string;
  /** First characters of the commit; missing if the build does not know it, and when running from source. */
  commit?: string | undefined;
}
declare const __RELEASE__: (Release & { updateKey?: string }) | undefined;

/** This program's release, defined by build.mjs; from package.json when running from source. */
export const release =
  typeof __RELEASE__ === 'object'
    ? __RELEASE__
    : (JSON.parse(readText(join(here, '../../../package.json'))) as Release);

/** Returns number, date and commit as people read them: `0.2.0 (2026-11-26, a1b2c3d)`. */
export const describeRelease = ({ version, releaseDate, commit }: Release): string =>
  `${version} (${commit ? `${releaseDate}, ${commit}` : releaseDate})`;

/** Public key (SPKI, base64) that verifies the signatures of newer releases; undefined: they need no signature, only hashes. */
export const updateKey = typeof __RELEASE__ === 'object' ? __RELEASE__.updateKey : undefined;

/** This program's release as people read it. */
export const releaseText = describeRelease(release);
