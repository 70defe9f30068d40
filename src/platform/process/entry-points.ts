/** Where the program's own workers begin, processes and threads. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const entryPoints = {
  'password-worker': 'accounts/password-worker.ts',
  'media-worker': 'media/media-worker.ts',
  'backup-worker': 'backups/backup-worker.ts',
} as const;
export type EntryPoint = keyof typeof entryPoints;

/**
 * File to start a worker from: its bundle beside the running bundle, otherwise its TypeScript source, which a
 * process can load because it inherits tsx through `process.execArgv` (threads: see threads.ts).
 */
export function entryPoint(name: EntryPoint): string {
  const here = dirname(fileURLToPath(import.meta.url));
  return import.meta.url.endsWith('.cjs') ? join(here, `${name}.cjs`) : join(here, '../../features', entryPoints[name]);
}
