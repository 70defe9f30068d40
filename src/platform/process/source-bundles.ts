/** Bundles workers when the program runs from source: loading their files one by one through tsx takes several times as long. */
import { existsSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions } from 'esbuild';
import { sha256Hex } from '../random.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const cache = join(root, 'node_modules/.cache/antessala-workers');
let version: string | undefined;
const codeBySource = new Map<string, string>();
const fileBySource = new Map<string, string>();

/** Returns a source and all its imports as one CommonJS text, for threads when no file may be written. */
export function bundledCode(source: string): string {
  const code = codeBySource.get(source) ?? bundle(source, {});
  codeBySource.set(source, code);
  return code;
}

/** Bundles a source into one CommonJS file, which is reused until a source changes; undefined when this user may not write it. */
export function bundledFile(source: string): string | undefined {
  const cached = fileBySource.get(source);
  if (cached !== undefined) return cached;
  const file = join(cache, `${basename(source, '.ts')}-${(version ??= sourcesVersion())}.cjs`);
  if (!existsSync(file) && !write(file, source)) return undefined;
  fileBySource.set(source, file);
  return file;
}

/** Writes the file atomically, because other processes may start from it at the same time. */
function write(file: string, source: string): boolean {
  const draft = `${file}.${process.pid}`;
  const code = bundle(source, {
    packages: 'external',
    banner: { js: "const __importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
    define: { 'import.meta.url': '__importMetaUrl' },
  });
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(draft, code);
    renameSync(draft, file);
    return true;
  } catch {
    return false;
  }
}

/** Returns a hash that changes with any source or package. Takes milliseconds, whereas bundling has to start esbuild. */
function sourcesVersion(): string {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|json)$/.test(name) && !name.endsWith('.test.ts'))
    .sort();
  const fileVersions = [...sources.map((name) => join('src', name)), 'package-lock.json'].map((name) => {
    const { mtimeMs, size } = statSync(join(root, name));
    return `${name} ${mtimeMs} ${size}`;
  });
  return sha256Hex(fileVersions.join('\n')).slice(0, 16);
}

function bundle(source: string, options: BuildOptions): string {
  // Load esbuild here, because a production server has none and runs from bundles.
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
