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

declare const __VERSION__: string | undefined;
/** Version in package.json. */
export const version =
  typeof __VERSION__ === 'string'
    ? __VERSION__
    : (JSON.parse(readText(join(here, '../../../package.json'))) as { version: string }).version;
