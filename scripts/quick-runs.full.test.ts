/** Every measurement, attack and the tour runs for about a second, so that none of them stops working unnoticed. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findProgram } from '../src/platform/process/processes.ts';

/** Command line below `scripts/`, what its output contains, and the programs it needs. */
const runs: [line: string, output: RegExp, needs?: string[]][] = [
  ['bench/calls.ts', /receipts of the last call: 3 of 3/],
  ['bench/urgent.ts', /3 screens by socket: .* 0 missing/],
  ['bench/fleet.ts', /\| errors in that time \|/, ['unshare']],
  ['bench/studio.ts', /\| Meus Conteúdos with 10,000 contents \|/],
  ...['polls', 'programme', 'lists', 'sockets', 'start', 'media', 'uploads', 'processing', 'small'].map(
    (part): [string, RegExp, string[]] => [
      `bench/carries.ts ${part}`,
      /\| What \| Ours \|[^]*\n\| [^]*(kept|MISSED)/,
      ['unshare', 'wrk', ...(part === 'media' ? ['nginx'] : [])],
    ],
  ),
  ['attack/guesses.ts', /10 of 10 owners entered from a known device afterwards/],
  ['attack/connections.ts', /newcomers got in;.* ready afterwards/],
  ['attack/slow-readers.ts', /\/media\/.*: \d+ still read/, ['unshare']],
  ['attack/power-cut.ts', /1 power cuts, .* 0 wrong|^skipped: no XFS/m],
  ['tour.ts --only entrar', / pictures in .* 0 faults/],
];

for (const [line, output, needs = []] of runs) {
  const missing = needs.filter((program) => !findProgram(program));
  const isRootMissing = needs.includes('unshare') && process.getuid?.() !== 0;
  const reason = missing.length > 0 ? `${missing.join(' and ')} not installed` : 'needs root';
  const skip = (missing.length > 0 || isRootMissing) && reason;
  test(`scripts/${line} still works`, { skip, timeout: 600_000 }, async (t) => {
    const [file = '', ...args] = line.split(' ');
    const directory = mkdtempSync(join(tmpdir(), 'antessala-quick-'));
    t.after(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
    if (file === 'tour.ts') args.push('--out', directory);
    const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, file), ...args], {
      env: { ...process.env, QUICK_RUN: '1' },
      cwd: join(import.meta.dirname, '..'),
    });
    t.after(() => child.kill());
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (text += bytes.toString()));
    // 1: a figure of this short run missed its bound.
    const [code] = (await once(child, 'close')) as [number | null];
    assert.ok(code === 0 || code === 1, text);
    assert.match(text, output);
  });
}
