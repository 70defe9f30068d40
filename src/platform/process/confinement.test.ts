import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../clock.ts';
import { findConfinement } from './confinement.ts';
import { findProgram, run } from './processes.ts';

test('a confined tool has its limits and no network, as far as the system allows it', async () => {
  const limits = { addressBytes: 1024 ** 3, processorSeconds: 77 };
  const { command, hasLimits, hasNoNetwork } = await findConfinement(limits);
  const shell = findProgram('sh') ?? '';
  const { stdout } = await run(shell, ['-c', 'ulimit -v; ulimit -t; wc -l < /proc/net/route'], {
    confinement: command,
  });
  const [addressKb, seconds, routeLines] = stdout.trim().split('\n');
  if (hasLimits) assert.deepEqual([addressKb, seconds], [String(1024 ** 2), '77']);
  // At most the header line, because there is no network.
  if (hasNoNetwork) assert.ok(Number(routeLines) <= 1, `${routeLines} lines of routes`);
  assert.equal(hasLimits, findProgram('prlimit') !== undefined);
});

test('a timer with a longer delay than Node permits does not run at once', async () => {
  let hasRun = false;
  const timer = systemClock.after(40 * 15 * 3_600_000 * 2, () => (hasRun = true));
  await sleep(30);
  timer.cancel();
  assert.equal(hasRun, false);
});
