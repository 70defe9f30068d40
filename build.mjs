/**
 * Builds everything into dist/:
 *   server.cjs, cli.cjs, password-worker.cjs ..., migrations/, common-passwords.txt   server, commands, workers (entry-points.json)
 *   web/index.html, web/play.html, web/assets/<name>-<HASH>.<ext>       browser bundles and PDF reader, with .br and .gz files
 *
 * The server reports version, release date and commit: ANTESSALA_COMMIT, or else git's, with a plus sign if files were changed.
 *
 * `--dev` rebuilds and restarts the server on every change. `--out DIR` builds into DIR instead of dist/.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cp, mkdir, readFile, readdir, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import * as esbuild from 'esbuild';

const isDev = process.argv.includes('--dev');
const root = dirname(fileURLToPath(import.meta.url));
const target = process.argv.includes('--out')
  ? resolve(process.argv[process.argv.indexOf('--out') + 1] ?? 'dist')
  : join(root, 'dist');
/** The build is written here and replaces the target when complete: a failed build leaves the previous one. */
const outDirectory = `${target}.next`;
const web = join(outDirectory, 'web');
const { version, releaseDate } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

/** Returns the commit of the sources, or undefined if it is unknown. Ignores a repository above `root`: it is another one. */
function commitOf() {
  if (process.env.ANTESSALA_COMMIT) return process.env.ANTESSALA_COMMIT.slice(0, 7);
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(root) };
  const options = { cwd: root, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
  try {
    return execFileSync('git', ['describe', '--always', '--exclude=*', '--abbrev=7', '--dirty=+'], options).trim();
  } catch {
    return undefined;
  }
}

/** Returns the public half of ANTESSALA_SIGNING_KEY (a PEM file): the program then accepts only updates signed with it. */
function updateKeyOf() {
  const { ANTESSALA_SIGNING_KEY: file } = process.env;
  if (!file) return undefined;
  return createPublicKey(readFileSync(file)).export({ type: 'spki', format: 'der' }).toString('base64');
}

const shared = {
  absWorkingDir: root,
  bundle: true,
  sourcemap: isDev ? 'inline' : false,
  minify: !isDev,
  logLevel: 'warning',
  define: {
    'process.env.NODE_ENV': isDev ? '"development"' : '"production"',
    __VERSION__: JSON.stringify(version),
  },
};

