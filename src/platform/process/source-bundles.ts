/** Workers of a program that runs from source. Asking tsx for their files one by one takes several times as long. */
import { existsSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions } from 'esbuild';
import { sha256Hex } from '../random.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const cache = join(root, 'node_modules/.cache/antessala-workers');
let version: string | undefined;
const codes = new Map<string, string>();
const files = new Map<string, string>();

/** A source and all it imports as one CommonJS text, for threads where no file may be written. */
export function bundledCode(source: string): string {
  const code = codes.get(source) ?? bundle(source, {});
  codes.set(source, code);
  return code;
}

/** Bundles a source into one CommonJS file, kept until a source changes; undefined where this user may not write. */
export function bundledFile(source: string): string | undefined {
  const known = files.get(source);
  if (known !== undefined) return known;
  const file = join(cache, `${basename(source, '.ts')}-${(version ??= sourcesVersion())}.cjs`);
  if (!existsSync(file) && !write(file, source)) return undefined;
  files.set(source, file);
  return file;
}

/** Whole or not at all: others start from it at the same time. */
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

/** Other whenever a source or a package is: bundling takes a start of esbuild, looking takes milliseconds. */
function sourcesVersion(): string {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|json)$/.test(name) && !name.endsWith('.test.ts'))
    .sort();
  const facts = [...sources.map((name) => join('src', name)), 'package-lock.json'].map((name) => {
    const { mtimeMs, size } = statSync(join(root, name));
    return `${name} ${mtimeMs} ${size}`;
  });
  return sha256Hex(facts.join('\n')).slice(0, 16);
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
