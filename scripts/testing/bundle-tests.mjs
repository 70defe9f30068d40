/**
 * Tests as plain JavaScript in a few files: OUT/NAME.test.mjs for each entry, what several share once beside them. To load the
 * program from its sources, which tsx has to be asked for one by one, took 2 s of processor time in each process; this
 * takes 0.4 s. Every source keeps its own address (`import.meta`), so that what it finds beside itself is found as ever.
 *   node scripts/testing/bundle-tests.mjs OUT ENTRY...      prints the files to run, in the order of the entries
 */
import { readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const [out, ...entries] = process.argv.slice(2).map((path) => resolve(path));

const ownAddress = {
  name: 'own-address',
  setup(build) {
    build.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      if (!text.includes('import.meta')) return undefined;
      const { code } = await esbuild.transform(text, {
        loader: path.endsWith('x') ? 'tsx' : 'ts',
        jsx: 'automatic',
        target: 'node20',
        sourcefile: path,
        sourcemap: 'inline',
        define: {
          'import.meta.url': JSON.stringify(pathToFileURL(path).href),
          'import.meta.dirname': JSON.stringify(dirname(path)),
        },
      });
      return { contents: code, loader: 'js' };
    });
  },
};

/**
 * playwright-core is CommonJS of 4 MB. To import it, Node looks through all of it for the names that it exports, a third of the
 * start of a process with a browser (0.4 s of 1.2 s of processor time); to require it, nobody has to know them.
 */
const requiredBrowsers = {
  name: 'required-browsers',
  setup(build) {
    build.onResolve({ filter: /^playwright-core$/ }, ({ path }) => ({ path, namespace: 'required' }));
    build.onLoad({ filter: /.*/, namespace: 'required' }, ({ path }) => ({
      contents: `import { createRequire } from 'node:module';
        export const { chromium } = createRequire(import.meta.url)('${path}');`,
    }));
  },
};

/** src/a/b.test.ts -> src-a-b.test; a room's file keeps its name. */
const nameOf = (path) =>
  (path.startsWith(`${root}/`) ? relative(root, path).replaceAll('/', '-') : basename(path)).replace(/\.\w+$/, '');

await esbuild.build({
  absWorkingDir: root,
  entryPoints: Object.fromEntries(entries.map((path) => [nameOf(path), path])),
  outdir: out,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  packages: 'external',
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: 'linked',
  logLevel: 'warning',
  plugins: [ownAddress, requiredBrowsers],
});
// Packages are looked for upwards from where a file stands.
await symlink(join(root, 'node_modules'), join(out, 'node_modules'));
for (const path of entries) console.log(join(out, `${nameOf(path)}.mjs`));