/** Options of the server's build: one CommonJS file for each entry point, without native modules. */
const server = {
  ...shared,
  entryPoints: JSON.parse(await readFile(join(root, 'src/platform/process/entry-points.json'), 'utf8')),
  outdir: outDirectory,
  outExtension: { '.js': '.cjs' },
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  minify: false,
  sourcemap: 'linked',
  external: ['uWebSockets.js', 'better-sqlite3', 'sharp'],
  // CommonJS has no import.meta: this constant replaces `import.meta.url`.
  banner: { js: "const __importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
  define: {
    ...shared.define,
    // Not in the browser bundles: their names would change with each commit, and screens would load them again.
    __RELEASE__: JSON.stringify({ version, releaseDate, commit: commitOf(), updateKey: updateKeyOf() }),
    'import.meta.url': '__importMetaUrl',
  },
};

const browser = {
  ...shared,
  platform: 'browser',
  outdir: join(web, 'assets'),
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  publicPath: '/assets/',
  loader: { '.woff2': 'file', '.svg': 'file' },
  jsx: 'automatic',
  // Preact is 58 KB smaller than React (web/README, 6).
  alias: { react: 'preact/compat', 'react-dom': 'preact/compat' },
  metafile: true,
};

const studio = { ...browser, entryPoints: ['web/studio.tsx'], format: 'esm', splitting: true, target: 'es2020' };
/** A script that blocks the first paint: tiny, and in a bundle of its own. */
const firstPaint = { ...browser, entryPoints: ['web/first-paint.ts'], format: 'iife', target: 'es2020' };
/** One classic script in the syntax of Chromium 63, for old TV boxes (web/player/README 1.1). */
const player = { ...browser, entryPoints: ['web/player.ts'], format: 'iife', target: 'chrome63' };

/**
 * The studio's worker for PDFs, loaded when a PDF is chosen. Its fonts and image decoders are loaded when a page needs them.
 * pdf.js would import the decoders by fixed names; here esbuild gives them names with a hash of their content.
 */
const pdfWorker = {
  ...browser,
  entryPoints: ['web/pages/manage/upload/pdf/pdf-worker.ts'],
  format: 'esm',
  splitting: true,
  target: 'es2022',
  loader: { '.pfb': 'file', '.ttf': 'file' },
  plugins: [
    {
      name: 'pdf-decoders',
      setup({ onLoad }) {
        onLoad({ filter: /pdf\.worker\.mjs$/ }, async ({ path }) => {
          const text = await readFile(path, 'utf8');
          const pattern = /import\(\s*(?:\/\*.*?\*\/\s*)*`\$\{WasmImage\.#wasmUrl\}\$\{this\._noWasmFilename\}`\)/;
          if (!pattern.test(text)) throw new Error(`${path} imports its decoders in another way`);
          return { contents: text.replace(pattern, 'globalThis.pdfDecoders[this._noWasmFilename]()') };
        });
      },
    },
  ],
};

const isScript = (file) => extname(file) === '.js';
const hasEntry = (entry) => (output) => output.entryPoint === entry;

/** Returns the file and its direct and indirect imports that `isIncluded` accepts, dependencies first. */
function withImports(files, file, isIncluded = () => true, found = new Set(), visited = new Set()) {
  if (visited.has(file) || !files[file]) return found;
  visited.add(file);
  for (const each of files[file].imports)
    if (isIncluded(each)) withImports(files, each.path, isIncluded, found, visited);
  return found.add(file);
}
const isStatic = ({ kind }) => kind === 'import-statement';

/** Bytes before minification. A chunk larger than this stays separate, because most lazy parts do not need it. */
const largeChunk = 12_000;

/**
 * Builds the studio with few chunks. esbuild creates a chunk for every set of parts that share a module: 123 files, 47 of them for
 * the first page, most of 1 KB. Therefore every lazy part also imports all modules of the first page (already loaded by then) and
 * all small modules that any two lazy parts share: esbuild then puts each of these two groups into one chunk.
 */
async function buildStudio() {
  const worker = await esbuild.build(pdfWorker);
  const [workerFile] = Object.entries(worker.metafile.outputs).find(([, output]) =>
    hasEntry(pdfWorker.entryPoints[0])(output),
  );
  studio.define = { ...studio.define, __PDF_WORKER__: JSON.stringify(`/assets/${basename(workerFile)}`) };
  const [entry] = studio.entryPoints;
  // Only the second build reports warnings.
  const firstBuild = await esbuild.build({ ...studio, write: false, minify: false, logLevel: 'error' });
  const { inputs, outputs } = firstBuild.metafile;
  const scripts = Object.keys(outputs).filter(isScript);
  const firstPageScripts = withImports(
    outputs,
    scripts.find((file) => hasEntry(entry)(outputs[file])),
    isStatic,
  );
  const firstPageModules = modulesOf(outputs, firstPageScripts);
  const lazyParts = new Set(scripts.map((file) => outputs[file].entryPoint).filter((part) => part && part !== entry));
  for (const part of lazyParts) {
    if (firstPageModules.has(part)) throw new Error(`${part} is imported both lazily and by the first page`);
    if (extname(part) !== '.tsx') throw new Error(`${part} is imported lazily and is no .tsx`);
  }
  const chunks = scripts.filter((file) => !firstPageScripts.has(file) && !outputs[file].entryPoint);
  const chunkModules = modulesOf(outputs, chunks);
  const largeChunkModules = modulesOf(
    outputs,
    chunks.filter((file) => outputs[file].bytes > largeChunk),
  );
  const needsLarge = (file) => [...withImports(inputs, file, isStatic)].some((each) => largeChunkModules.has(each));
  const isOwnFirstPageModule = (file) => firstPageModules.has(file) && file.startsWith('web/');
  // In the program's import order, modules of the first page included: it determines the order of the styles.
  const sharedModules = [...withImports(inputs, entry)].filter(
    (file) => isOwnFirstPageModule(file) || (chunkModules.has(file) && !needsLarge(file)),
  );
  const firstPageIcons = await iconsFor([...firstPageModules].filter(isOwnFirstPageModule));
  const importsOf = (files) => files.map((file) => `import ${JSON.stringify(join(root, file))};`).join('');
  const group = {
    name: 'group',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^shared-modules$/ }, ({ path }) => ({ path, namespace: 'group' }));
      onLoad({ filter: /./, namespace: 'group' }, () => ({ contents: importsOf(sharedModules), resolveDir: root }));
      onResolve({ filter: /^lucide-react$/ }, ({ path, importer }) =>
        firstPageModules.has(relative(root, importer)) ? { path, namespace: 'icons', sideEffects: false } : undefined,
      );
      onLoad({ filter: /./, namespace: 'icons' }, () => firstPageIcons);
      onLoad({ filter: /\.tsx$/ }, async ({ path }) => {
        if (!lazyParts.has(relative(root, path))) return undefined;
        // Added to the first line of the part, so that its line numbers stay correct.
        const contents = `${importsOf([entry])}import 'shared-modules';${await readFile(path, 'utf8')}`;
        return { contents, loader: 'tsx', resolveDir: dirname(path) };
      });
    },
  };
  return esbuild.build({ ...studio, plugins: [group] });
}

