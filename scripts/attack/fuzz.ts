/**
 * Malformed and random requests at every endpoint by everybody, over HTTP and as raw bytes, then foreign hosts, origins and
 * sockets. No fault of ours, nobody let in, no more memory at the end. Ends with the figures, and with 1 when one is wrong.
 *
 *   node --expose-gc --import tsx scripts/attack/fuzz.ts [REQUESTS] [SEED]
 */
import type { TestContext } from 'node:test';
import { foreignCalls, fuzz } from '../../src/testing/fuzz.ts';
import { createWorld } from '../../src/testing/world.ts';

const requests = Number(process.argv[2] ?? 20_000);
const seed = Number(process.argv[3] ?? 20_261_122);
/** After the warming up nothing may be kept for a request: 10 MB are 500 bytes of each of 20,000. */
const mostGrowthMb = 10;

const endings: (() => unknown)[] = [];
const world = await createWorld({ after: (work: () => unknown) => void endings.push(work) } as unknown as TestContext);

const usedMb = () => {
  (globalThis as { gc?: () => void }).gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 ** 2;
};

let atQuarter = 0;
const begun = performance.now();
const { counts, faults } = await fuzz(world, {
  seed,
  requests,
  progress(done) {
    if (done === Math.ceil(requests / 4)) atQuarter = usedMb();
  },
});
const seconds = (performance.now() - begun) / 1000;
const growthMb = usedMb() - atQuarter;
const letIn = await foreignCalls(world, { seed, requests: 1_000 });
const isAlive = (await fetch(`${world.app.url}/readyz`)).status === 200;

for (const fault of [...faults, ...letIn].slice(0, 50)) console.log(fault);
console.log(`${requests} requests of seed ${seed} in ${seconds.toFixed(0)} s: ${JSON.stringify(counts)}`);
console.log(
  `${faults.length} faults; ${letIn.length} of 1000 foreign calls let in; ${isAlive ? 'ready' : 'NOT READY'} afterwards; memory ${growthMb.toFixed(1)} MB more than after the first quarter (${atQuarter.toFixed(0)} MB)`,
);
for (const work of endings.reverse()) await work();
process.exit(faults.length === 0 && letIn.length === 0 && isAlive && growthMb < mostGrowthMb ? 0 : 1);
