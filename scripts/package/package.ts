/**
 * Builds the program for other machines:
 *
 *   npm run package                  release/antessala: a single executable with Node and all files, for this platform
 *   npm run package -- --tree DIR    the same files in a folder, to be run by an installed Node (the Docker image)
 *
 * Both contain:
 * - production files only, with native modules only for the Node that runs this script
 * - `sbom.cdx.json` (CycloneDX) and `THIRD-PARTY-LICENSES.txt`
 *
 * Beside the executable are written:
 * - `sbom.cdx.json`, `THIRD-PARTY-LICENSES.txt` and `SHA256SUMS`
 * - `SHA256SUMS.sig` if ANTESSALA_SIGNING_KEY names an Ed25519 key in a PEM file
 *
 * `--out DIR` builds and writes everything in DIR instead of dist/ and release/: `npm run build` may empty dist/ at any time.
 */
import { execFileSync } from 'node:child_process';
import { sign } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { billOfMaterials, licenceTexts, shippedPackages } from './licences.ts';
import { releaseFiles } from '../../src/features/backups/update/release-file.ts';
import { listTree, sha256OfFileNow } from '../../src/platform/storage/files.ts';
import { packAssets, packTree } from '../../src/platform/process/runtime.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const { values } = parseArgs({
  options: { out: { type: 'string' }, tree: { type: 'string' } },
});
const builtDirectory = resolve(values.out ?? join(root, 'dist'));
const release = resolve(values.out ?? join(root, 'release'));
const inMb = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MB`;
const sizeOf = (directory: string) =>
  listTree(directory).reduce((sum, path) => sum + statSync(join(directory, path)).size, 0);

/** Packages that are not bundled, because they load native modules from their own folders. */
const nativePackages = ['uWebSockets.js', 'better-sqlite3', 'sharp'];
/** Packages that only `npm install` needs. */
const installOnly = new Set(['prebuild-install']);
const uwsFile = `uws_${process.platform}_${process.arch}_${process.versions.modules}.node`;

/** True for a package's runtime files and its licence. */
function isRuntimeFile(path: string): boolean {
  if (/^uws_.*\.node$/.test(path)) return path === uwsFile;
  if (/^(LICEN[CS]E|COPYING|NOTICE|THIRD-PARTY)/i.test(path) || path === 'package.json') return true;
  if (
    /(^|\/)(deps|docs?|examples|tests?|benchmarks?|bin|install|mvp|misc|\.github)\//.test(path) ||
    (/(^|\/)src\//.test(path) && !path.endsWith('.js'))
  )
    return false;
  if (/(test_extension|\/obj(\.target)?\/)/.test(path)) return false;
  return /\.(c?js|json|node)$|\.so(\.[\d.]+)?$|\.dylib$/.test(path);
}

/** Copies a package and its dependencies. Packages for other platforms are not installed, and not copied. */
function copyPackage(name: string, modules: string, copied: Set<string>): void {
  const from = join(root, 'node_modules', name);
  if (copied.has(name) || installOnly.has(name) || !existsSync(from)) return;
  copied.add(name);
  for (const path of listTree(from).filter(isRuntimeFile)) {
    mkdirSync(dirname(join(modules, name, path)), { recursive: true });
    copyFileSync(join(from, path), join(modules, name, path));
  }
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    readFileSync(join(from, 'package.json'), 'utf8'),
  ) as Record<string, Record<string, string>>;
  for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies }))
    copyPackage(dependency, modules, copied);
}

/**
 * Throws if better-sqlite3 (before 13) was compiled against the headers of Node 24.19 or newer. It would abort the process when a
 * statement is garbage-collected while no JavaScript runs; the Dockerfile shows how to avoid it.
 */
function refuseAbortingModule(): void {
  const module = join(root, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node');
  if (readFileSync(module).includes('RemoveEnvironmentCleanupHook'))
    throw new Error(
      'better-sqlite3 was compiled against headers with which it aborts. Install it with Node 20, 22 or 24.18, or see the Dockerfile.',
    );
}

/** Script that starts the program in the Docker image. A small young generation saves memory that the server does not use. */
const imageProgram = `#!/bin/sh
exec node --max-semi-space-size=4 "$(dirname "$0")/../image.cjs" "$@"
`;

/** Writes all files that the program needs to run, except Node. */
function writeTree(tree: string): void {
  if (!existsSync(join(root, 'node_modules/uWebSockets.js', uwsFile)))
    throw new Error(`uWebSockets.js has no ${uwsFile}: package with Node 20, 22, 24 or 25.`);
  refuseAbortingModule();
  mkdirSync(tree, { recursive: true });
  for (const name of readdirSync(builtDirectory)) {
    if (/^(antessala|executable\.cjs|\.stamp|sbom\.cdx\.json|THIRD-PARTY-LICENSES\.txt)$|\.map$/.test(name)) continue;
    cpSync(join(builtDirectory, name), join(tree, name), { recursive: true });
  }
  copyFileSync(join(root, 'LICENSE'), join(tree, 'LICENSE'));
  const copied = new Set<string>();
  for (const name of nativePackages) copyPackage(name, join(tree, 'node_modules'), copied);
  const shipped = shippedPackages(root);
  writeFileSync(join(tree, 'sbom.cdx.json'), billOfMaterials(root, shipped));
  writeFileSync(join(tree, 'THIRD-PARTY-LICENSES.txt'), licenceTexts(root, shipped));
}

/** Returns the oldest version of glibc with which all files work. */
function requiredGlibc(files: string[]): string {
  const versions = files.flatMap((file) =>
    [
      ...readFileSync(file)
        .toString('latin1')
        .matchAll(/\bGLIBC_2\.(\d+)\b/g),
    ].map(([, minor]) => Number(minor)),
  );
  return `2.${Math.max(...versions)}`;
}

/**
 * Writes the hash of the executable and its version, which `antessala update` checks; signs them if ANTESSALA_SIGNING_KEY is set.
 */
function writeHashes(executable: string): void {
  const versionLine = execFileSync(executable, ['--version'], { encoding: 'utf8' }).trim();
  const hashes = `# ${versionLine}\n${sha256OfFileNow(executable)}  antessala\n`;
  writeFileSync(join(release, releaseFiles.hashes), hashes);
  const { ANTESSALA_SIGNING_KEY: key } = process.env;
  rmSync(join(release, releaseFiles.signature), { force: true });
  if (key)
    writeFileSync(
      join(release, releaseFiles.signature),
      `${sign(null, Buffer.from(hashes), readFileSync(key)).toString('base64')}\n`,
    );
}

