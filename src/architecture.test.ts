/** Enforces the architecture rules (src/README 4). A failure prints file, line and rule. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

interface Import {
  /** A package or builtin as written; a file of this repository as its path from the root. */
  target: string;
  isTypeOnly: boolean;
}

interface SourceFile {
  /** Path from the root, with forward slashes. */
  path: string;
  /** Code without types and comments. */
  code: string;
  imports: Import[];
  /** Returns the number of the first matching line that is no comment; 0 if there is none. */
  lineOf(pattern: RegExp): number;
}

const files = ['src', 'web', 'scripts'].flatMap(readSources);
const isTest = ({ path }: SourceFile) => /\.test\.tsx?$/.test(path) || /(^|\/)testing\//.test(path);
const product = files.filter((file) => !isTest(file));
const within = (folder: string) => product.filter(({ path }) => path.startsWith(`${folder}/`));

function readSources(folder: string): SourceFile[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .sort()
    .map(readSource);
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const { code } = transformSync(text, {
    loader: path.endsWith('x') ? 'tsx' : 'ts',
    jsx: 'preserve',
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  });
  const pathOf = (specifier: string) =>
    specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier;
  const runTimeTargets = specifiersIn(code).map(pathOf);
  const allTargets = specifiersIn(text).map(pathOf);
  return {
    path,
    code,
    imports: [
      ...runTimeTargets.map((target) => ({ target, isTypeOnly: false })),
      ...allTargets
        .filter((target) => !runTimeTargets.includes(target))
        .map((target) => ({ target, isTypeOnly: true })),
    ],
    lineOf: (pattern) => text.split('\n').findIndex((line) => pattern.test(line) && !/^\s*(\/\/|\/?\*)/.test(line)) + 1,
  };
}

/** Returns the module specifiers of `import`, `export ... from`, `import()`, `require` and `import('...').Type`. */
function specifiersIn(text: string): string[] {
  const pattern =
    /^\s*(?:import|export)\b[^;'"]*?\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\b(?:import|\w*[rR]equire(?:\([^()]*\))?)\(\s*['"]([^'"]+)['"]\s*\)/gm;
  return [...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

/** Fails with one line for each complaint: `file` violates the rule at the first line that matches `pattern`. */
function check(rule: string, complaints: Iterable<{ file: SourceFile; pattern: RegExp; what: string }>): void {
  const lines = [...complaints].map(({ file, pattern, what }) => `  ${file.path}:${file.lineOf(pattern)} ${what}`);
  if (lines.length > 0) assert.fail(`${rule}\n${lines.join('\n')}`);
}

/** Fails with one line for each import that is not allowed. */
function checkImports(
  rule: string,
  sources: SourceFile[],
  isAllowed: (imported: Import, file: SourceFile) => boolean,
): void {
  check(
    rule,
    sources.flatMap((file) =>
      file.imports
        .filter((imported) => !isAllowed(imported, file))
        .map(({ target, isTypeOnly }) => ({
          file,
          pattern: new RegExp(`['"/]${escape(posix.basename(target))}['"]`),
          what: `imports ${isTypeOnly ? 'a type of ' : ''}${target}`,
        })),
    ),
  );
}

/** Fails with one line for each file whose code matches the pattern: its first match. */
function checkUses(rule: string, sources: SourceFile[], pattern: RegExp): void {
  check(
    rule,
    sources.flatMap((file) => {
      const use = pattern.exec(file.code)?.[0];
      return use === undefined ? [] : [{ file, pattern, what: `uses ${use.trim()}` }];
    }),
  );
}

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const isLocal = (target: string) => /^(src|web|scripts)\//.test(target);
const isIn = (target: string, ...folders: string[]) => folders.some((folder) => target.startsWith(`${folder}/`));

test('the contract imports zod and itself, nothing else', () => {
  checkImports(
    'src/contract describes the API; it knows neither Node nor the DOM nor the program.',
    within('src/contract'),
    ({ target }) => target === 'zod' || isIn(target, 'src/contract'),
  );
});

test('zod is imported as a namespace, so that a bundle contains only the used parts', () => {
  checkUses(
    "import * as z from 'zod': importing `z` by its name adds all 750 KB, to each worker too.",
    within('src'),
    /\bimport (?:type )?\{[^}]*\bz\b[^}]*\} from/,
  );
});

test('the platform imports the contract and itself, no feature', () => {
  checkImports(
    'src/platform is used by features; it may import src/contract and src/platform.',
    within('src/platform'),
    ({ target }) => !isLocal(target) || isIn(target, 'src/contract', 'src/platform'),
  );
});

