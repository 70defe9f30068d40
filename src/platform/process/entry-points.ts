/** Locates the entry points of the program's worker processes and threads. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
// build.mjs reads the same table, and builds one file from each entry, beside the main bundle.
import sources from './entry-points.json' with { type: 'json' };

export type EntryPoint = Extract<keyof typeof sources, `${string}-worker`>;

/** Returns the path of a worker's bundle, or of its TypeScript source when the program runs from source (see source-bundles.ts). */
export function entryPoint(name: EntryPoint): string {
  const here = dirname(fileURLToPath(import.meta.url));
  return import.meta.url.endsWith('.cjs') ? join(here, `${name}.cjs`) : join(here, '../../..', sources[name]);
}