async function buildExecutable(tree: string, work: string): Promise<void> {
  const { inject } = await import('postject');
  const { pack, files } = packTree(tree, readFileSync);
  writeFileSync(join(work, 'index.json'), JSON.stringify(pack));
  writeFileSync(join(work, 'files.gz'), files);
  const blob = join(work, 'blob');
  const config = {
    main: join(builtDirectory, 'executable.cjs'),
    output: blob,
    disableExperimentalSEAWarning: true,
    assets: { [packAssets.index]: join(work, 'index.json'), [packAssets.files]: join(work, 'files.gz') },
  };
  writeFileSync(join(work, 'sea.json'), JSON.stringify(config));
  execFileSync(process.execPath, ['--experimental-sea-config', join(work, 'sea.json')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });

  const draft = join(work, 'antessala');
  copyFileSync(process.execPath, draft);
  chmodSync(draft, 0o755);
  await inject(draft, 'NODE_SEA_BLOB', readFileSync(blob), {
    sentinelFuse: 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2',
  });
  mkdirSync(release, { recursive: true });
  const executable = join(release, 'antessala');
  copyFileSync(draft, executable);
  for (const name of ['sbom.cdx.json', 'THIRD-PARTY-LICENSES.txt']) copyFileSync(join(tree, name), join(release, name));
  chmodSync(executable, 0o755);
  writeHashes(executable);

  const native = listTree(tree).filter((path) => /\.node$|\.so(\.|$)/.test(path));
  console.log(
    `${executable}: ${inMb(statSync(executable).size)} for ${process.platform} ${process.arch}, glibc ${requiredGlibc([process.execPath, ...native.map((path) => join(tree, path))])} or newer`,
  );
  console.log(
    `  Node ${process.versions.node} ${inMb(statSync(process.execPath).size)}, ${pack.files.length} files ${inMb(sizeOf(tree))}, compressed ${inMb(files.length)}`,
  );
  for (const path of native) console.log(`  ${inMb(statSync(join(tree, path)).size).padStart(8)}  ${path}`);
}

execFileSync(process.execPath, [join(root, 'build.mjs'), '--out', builtDirectory], { stdio: 'inherit' });
if (values.tree !== undefined) {
  const tree = resolve(values.tree);
  writeTree(tree);
  mkdirSync(join(tree, 'bin'));
  writeFileSync(join(tree, 'bin/antessala'), imageProgram, { mode: 0o755 });
  console.log(`${tree}: ${inMb(sizeOf(tree))}`);
} else {
  const work = mkdtempSync(join(tmpdir(), 'antessala-package-'));
  try {
    writeTree(join(work, 'tree'));
    await buildExecutable(join(work, 'tree'), work);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
