/** Runs the program's commands in tests, bundled once per test process: a start from source takes three times as long. */
import { execFile, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { builtWebDir, commonPasswordsFile, migrationsDir, release } from '../platform/process/assets.ts';
import entryPoints from '../platform/process/entry-points.json' with { type: 'json' };
import { testAdmin } from './admin.ts';
import type { Lifetime } from './app.ts';

/** The commit that the bundled program reports as its own. */
export const testCommit = 'a1b2c3d';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Folder below the root, because the bundles search node_modules upwards. */
const cache = join(root, 'node_modules/.cache');
let directory: string | undefined;

/** Returns this process's environment with the settings for the program's data folder and port. */
export const programEnvironment = (dataDir: string, port: number): NodeJS.ProcessEnv => ({
  ...process.env,
  HOST: '127.0.0.1',
  PORT: String(port),
  DATA_DIR: dataDir,
  ADMIN_EMAIL: testAdmin.email,
  ADMIN_PASSWORD: testAdmin.password,
});

/** Returns the path of a command's bundle, to be run with `process.execPath`. */
export function programFile(command: 'server' | 'cli'): string {
  directory ??= build();
  return join(directory, `${command}.cjs`);
}

/** Starts a server as a separate process, which is killed after the test; collects its output. */
export function startServer(t: Lifetime, env: NodeJS.ProcessEnv) {
  const server = spawn(process.execPath, [programFile('server')], {
    env: { ...process.env, HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => server.kill('SIGKILL'));
  const printed = { out: '', error: '' };
  server.stdout.on('data', (text: Buffer) => void (printed.out += text.toString()));
  server.stderr.on('data', (text: Buffer) => void (printed.error += text.toString()));
  return { server, printed, hasEnded: () => server.exitCode !== null || server.signalCode !== null };
}

/** Runs a command until it ends; returns its exit code and output. */
export function runProgram(
  command: 'server' | 'cli',
  env: NodeJS.ProcessEnv,
  args: readonly string[] = [],
): Promise<{ code: number; out: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [programFile(command), ...args],
      { env: { PATH: process.env.PATH, ...env } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, out: stdout + stderr }),
    );
  });
}

function build(): string {
  mkdirSync(cache, { recursive: true });
  const out = mkdtempSync(join(cache, 'antessala-program-'));
  process.on('exit', () => rmSync(out, { recursive: true, force: true }));
  // Some tests make the program become another user, who must then be able to read its files.
  chmodSync(out, 0o755);
  buildSync({
    absWorkingDir: root,
    entryPoints,
    outdir: out,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'error',
    banner: { js: "const __importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
    define: { 'import.meta.url': '__importMetaUrl', __RELEASE__: JSON.stringify({ ...release, commit: testCommit }) },
  });
  symlinkSync(migrationsDir, join(out, 'migrations'));
  symlinkSync(commonPasswordsFile, join(out, 'common-passwords.txt'));
  symlinkSync(builtWebDir, join(out, 'web'));
  return out;
}