test('a feature imports contract and platform, and from another feature only types', () => {
  checkImports(
    'A feature may import src/contract, src/platform, itself, and `import type` of another feature; parts.ts hands it the instance.',
    within('src/features'),
    ({ target, isTypeOnly }, file) => {
      const own = file.path.split('/').slice(0, 3).join('/');
      return (
        !isLocal(target) ||
        isIn(target, 'src/contract', 'src/platform', own) ||
        (isTypeOnly && isIn(target, 'src/features'))
      );
    },
  );
});

const bundledContractFiles = [
  'accounts/capabilities',
  'changes/changes',
  'changes/order',
  'changes/patches',
  'changes/views',
  'errors',
  'limits',
  'programme/dates',
  'programme/opening-hours',
  'programme/programme',
  'programme/time-zones',
  'programme/texts',
  'text/contact-address',
  'text/folding',
  'text/line-breaks',
  'text/queue-order',
  'text/search-text',
  'text/graphemes',
  'text/identification',
  'text/ticket-labels',
  'text/units',
].map((name) => `src/contract/${name}.ts`);

test('from the contract, the web imports only types, and those files that do without zod', () => {
  checkImports(
    `web may import web, \`import type\` of src/contract, and ${bundledContractFiles.join(', ')}: zod is in no bundle.`,
    within('web'),
    ({ target, isTypeOnly }) => {
      if (!isLocal(target) || isIn(target, 'web')) return !target.startsWith('node:') && target !== 'zod';
      return bundledContractFiles.includes(target) || (isTypeOnly && isIn(target, 'src/contract'));
    },
  );
  checkImports(
    'The files of src/contract that bundles contain may import only types, and one another.',
    product.filter(({ path }) => bundledContractFiles.includes(path)),
    ({ target, isTypeOnly }) => isTypeOnly || bundledContractFiles.includes(target),
  );
});

test('web/ui imports neither state, api, pages, components nor the player, and the player imports no page', () => {
  checkImports(
    'web/ui never imports state, api, pages, components or the player.',
    within('web/ui'),
    ({ target }) => !isIn(target, 'web/state', 'web/api', 'web/pages', 'web/components', 'web/player'),
  );
  checkImports(
    'web/player never imports pages: its bundle is for old devices.',
    within('web/player'),
    ({ target }) => !isIn(target, 'web/pages'),
  );
});

test('the server imports from the web only the list of pages, in app.ts', () => {
  checkImports(
    'src imports nothing of web but web/navigation/paths.ts, and only in app.ts.',
    within('src'),
    ({ target }, { path }) => !isIn(target, 'web') || (path === 'src/app.ts' && target === 'web/navigation/paths.ts'),
  );
  checkImports(
    'The server imports web/navigation/paths.ts, which may import only player-paths.ts; that file imports nothing.',
    product.filter(({ path }) => /^web\/navigation\/(player-)?paths\.ts$/.test(path)),
    ({ target }, { path }) => path === 'web/navigation/paths.ts' && target === 'web/navigation/player-paths.ts',
  );
});

test('only the HTTP and socket modules import uWebSockets.js', () => {
  checkImports(
    'uWebSockets.js belongs to server.ts and sockets.ts of src/platform/http.',
    files,
    ({ target }, file) =>
      target !== 'uWebSockets.js' ||
      ['src/platform/http/server.ts', 'src/platform/http/sockets/sockets.ts'].includes(file.path),
  );
});

/** Modules of each part, and the modules of the same part that each may import; files directly in the part are the module ''. */
const modules: Record<string, Record<string, string[]>> = {
  'src/platform': { '': [], storage: [''], process: ['', 'storage'], tls: ['', 'storage'], http: [''] },
  'web/player': {
    device: [],
    server: ['device'],
    media: ['device', 'server'],
    playback: ['device', 'server', 'media'],
    screen: ['device', 'server', 'media', 'playback'],
    pages: ['device', 'server', 'media', 'playback', 'screen'],
  },
  web: {
    api: [],
    navigation: [],
    ui: ['navigation'],
    state: ['api', 'navigation', 'ui'],
    components: ['api', 'navigation', 'state', 'ui'],
    // Pages show parts of the player: the ticker, the preview.
    pages: ['api', 'components', 'navigation', 'player', 'state', 'ui'],
    // The player imports three files of these modules, which the next test lists.
    player: ['api', 'navigation', 'ui'],
    '': ['api', 'components', 'navigation', 'pages', 'player', 'state', 'ui'],
  },
};

