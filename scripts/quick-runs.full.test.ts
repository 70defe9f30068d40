/** Runs every measurement, every attack and the tour with small numbers (QUICK_RUN), to notice when one no longer works. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findProgram } from '../src/platform/process/processes.ts';
import { chromiumPath } from '../web/testing/chromium.ts';

/** Each script (path in `scripts/` and arguments), what its output contains, and the programs that it needs (names or paths). */
const runs: [line: string, output: RegExp, needs?: string[]][] = [
  ['bench/calls.ts', /receipts of the last call: 3 of 3/, [chromiumPath]],
  ['bench/call-day.ts', /panel: 10 calls in 1 minutes, 0 lost, 0 shown twice/, [chromiumPath]],
  ['bench/urgent.ts', /3 screens by socket: .* 0 missing/],
  ['bench/plays.ts', /6600 daily totals of \d+ bytes/],
  ['bench/years.ts', /\| task database-optimize: [^]*(met|MISSED)/, ['taskset']],
  ['bench/lists.ts', /\| first contents, ms \|/, ['unshare', 'curl']],
  ['bench/fleet.ts', /\| errors in that time \|/, ['unshare']],
  ['bench/studio.ts', /\| Meus Conteúdos with 10,000 contents \|/, [chromiumPath]],
  ...['polls', 'programme', 'lists', 'sockets', 'start', 'media', 'uploads', 'processing', 'small'].map(
    (part): [string, RegExp, string[]] => [
      `bench/capacity.ts ${part}`,
      /\| What \| Result \|[^]*\n\| [^]*(met|MISSED)/,
      ['unshare', 'wrk', ...(part === 'media' ? ['nginx'] : [])],
    ],
  ),
  ['bench/small-computer.ts', /\| processes killed for lack of memory \| 0 /, [chromiumPath, 'ffmpeg', 'unshare']],
  ['soak/soak.ts 0.02', /\| doctor's findings \| 0 \|/, [chromiumPath, 'ffmpeg']],
  ['attack/guesses.ts', /10 of 10 owners signed in from a known device afterwards/],
  ['attack/connections.ts', /newcomers got in;.* ready afterwards/],
  ['attack/slow-readers.ts', /\/media\/.*: \d+ still read/, ['unshare']],
  [
    'attack/pipelining.ts',
    /20 MB\/s, a page, not reading: .* requests of a screen at the attacker's address/,
    ['unshare', 'nsenter', 'tc'],
  ],
  ['attack/power-cut.ts', /1 power cuts, .* 0 wrong|^skipped: no XFS/m],
  ['tour.ts --only entrar', / pictures in .* 0 faults/, [chromiumPath]],
];

/** Returns why a script cannot run on this machine, or undefined when it can. */
function skipReason(line: string, needs: readonly string[]): string | undefined {
  const missing = needs.filter((program) => !findProgram(program) && !existsSync(program));
  if (missing.length > 0) return `${missing.join(' and ')} not installed`;
  if (needs.includes('unshare') && process.getuid?.() !== 0) return 'needs root';
  return / small$|small-computer/.test(line) && !canWrite('/sys/fs/cgroup')
    ? 'no cgroup can be created here'
    : undefined;
}

function canWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

for (const [line, output, needs = []] of runs) {
  const skip = skipReason(line, needs) ?? false;
  test(`scripts/${line} still works`, { skip, timeout: 600_000 }, async (t) => {
    const [file = '', ...args] = line.split(' ');
    const directory = mkdtempSync(join(tmpdir(), 'antessala-quick-'));
    t.after(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
    if (file === 'tour.ts') args.push('--out', directory);
    const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, file), ...args], {
      env: { ...process.env, QUICK_RUN: '1' },
      cwd: join(import.meta.dirname, '..'),
      // In its own process group, so that a time-out also ends the servers that the script has started.
      detached: true,
    });
    t.after(() => {
      if (child.exitCode === null) process.kill(-(child.pid ?? 0));
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (text += bytes.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    // A script exits with 1 if a figure missed its target, as may happen in a run this short.
    assert.ok(code === 0 || code === 1, text);
    assert.match(text, output);
  });
}
