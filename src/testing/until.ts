/** Waits in tests, long enough for a busy machine. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `isTrue` returns a truthy value; fails with `description` after two minutes. */
export async function until(description: string, isTrue: () => unknown): Promise<void> {
  for (const deadline = performance.now() + 120_000; !(await isTrue()); await sleep(10))
    assert.ok(performance.now() < deadline, `never: ${description}`);
}

/** Waits `ms` in ten parts, so that messages within this process arrive even if the process is suspended during one of them. */
export async function loopTurns(ms: number): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await sleep(ms / 10);
}

/** Returns the processor time of this process in ms. Unlike real time it does not depend on other processes. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