const modulesOf = (outputs, files) => new Set([...files].flatMap((file) => Object.keys(outputs[file].inputs)));

/** Returns a module with the icons that `files` import: with lucide's own module the first page would load those of all pages. */
async function iconsFor(files) {
  const allIcons = join(root, 'node_modules/lucide-react/dist/esm/lucide-react.mjs');
  const sources = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')));
  const imported = sources.flatMap((text) => [...text.matchAll(/import \{([^}]*)\} from 'lucide-react'/g)]);
  const names = new Set(imported.flatMap(([, list]) => list.split(',').map((name) => name.trim().split(' as ')[0])));
  names.delete(''); // After a comma at the end of a list.
  const lines = (await readFile(allIcons, 'utf8')).split('\n');
  const namesIn = (line) => [...line.matchAll(/ as (\w+)/g)].map(([, name]) => name);
  const chosen = lines.filter((line) => namesIn(line).some((name) => names.has(name)));
  const found = new Set(chosen.flatMap(namesIn));
  for (const name of names) if (!found.has(name)) throw new Error(`No icon ${name} in ${allIcons}`);
  if (chosen.length > names.size) throw new Error(`${allIcons} does not export one icon per line`);
  return { contents: chosen.join('\n'), resolveDir: dirname(allIcons) };
}

async function buildAll() {
  await rm(outDirectory, { recursive: true, force: true });
  await mkdir(web, { recursive: true });
  const [, studioResult, firstPaintResult, playerResult] = await Promise.all([
    esbuild.build(server),
    buildStudio(),
    esbuild.build(firstPaint),
    esbuild.build(player),
  ]);
  await replaceUnicodeInComments();
  await cp(join(root, 'src/migrations'), join(outDirectory, 'migrations'), { recursive: true });
  await cp(
    join(root, 'src/features/accounts/passwords/common-passwords.txt'),
    join(outDirectory, 'common-passwords.txt'),
  );
  await deleteChunkStyleSheets(studioResult, 'web/studio.tsx');
  await writePage('web/index.html', studioResult, 'web/studio.tsx', 'module', scriptTag(firstPaintResult));
  await writePage('web/play.html', playerResult, 'web/player.ts', 'classic');
  await checkAssetsAreUsed();
  await compressAll(web);
  await rm(target, { recursive: true, force: true });
  await rename(outDirectory, target);
}

/**
 * Replaces non-ASCII characters in comments, which esbuild does not escape. A single character outside of Latin-1 doubles the
 * memory for a program's source, and the time to read it.
 */
async function replaceUnicodeInComments() {
  for (const name of Object.keys(server.entryPoints)) {
    const file = join(outDirectory, `${name}.cjs`);
    const text = await readFile(file, 'utf8');
    const ascii = text.replace(/^ *(?:\/\/|\/?\*).*$/gm, (comment) => comment.replace(/[^\0-\x7f]/g, '?'));
    await writeFile(file, ascii);
  }
}

