/** Workers of a program that runs from source. Asking tsx for their files one by one takes several times as long. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions } from 'esbuild';
import { sha256Hex } from '../random.ts';

const codes = new Map<string, string>();
const files = new Map<string, string>();

/** A source and all it imports as one CommonJS text, for threads. */
export function bundledCode(source: string): string {
  const code = codes.get(source) ?? bundle(source, {});
  codes.set(source, code);
  return code;
}

/**
 * A source and its own imports as one CommonJS file, for processes: kept, below the packages that it needs. Undefined
 * where this user may not write there (a checkout of somebody else's).
 */
export function bundledFile(source: string): string | undefined {
  const known = files.get(source);
  if (known !== undefined) return known;
  const code = bundle(source, {
    packages: 'external',
    banner: { js: "const __importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
    define: { 'import.meta.url': '__importMetaUrl' },
  });
  const directory = join(dirname(fileURLToPath(import.meta.url)), '../../../node_modules/.cache/antessala-workers');
  const file = join(directory, `${basename(source, '.ts')}-${sha256Hex(code).slice(0, 16)}.cjs`);
  try {
    mkdirSync(directory, { recursive: true });
    // Whole or not at all: others start from it at the same time.
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, code);
    renameSync(draft, file);
  } catch {
    return undefined;
  }
  files.set(source, file);
  return file;
}

function bundle(source: string, options: BuildOptions): string {
  // A server in production has no esbuild, and runs from bundles.
  const { buildSync } = createRequire(import.meta.url)('esbuild') as typeof import('esbuild');
  const { outputFiles } = buildSync({
    entryPoints: [source],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
    ...options,
  });
  return outputFiles?.[0]?.text ?? '';
}
