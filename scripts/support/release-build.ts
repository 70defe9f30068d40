import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Lifetime } from '../../src/testing/app.ts';
import { temporaryFolder } from '../../src/testing/temporary-folder.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/** Builds sources with a new migration, and with `to` instead of `from` in main.ts or player.ts. Returns the program's path. */
export async function buildRelease(
  t: Lifetime,
  version: string,
  changes: { migration?: string; main?: [from: string, to: string]; player?: [from: string, to: string] } = {},
): Promise<string> {
  const sources = temporaryFolder(t);
  for (const name of [
    'src',
    'web',
    'scripts',
    'build.mjs',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'LICENSE',
  ])
    cpSync(join(root, name), join(sources, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(sources, 'node_modules'));
  const replace = (path: string, from: string, to: string) => {
    const text = readFileSync(join(sources, path), 'utf8');
    assert.ok(text.includes(from), from);
    writeFileSync(join(sources, path), text.replace(from, to));
  };
  const { version: currentVersion } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  replace('package.json', `"version": "${currentVersion}"`, `"version": "${version}"`);
  if (changes.migration !== undefined) {
    const next = String(readdirSync(join(root, 'src/migrations')).length + 1).padStart(3, '0');
    writeFileSync(join(sources, `src/migrations/${next}-test.sql`), changes.migration);
  }
  if (changes.main) replace('src/main.ts', ...changes.main);
  if (changes.player) replace('web/player.ts', ...changes.player);
  const out = temporaryFolder(t);
  const args = ['--import', 'tsx', join(sources, 'scripts/package/package.ts'), '--out', out];
  await run(process.execPath, args, { cwd: sources });
  return join(out, 'antessala');
}
