/**
 * What `activeAt` costs under 500 rules (contract/README 16): nothing of a screen waits for it. Exit code 1 beyond a millisecond
 * of processor a call. `node --import tsx scripts/bench/programme.ts`
 */
import { activeAt, type Programme, type ProgrammeRule } from '../../src/contract/programme/programme.ts';
import { createRandom } from '../../src/testing/fuzz.ts';

const random = createRandom(1);
const rounds = 2000;
const mostUs = 1_000;
const start = Date.UTC(2026, 10, 23);

const ruleOf = (id: number): ProgrammeRule => ({
  ...{ id, plays: 2 + random.below(50), target: random.chance(0.3) ? 'group' : 'screen', priority: random.below(3) },
  weeks: random.pick(['every', 'even', 'odd']),
  days: [0, 1, 2, 3, 4, 5, 6].filter(() => random.chance(0.5)),
  ...{ from: random.below(1440), to: random.below(1440) },
  ...{ firstDate: random.chance(0.2) ? '2026-11-01' : null, lastDate: random.chance(0.2) ? '2027-11-01' : null },
});

/** The dearest: nothing ever plays, so that all seven days are looked at. */
const asleep = (id: number): ProgrammeRule => ({ ...ruleOf(id), days: [], weeks: 'every' });

function measure(what: string, make: (id: number) => ProgrammeRule): void {
  const rules = Array.from({ length: 500 }, (_, index) => make(index + 1));
  const programme: Programme = { base: 1, rules, offsets: { minutes: -180, changes: [] } };
  const run = (rounds: number) => {
    for (let round = 0; round < rounds; round += 1) activeAt(programme, start + random.below(365 * 86_400) * 1000);
  };
  run(200);
  const before = process.cpuUsage();
  run(rounds);
  const { user, system } = process.cpuUsage(before);
  const us = (user + system) / rounds;
  console.log(`${what}: ${us.toFixed(0)} us of processor a call${us > mostUs ? `, more than ${mostUs}` : ''}`);
  if (us > mostUs) process.exitCode = 1;
}

measure('500 rules', ruleOf);
measure('500 rules of which none plays', asleep);
measure('500 rules that play all day', (id) => ({ ...ruleOf(id), days: [0, 1, 2, 3, 4, 5, 6], from: 480, to: 480 }));