/**
 * Deletes the style sheets that esbuild writes for lazy chunks. Pages only load the entry's style sheet, which contains the styles
 * of all chunks.
 */
async function deleteChunkStyleSheets({ metafile: { outputs } }, entry) {
  const { cssBundle } = Object.values(outputs).find(hasEntry(entry));
  for (const [file, { inputs }] of Object.entries(outputs)) {
    if (extname(file) !== '.css' || file === cssBundle) continue;
    const missing = Object.keys(inputs).filter((input) => !(input in outputs[cssBundle].inputs));
    if (missing.length > 0) throw new Error(`${cssBundle} lacks ${missing.join(', ')}`);
    await unlink(join(root, file));
  }
}

/** Throws when neither a page nor a used asset refers to an asset: no browser would ever load it. */
async function checkAssetsAreUsed() {
  const unused = new Set(await readdir(browser.outdir));
  const used = (await readdir(web)).filter((name) => extname(name) === '.html').map((name) => join(web, name));
  for (const file of used) {
    const text = await readFile(file, 'latin1');
    for (const name of unused) {
      if (!text.includes(name)) continue;
      unused.delete(name);
      used.push(join(browser.outdir, name));
    }
  }
  if (unused.size > 0) throw new Error(`No page uses ${[...unused].join(', ')}`);
}

const scriptTag = (result) => `<script src="/assets/${basename(Object.keys(result.metafile.outputs)[0])}"></script>`;

/** Writes an HTML page with the hashed names of its entry's script and style sheet. `first`: script tag that runs before them. */
async function writePage(source, result, entry, kind, first = '') {
  const { outputs } = result.metafile;
  const [script, info] = Object.entries(outputs).find(([, output]) => hasEntry(entry)(output));
  const url = (file) => `/assets/${basename(file)}`;
  const styles = info.cssBundle ? `<link rel="stylesheet" href="${url(info.cssBundle)}">` : '';
  const imports = [...withImports(outputs, script, isStatic)].filter((file) => file !== script);
  const scripts =
    kind === 'module'
      ? `${imports.map((file) => `<link rel="modulepreload" href="${url(file)}">`).join('')}<script type="module" src="${url(script)}"></script>`
      : `<script src="${url(script)}"></script>`;
  const html = await readFile(join(root, source), 'utf8');
  await writeFile(
    join(web, basename(source)),
    html
      .replace('<!-- first paint -->', first)
      .replace('<!-- styles -->', styles)
      .replace('<!-- scripts -->', scripts)
      .replaceAll('%VERSION%', version),
  );
}

/** Writes `.br` and `.gz` files beside every text file, so that the server does not compress at run time. */
async function compressAll(directory) {
  const quality = isDev ? 4 : 11;
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const file = join(directory, entry.name);
    if (entry.isDirectory()) await compressAll(file);
    else if (['.html', '.js', '.css', '.svg', '.json', '.webmanifest'].includes(extname(file))) {
      const bytes = await readFile(file);
      await Promise.all([
        promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).then((packed) =>
          writeFile(`${file}.br`, packed),
        ),
        promisify(gzip)(bytes, { level: isDev ? 1 : 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
      ]);
    }
  }
}

/** Rebuilds and restarts the server when a source changes. When a build fails, the running server continues. */
async function develop() {
  const { watch } = await import('node:fs');
  let running;
  let pending;
  const stop = async () => {
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    running.kill('SIGTERM');
    await new Promise((ended) => running.once('exit', ended));
  };
  const restart = async () => {
    try {
      await buildAll();
    } catch (error) {
      // esbuild has already reported its own errors; other errors are only reported here.
      if (!error.errors) console.error(error.message);
      return console.error('Build failed: the last good server keeps running.');
    }
    await stop();
    running = spawn(process.execPath, ['--enable-source-maps', join(target, 'server.cjs')], { stdio: 'inherit' });
  };
  for (const directory of ['src', 'web']) {
    watch(join(root, directory), { recursive: true }, () => {
      clearTimeout(pending);
      pending = setTimeout(() => (queue = queue.then(restart)), 150);
    });
  }
  let queue = restart();
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => void stop().then(() => process.exit(0)));
  }
}

if (isDev) await develop();
else await buildAll();
