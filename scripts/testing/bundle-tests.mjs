/**
 * Bundles tests to plain JavaScript: OUT/NAME.test.mjs for each entry, and shared chunks. Starting a process then takes 0.4 s of
 * processor time instead of 2 s with tsx, which transforms every source separately. `import.meta` keeps the value that it has in
 * each source, so that sources still find files beside themselves.
 *   node scripts/testing/bundle-tests.mjs OUT ENTRY...      prints the files to run, in the order of the entries
 */
import { readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const [out, ...entries] = process.argv.slice(2).map((path) => resolve(path));

/** Replaces `import.meta.url` and `import.meta.dirname` with the values of the source. */
const importMeta = {
  name: 'import-meta',
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
 * Loads playwright-core with `require`: it is CommonJS, and an import would make Node search its 4 MB for exported names, which
 * takes a third of the start of a process with a browser (0.4 s of 1.2 s of processor time).
 */
const requirePlaywright = {
  name: 'require-playwright',
  setup(build) {
    build.onResolve({ filter: /^playwright-core$/ }, ({ path }) => ({ path, namespace: 'required' }));
    build.onLoad({ filter: /.*/, namespace: 'required' }, ({ path }) => ({
      contents: `import { createRequire } from 'node:module';
        export const { chromium } = createRequire(import.meta.url)('${path}');`,
    }));
  },
};

/** Returns the name of a bundle: src/a/b.test.ts -> src-a-b.test. A file outside of the repository (a group) keeps its name. */
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
  plugins: [importMeta, requirePlaywright],
});
// Node searches packages in the parent folders of the importing file.
await symlink(join(root, 'node_modules'), join(out, 'node_modules'));
for (const path of entries) console.log(join(out, `${nameOf(path)}.mjs`));
