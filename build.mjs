/**
 * Builds everything into dist/:
 *   server.cjs, cli.cjs, password-worker.cjs ..., migrations/, common-passwords.txt   the server and its parts (entry-points.json)
 *   web/index.html, web/play.html, web/assets/<name>-<HASH>.<ext>       both browser bundles, with .br and .gz beside
 *
 * `--dev` keeps building on change and restarts the server. `--out DIR` builds elsewhere.
 */
import { spawn } from 'node:child_process';
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
/** Built beside the target and swapped in when whole: a failed build leaves the last good one. */
const out = `${target}.next`;
const web = join(out, 'web');
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

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

/** One CommonJS file a part; native modules stay outside. */
const server = {
  ...shared,
  entryPoints: JSON.parse(await readFile(join(root, 'src/platform/process/entry-points.json'), 'utf8')),
  outdir: out,
  outExtension: { '.js': '.cjs' },
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  minify: false,
  sourcemap: 'linked',
  external: ['uWebSockets.js', 'better-sqlite3', 'sharp'],
  // CommonJS has no import.meta: give the sources the same meaning of it.
  banner: { js: "const __importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
  define: { ...shared.define, 'import.meta.url': '__importMetaUrl' },
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
  metafile: true,
};

const studio = { ...browser, entryPoints: ['web/studio.tsx'], format: 'esm', splitting: true, target: 'es2020' };
/** Blocks the first paint: alone and tiny. */
const firstPaint = { ...browser, entryPoints: ['web/first-paint.ts'], format: 'iife', target: 'es2020' };
/** Old TV boxes: one classic script (web/player/README 1.1: Chromium 63 syntax). */
const player = { ...browser, entryPoints: ['web/player.ts'], format: 'iife', target: 'chrome63' };

const isScript = (file) => extname(file) === '.js';
const hasEntry = (entry) => (output) => output.entryPoint === entry;

/** Files of `files` that come with `file`, itself included: what it imports, and what that imports; deepest first. */
function withImports(files, file, isMeant = () => true, found = new Set(), seen = new Set()) {
  if (seen.has(file) || !files[file]) return found;
  seen.add(file);
  for (const each of files[file].imports) if (isMeant(each)) withImports(files, each.path, isMeant, found, seen);
  return found.add(file);
}
const atOnce = ({ kind }) => kind === 'import-statement';

/** A chunk this large before it is minified stays one of its own: most parts do without it. */
const largeChunk = 12_000;

/**
 * esbuild makes a chunk of every set of parts that share a module: 123 files, 47 of them for the first page, most of 1 KB. So
 * every part that is loaded later imports all modules of the first page (they are there already), and all small ones that any
 * two such parts share: then the same parts have all of a group, and it becomes one chunk.
 */
async function buildStudio() {
  const [entry] = studio.entryPoints;
  // The second time tells the warnings.
  const asWritten = await esbuild.build({ ...studio, write: false, minify: false, logLevel: 'error' });
  const { inputs, outputs } = asWritten.metafile;
  const scripts = Object.keys(outputs).filter(isScript);
  const first = withImports(
    outputs,
    scripts.find((file) => hasEntry(entry)(outputs[file])),
    atOnce,
  );
  const inFirst = modulesOf(outputs, first);
  const partsLater = new Set(scripts.map((file) => outputs[file].entryPoint).filter((part) => part && part !== entry));
  for (const part of partsLater) {
    if (inFirst.has(part)) throw new Error(`${part} comes later, and with the first page too`);
    if (extname(part) !== '.tsx') throw new Error(`${part} comes later and is no .tsx`);
  }
  const chunks = scripts.filter((file) => !first.has(file) && !outputs[file].entryPoint);
  const inChunks = modulesOf(outputs, chunks);
  const inLarge = modulesOf(
    outputs,
    chunks.filter((file) => outputs[file].bytes > largeChunk),
  );
  const needsLarge = (file) => [...withImports(inputs, file, atOnce)].some((each) => inLarge.has(each));
  const isOfFirst = (file) => inFirst.has(file) && file.startsWith('web/');
  // In the order of the program, those of the first page between them: so stand the styles of all these.
  const sharedLater = [...withImports(inputs, entry)].filter(
    (file) => isOfFirst(file) || (inChunks.has(file) && !needsLarge(file)),
  );
  const iconsOfFirst = await iconsFor([...inFirst].filter(isOfFirst));
  const importsOf = (files) => files.map((file) => `import ${JSON.stringify(join(root, file))};`).join('');
  const group = {
    name: 'group',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^shared-later$/ }, ({ path }) => ({ path, namespace: 'group' }));
      onLoad({ filter: /./, namespace: 'group' }, () => ({ contents: importsOf(sharedLater), resolveDir: root }));
      onResolve({ filter: /^lucide-react$/ }, ({ path, importer }) =>
        inFirst.has(relative(root, importer)) ? { path, namespace: 'icons', sideEffects: false } : undefined,
      );
      onLoad({ filter: /./, namespace: 'icons' }, () => iconsOfFirst);
      onLoad({ filter: /\.tsx$/ }, async ({ path }) => {
        if (!partsLater.has(relative(root, path))) return undefined;
        // In one line with the part's first: its lines keep their numbers.
        const contents = `${importsOf([entry])}import 'shared-later';${await readFile(path, 'utf8')}`;
        return { contents, loader: 'tsx', resolveDir: dirname(path) };
      });
    },
  };
  return esbuild.build({ ...studio, plugins: [group] });
}

