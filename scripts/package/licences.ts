/** Lists the shipped packages in a bill of materials (CycloneDX, by `npm sbom`) and in a text with their licences. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Development packages of package.json whose code esbuild puts into the browser's bundles. */
export const browserPackages = [
  '@fontsource-variable/inter',
  '@preact/signals-react',
  'lucide-react',
  'pdfjs-dist',
  'preact',
  'qrcode-generator',
];

interface Manifest {
  name: string;
  version: string;
  license?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const readManifest = (directory: string) =>
  JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Manifest;

/** Returns the sorted names (as in node_modules) of the packages of server and bundles and of their dependencies. */
export function shippedPackages(root: string): string[] {
  const found = new Set<string>();
  const add = (name: string): void => {
    const directory = join(root, 'node_modules', name);
    // Packages for other platforms are not installed, and not shipped.
    if (found.has(name) || !existsSync(directory)) return;
    found.add(name);
    const { dependencies, optionalDependencies } = readManifest(directory);
    // A bundle contains only what is imported, and not the optional package of pdfjs-dist, which is for Node.
    const optional = browserPackages.includes(name) ? {} : optionalDependencies;
    for (const dependency of Object.keys({ ...dependencies, ...optional })) add(dependency);
  };
  for (const name of Object.keys(readManifest(root).dependencies ?? {})) add(name);
  for (const name of browserPackages) add(name);
  return [...found].sort();
}

interface Sbom {
  serialNumber?: string;
  metadata: { component: { name: string; type: string; 'bom-ref': string } };
  components: { name: string; 'bom-ref': string; scope?: string }[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}

/** Returns the bill of materials of the lock file, reduced to the shipped packages. */
export function billOfMaterials(root: string, shipped: readonly string[]): string {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
  const text = execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const sbom = JSON.parse(text) as Sbom;
  // npm names the component after its folder, and marks packages that are only in bundles as development dependencies.
  sbom.metadata.component.name = readManifest(root).name;
  sbom.components = sbom.components
    .filter(({ name }) => shipped.includes(name))
    .map((component) => ({ ...component, scope: 'required' }));
  const refs = new Set([
    sbom.metadata.component['bom-ref'],
    ...sbom.components.map((component) => component['bom-ref']),
  ]);
  sbom.dependencies = sbom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((dependency) => refs.has(dependency)) }));
  return `${JSON.stringify(sbom, null, 2)}\n`;
}

/** Shipped folders, by package, that contain further licences: those of fonts and of image decoders. */
const foldersWithLicences: Record<string, readonly string[]> = { 'pdfjs-dist': ['standard_fonts', 'wasm'] };

const isLicence = (name: string) => /^(LICEN[CS]E|COPYING|NOTICE|THIRD-PARTY)/i.test(name);

/** Returns name, version, licence and licence files of every shipped package. */
export function licenceTexts(root: string, shipped: readonly string[]): string {
  const parts = shipped.map((name) => {
    const directory = join(root, 'node_modules', name);
    const { version, license } = readManifest(directory);
    const texts = ['', ...(foldersWithLicences[name] ?? [])]
      .flatMap((folder) => readdirSync(join(directory, folder), { withFileTypes: true }))
      .filter((entry) => entry.isFile() && isLicence(entry.name))
      .map((entry) => readFileSync(join(entry.parentPath ?? entry.path, entry.name), 'utf8').trim());
    return [`${name} ${version} (${license ?? 'see below'})`, ...texts].join('\n\n');
  });
  const line = `\n\n${'='.repeat(100)}\n\n`;
  return `Antessala contains these third-party packages, each under its own licence. Node.js, in the single executable and the
image, has its own: https://github.com/nodejs/node/blob/main/LICENSE${line}${parts.join(line)}\n`;
}