test('the player imports only three files of the web', () => {
  const shared = ['web/navigation/player-paths.ts', 'web/api/socket.ts', 'web/ui/media/qr.ts'];
  checkImports(
    'Other files in web/navigation, web/api and web/ui are for the studio, and too new for old devices.',
    within('web/player'),
    ({ target }) => !isIn(target, 'web') || isIn(target, 'web/player') || shared.includes(target),
  );
});

/** Returns the module of a file: '' for a file directly in its part. */
const moduleOf = (part: string, path: string) =>
  path
    .slice(part.length + 1)
    .split('/')
    .slice(0, -1)[0] ?? '';

test('every module imports only the modules that `modules` permits', () => {
  for (const [part, allowed] of Object.entries(modules)) {
    const lists = Object.entries(allowed).map(
      ([name, others]) => `  ${name || '(top)'} <- ${others.map((other) => other || '(top)').join(' ') || 'nothing'}`,
    );
    checkImports(
      `Modules of ${part} and what each may import:\n${lists.join('\n')}`,
      within(part),
      ({ target }, file) => {
        const own = moduleOf(part, file.path);
        if (!(own in allowed)) return false;
        if (!isIn(target, part)) return true;
        const other = moduleOf(part, target);
        return other === own || allowed[own]!.includes(other);
      },
    );
  }
});

test('a page folder imports nothing from another page folder', () => {
  const folderOf = (path: string) => /^web\/pages\/(?:admin\/)?[^/]+(?=\/)/.exec(path)?.[0];
  const inFolders = product.filter(({ path }) => folderOf(path));
  checkImports(
    'What two pages share lives in web/components, web/state or web/navigation.',
    inFolders,
    ({ target }, file) => {
      const other = folderOf(target);
      return other === undefined || other === folderOf(file.path);
    },
  );
});

test('no folder contains more than 24 files directly', () => {
  const sizes = new Map<string, number>();
  for (const top of ['src', 'web', 'scripts'])
    for (const entry of readdirSync(join(root, top), { recursive: true, withFileTypes: true }))
      // Migrations are one numbered list.
      if (entry.isFile() && !entry.parentPath.endsWith('src/migrations'))
        sizes.set(entry.parentPath, (sizes.get(entry.parentPath) ?? 0) + 1);
  const crowded = [...sizes]
    .filter(([, size]) => size > 24)
    .map(([folder, size]) => `${relative(root, folder)}: ${size}`);
  assert.deepEqual(crowded, [], 'Divide the folder along its subjects.');
});

test('there are no import cycles', () => {
  const byPath = new Map(product.map((file) => [file.path, file]));
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, chain: string[]): void => {
    if (chain.includes(path)) return void cycles.push([...chain.slice(chain.indexOf(path)), path].join(' -> '));
    if (done.has(path)) return;
    for (const { target } of byPath.get(path)?.imports ?? []) visit(target, [...chain, path]);
    done.add(path);
  };
  for (const path of byPath.keys()) visit(path, []);
  assert.deepEqual(cycles, [], 'Types count too: move what both need into a file of its own.');
});

test('only src/platform uses files, processes and threads', () => {
  const systemModules =
    /^node:(fs|fs\/promises|child_process|worker_threads|cluster)$|^(fs|child_process|worker_threads)$/;
  checkImports(
    'node:fs, node:child_process and node:worker_threads belong to src/platform; *-worker.ts may import its parentPort.',
    within('src').filter(({ path }) => !isIn(path, 'src/platform')),
    ({ target }, file) =>
      !systemModules.test(target) || (target === 'node:worker_threads' && file.path.endsWith('-worker.ts')),
  );
});

const outsidePlatform = within('src').filter(({ path }) => !isIn(path, 'src/platform'));