const modulesOf = (outputs, files) => new Set([...files].flatMap((file) => Object.keys(outputs[file].inputs)));

/** The module of those icons that `files` import: one names all, and with it the first page would have those of all others. */
async function iconsFor(files) {
  const all = join(root, 'node_modules/lucide-react/dist/esm/lucide-react.mjs');
  const sources = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')));
  const imported = sources.flatMap((text) => [...text.matchAll(/import \{([^}]*)\} from 'lucide-react'/g)]);
  const names = new Set(imported.flatMap(([, list]) => list.split(',').map((name) => name.trim().split(' as ')[0])));
  names.delete(''); // After a comma at the end of a list.
  const lines = (await readFile(all, 'utf8')).split('\n');
  const namesIn = (line) => [...line.matchAll(/ as (\w+)/g)].map(([, name]) => name);
  const meant = lines.filter((line) => namesIn(line).some((name) => names.has(name)));
  const found = new Set(meant.flatMap(namesIn));
  for (const name of names) if (!found.has(name)) throw new Error(`No icon ${name} in ${all}`);
  if (meant.length > names.size) throw new Error(`${all} does not name one icon a line`);
  return { contents: meant.join('\n'), resolveDir: dirname(all) };
}

async function buildAll() {
  await rm(out, { recursive: true, force: true });
  await mkdir(web, { recursive: true });
  const [, studioResult, firstPaintResult, playerResult] = await Promise.all([
    esbuild.build(server),
    buildStudio(),
    esbuild.build(firstPaint),
    esbuild.build(player),
  ]);
  await commentsInAscii();
  await cp(join(root, 'src/migrations'), join(out, 'migrations'), { recursive: true });
  await cp(join(root, 'src/features/accounts/passwords/common-passwords.txt'), join(out, 'common-passwords.txt'));
  await dropSheetsOfChunks(studioResult, 'web/studio.tsx');
  await page('web/index.html', studioResult, 'web/studio.tsx', 'module', scriptTag(firstPaintResult));
  await page('web/play.html', playerResult, 'web/player.ts', 'classic');
  await refuseUnaskedAssets();
  await compressAll(web);
  await rm(target, { recursive: true, force: true });
  await rename(out, target);
}

/**
 * esbuild escapes every character beyond ASCII, but those in comments; and one that is not Latin-1 doubles what a whole program
 * takes in memory, and the time to read it.
 */
async function commentsInAscii() {
  for (const name of Object.keys(server.entryPoints)) {
    const file = join(out, `${name}.cjs`);
    const text = await readFile(file, 'utf8');
    const ascii = text.replace(/^ *(?:\/\/|\/?\*).*$/gm, (comment) => comment.replace(/[^\0-\x7f]/g, '?'));
    await writeFile(file, ascii);
  }
}

/**
 * The entry's style sheet has the styles of every chunk too, and pages load it alone. esbuild also writes one for each chunk
 * that is imported when needed; nothing loads those.
 */
async function dropSheetsOfChunks({ metafile: { outputs } }, entry) {
  const { cssBundle } = Object.values(outputs).find(hasEntry(entry));
  for (const [file, { inputs }] of Object.entries(outputs)) {
    if (extname(file) !== '.css' || file === cssBundle) continue;
    const missing = Object.keys(inputs).filter((input) => !(input in outputs[cssBundle].inputs));
    if (missing.length > 0) throw new Error(`${cssBundle} lacks ${missing.join(', ')}`);
    await unlink(join(root, file));
  }
}

/** Fails when an asset is named neither by a page nor by what a page asks for: it would be shipped for nobody. */
async function refuseUnaskedAssets() {
  const unasked = new Set(await readdir(browser.outdir));
  const asked = (await readdir(web)).filter((name) => extname(name) === '.html').map((name) => join(web, name));
  for (const file of asked) {
    const text = await readFile(file, 'latin1');
    for (const name of unasked) {
      if (!text.includes(name)) continue;
      unasked.delete(name);
      asked.push(join(browser.outdir, name));
    }
  }
  if (unasked.size > 0) throw new Error(`No page asks for ${[...unasked].join(', ')}`);
}

const scriptTag = (result) => `<script src="/assets/${basename(Object.keys(result.metafile.outputs)[0])}"></script>`;

/** Writes an HTML shell with the hashed names of its entry's script and style sheet, and what runs before the first paint. */
async function page(source, result, entry, kind, first = '') {
  const { outputs } = result.metafile;
  const [script, info] = Object.entries(outputs).find(([, output]) => hasEntry(entry)(output));
  const url = (file) => `/assets/${basename(file)}`;
  const styles = info.cssBundle ? `<link rel="stylesheet" href="${url(info.cssBundle)}">` : '';
  const imports = [...withImports(outputs, script, atOnce)].filter((file) => file !== script);
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

/** Leaves `.br` and `.gz` beside every text file, so that the server never compresses. */
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

/** Rebuilds and restarts when a source changes; a failing build leaves the running server alone. */
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
      // esbuild has told its own errors already; ours are reported nowhere else.
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
