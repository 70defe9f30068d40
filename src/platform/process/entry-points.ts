/** Where the program's own workers begin, processes and threads. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const entryPoints = {
  'password-worker': 'accounts/password-worker.ts',
  'media-worker': 'media/media-worker.ts',
  'backup-worker': 'backups/backup-worker.ts',
} as const;
export type EntryPoint = keyof typeof entryPoints;

/** A worker's bundle beside the running bundle, otherwise its TypeScript source (see source-bundles.ts). */
export function entryPoint(name: EntryPoint): string {
  const here = dirname(fileURLToPath(import.meta.url));
  return import.meta.url.endsWith('.cjs') ? join(here, `${name}.cjs`) : join(here, '../../features', entryPoints[name]);
}