test('time and randomness come from one module each', () => {
  checkUses(
    'Time comes from the Clock (src/platform/clock.ts).',
    outsidePlatform,
    /\bDate\.now\(|\bnew Date\(\s*\)|(?<![\w.])Date\(\s*\)|\b(?:setTimeout|setInterval)\(|\bperformance\.now\(|\bhrtime\b/,
  );
  checkUses(
    'Randomness comes from src/platform/random.ts.',
    outsidePlatform,
    /\bMath\.random\(|\brandom(?:Bytes|Int|UUID|FillSync)\(|\bgetRandomValues\(/,
  );
});

test('all SQL of a feature is in its stores', () => {
  const isStore = (path: string) => /\/(?:[a-z-]+-)?store\.ts$/.test(path);
  // Backups copy, check and compare whole databases: other files than the one database that features write.
  const otherFiles = within('src/features').filter(({ path }) => !isStore(path) && !isIn(path, 'src/features/backups'));
  checkUses(
    'SQL belongs to store.ts and *-store.ts; services have the transaction, routes translate.',
    otherFiles,
    /\.prepare\(|\bdatabase\.exec\(|\.pragma\(|\b(?:SELECT|INSERT INTO|DELETE FROM|UPDATE \w+ SET)\b/,
  );
});

test('routes contain no transactions and publish no events: services do', () => {
  checkUses(
    'A change belongs to service.ts: the transaction, then the events. Routes call it.',
    within('src/features').filter(({ path }) => path.endsWith('routes.ts')),
    /\.tx\(|\bafterCommit\(|\bpublish\(|\.prepare\(|\b(?:SELECT|INSERT INTO|DELETE FROM|UPDATE \w+ SET)\b/,
  );
});

test('access to an item is decided in one place', () => {
  const otherFiles = within('src/features').filter(({ path }) => !isIn(path, 'src/features/categories'));
  checkUses(
    'The view visible_videos (src/migrations/003-visible-videos.sql) says which accounts may play an item; the table of granted categories belongs to the categories.',
    otherFiles,
    /\buser_category_access\b/,
  );
});

test('the decision whether a screen should be playing is in one place', () => {
  const otherFiles = within('src/features').filter(({ path }) => !isIn(path, 'src/features/players'));
  checkUses(
    'The view playing_screens (src/migrations/018-programme.sql) says which screens should be playing; only features/players uses player_sessions, the table of paired devices.',
    otherFiles,
    /\bplayer_sessions\b/,
  );
});

test('only config.ts and the start of processes read the environment', () => {
  const processFiles = ['processes', 'programs'].map((name) => `src/platform/process/${name}.ts`);
  const mayRead = ['src/config.ts', ...processFiles, 'src/main.ts', 'src/cli/launch.ts'];
  checkUses(
    'process.env belongs to src/config.ts (processes.ts and programs.ts hand it on to child processes).',
    within('src').filter(({ path }) => !mayRead.includes(path)),
    /\bprocess\.env\b/,
  );
  const main = product.filter(({ path }) => path === 'src/main.ts');
  checkUses('main.ts may set the time zone, and nothing else.', main, /\bprocess\.env\b(?!\.TZ = )/);
});

test('components that read a signal subscribe to it', () => {
  const web = product.filter(({ path }) => isIn(path, 'web'));
  const declarations =
    /(\w+)\??\s*[:=]\s*(?:signal|computed|useSignal|useComputed)\s*(?:<[^;]*?>)?\(|(\w+)\??:\s*(?:Readonly)?Signal</g;
  const signals = new Set(
    web.flatMap(({ path }) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(declarations)].map((match) => match[1] ?? match[2] ?? ''),
    ),
  );
  check(
    'A component that reads `.value` of a signal must call useSignals(): @preact/signals-react subscribes by itself only with Babel.',
    web
      .filter(({ path }) => path.endsWith('.tsx'))
      .flatMap((file) =>
        components(file.code).flatMap(({ name, body }) => {
          const read = [...body.matchAll(/\b(\w+)\??\.value\b(?!\s*=[^=])/g)].find(([, owner = '']) =>
            signals.has(owner),
          );
          return read && !/\buseSignals\(\)/.test(body)
            ? [{ file, pattern: new RegExp(`\\b${escape(name)}\\b`), what: `${name} reads ${read[0]}` }]
            : [];
        }),
      ),
  );
});

/** Returns the top-level functions whose names begin with a capital. */
function components(code: string): { name: string; body: string }[] {
  return code
    .split(/^(?=(?:export )?(?:default )?(?:async )?(?:function|const|let|class) )/m)
    .map((body) => ({
      name: /^(?:export )?(?:default )?(?:async )?(?:function|const) (\w+)/.exec(body)?.[1] ?? '',
      body,
    }))
    .filter(({ name }) => /^[A-Z]/.test(name));
}

test('every rule that is cited by its number exists', () => {
  /** Returns the numbers of the rules in a folder's README.md and in its `rules`. */
  const numbersOf = (folder: string): Set<string> => {
    const rules = join(root, folder, 'rules');
    const pages = [join(root, folder, 'README.md')];
    if (existsSync(rules)) pages.push(...readdirSync(rules).map((name) => join(rules, name)));
    const numbers = /^(?:## (\d+)\.|#{3} (\d+\.\d+) |- \*\*(\d+\.\d+) )/gm;
    return new Set(
      pages
        .flatMap((page) => [...readFileSync(page, 'utf8').matchAll(numbers)])
        .map((match) => match[1] ?? match[2] ?? match[3] ?? ''),
    );
  };
  const documented = ['src/contract', 'web/player', 'src', 'web'];
  const rules = new Map(documented.map((folder) => [folder, numbersOf(folder)]));
  assert.ok(rules.get('src/contract')!.size > 70, `${rules.get('src/contract')!.size} rules`);
  const cited = /\b(contract|web\/player|src|web)\/README ((?:\d+(?:\.\d+)?)(?:(?:, | and | to |; )\d+(?:\.\d+)?)*)/g;
  let count = 0;
  const missingRules: string[] = [];
  for (const { path } of files)
    for (const [index, line] of readFileSync(join(root, path), 'utf8').split('\n').entries())
      for (const [, folder = '', numbers = ''] of line.matchAll(cited))
        for (const number of numbers.split(/, | and | to |; /)) {
          count += 1;
          const ruleNumbers = rules.get(folder === 'contract' ? 'src/contract' : folder);
          if (!ruleNumbers?.has(number)) missingRules.push(`${path}:${index + 1} cites ${folder}/README ${number}`);
        }
  assert.deepEqual(missingRules, [], 'Rules keep their numbers; new ones go to the end of their part.');
  assert.ok(count > 150, `${count} citations`);
});

test('every style sheet and class that a component uses exists', () => {
  const missing = within('web').flatMap(({ path, code }) =>
    [...code.matchAll(/import (\w+) from ["']([^"']+\.module\.css)["']/g)].flatMap(([, name = '', sheet = '']) => {
      const file = posix.join(posix.dirname(path), sheet);
      if (!existsSync(join(root, file))) return [`${path}: ${file}`];
      const css = readFileSync(join(root, file), 'utf8');
      const classes = [...code.matchAll(new RegExp(`(?<![\\w/.])${name}\\.(\\w+)`, 'g'))].map(([, each = '']) => each);
      return classes.filter((each) => !css.includes(`.${each}`)).map((each) => `${path}: .${each} of ${file}`);
    }),
  );
  // TypeScript does not check class names: a missing class would be undefined.
  assert.deepEqual(missing, []);
});

test('the compose file builds from the folder of the Dockerfile', () => {
  const file = join(root, 'scripts/install/compose.yaml');
  const [, context = ''] = /^ +context: (\S+)$/m.exec(readFileSync(file, 'utf8')) ?? [];
  assert.ok(existsSync(join(file, '..', context, 'Dockerfile')), context);
});

test('every export is used', () => {
  const words = new Map<string, number>();
  for (const { path } of files)
    for (const [word] of readFileSync(join(root, path), 'utf8').matchAll(/\b[A-Za-z_$][\w$]*/g))
      words.set(word, (words.get(word) ?? 0) + 1);
  check(
    'No other code uses it: delete it.',
    product.flatMap((file) =>
      [
        ...readFileSync(join(root, file.path), 'utf8').matchAll(
          /^export (?:async )?(?:const|let|function\*?|class|type|interface) (\w+)/gm,
        ),
      ]
        .filter(([, name = '']) => words.get(name) === 1)
        .map(([declaration, name = '']) => ({
          file,
          pattern: new RegExp(`^export .*\\b${escape(name)}\\b`),
          what: declaration,
        })),
    ),
  );
});

test('the checks find every kind of import, and components by their names', () => {
  assert.deepEqual(
    specifiersIn(
      "import a from 'x';\nimport {\n  b,\n} from './b.ts';\nimport './c.css';\nexport { d } from './d.ts';\nconst e = await import('./e.ts');\ncreateRequire(import.meta.url)('f');",
    ),
    ['x', './b.ts', './c.css', './d.ts', './e.ts', 'f'],
  );
  assert.deepEqual(
    components(
      'import x;\nexport function Page() {\n  return user.value;\n}\nfunction useIt() {\n}\nexport const Row = () => 1;\n',
    ).map(({ name }) => name),
    ['Page', 'Row'],
  );
  assert.ok(files.length > 20 && files.some(({ imports }) => imports.some(({ isTypeOnly }) => isTypeOnly)));
});
