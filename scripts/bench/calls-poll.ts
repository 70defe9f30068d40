/**
 * Whether calls make the screens' poll slower: two built servers are asked in turn, one whose clinic never calls, one whose
 * clinic has called 200 patients and calls one before each turn. Another build can take the place of the first one.
 * Judged by the servers' own processor time, which a busy machine changes least: ends with 1 when a poll costs the second
 * one more than 1.02 of what it costs the first.
 * Usage: npm run build && node --import tsx scripts/bench/calls-poll.ts [PAIRS] [SERVER_WITHOUT]
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../../src/testing/client.ts';
import { type BuiltServer, quantile, startBuiltServer } from './built-server.ts';
import { costOf as cost, measurePolls, perSecond, type Round } from './parts/poll-cost.ts';

const [pairsText = '5', without = 'dist/server.cjs'] = process.argv.slice(2);
const roundMs = 1_500;
const connections = 16;
const worst = 1.02;

const measure = (server: BuiltServer, screen: Client) =>
  measurePolls(server, screen.bearer ?? '', { connections, roundMs });

/** Rounds with one pair of servers: the same program is a few per cent quicker or slower in each process. */
const roundsAPair = 6;

/** Rounds without and with calls, in turn, of two servers that were just started. */
async function measurePair(rounds: number): Promise<{ alone: Round[]; beside: Round[] }> {
  const servers: BuiltServer[] = [];
  try {
    const [plain, calling] = [await startBuiltServer(without), await startBuiltServer()];
    servers.push(plain, calling);
    const [plainScreen, callingScreen] = [(await plain.screens(1))[0], (await calling.screens(1))[0]];
    if (!plainScreen || !callingScreen) throw new Error('no screen');
    const { id: roomId } = await calling.person.call('POST /api/call-rooms', { body: { name: 'Guichê 1' } });
    const call = (at: number) => calling.person.call('POST /api/calls', { body: { label: `P${at}`, roomId } });
    for (let at = 0; at < 200; at += 1) await call(at);
    for (let warm = 0; warm < 2; warm += 1)
      await Promise.all([measure(plain, plainScreen), measure(calling, callingScreen)]);

    const [alone, beside]: [Round[], Round[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      const turns = [
        async () => alone.push(await measure(plain, plainScreen)),
        async () => {
          await call(200 + round);
          // The call's own work, its words among it, is done by then.
          await pause(2_500);
          beside.push(await measure(calling, callingScreen));
        },
      ];
      // Who is second finds a warmer machine.
      for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn();
    }
    return { alone, beside };
  } finally {
    for (const server of servers) await server.stop();
  }
}

const pairs = [];
for (let pair = 0; pair < Number(pairsText); pair += 1) pairs.push(await measurePair(roundsAPair));
const [alone, beside] = [pairs.flatMap((pair) => pair.alone), pairs.flatMap((pair) => pair.beside)];
console.log(
  `Node ${process.version}, ${pairs.length} pairs of servers, ${roundsAPair} rounds of ${roundMs} ms each, ${connections} connections`,
);
for (const [name, rounds] of [
  ['without calls', alone],
  ['with calls', beside],
] as const)
  console.log(
    `${name.padEnd(14)} ${cost(rounds).toFixed(1)} µs of the server a poll, ${perSecond(rounds).toFixed(0)} polls a second`,
  );
const ratios = pairs.map((pair) => cost(pair.beside) / cost(pair.alone));
const ratio = quantile(ratios, 0.5);
console.log(`with / without: ${ratio.toFixed(3)} (pairs ${ratios.map((each) => each.toFixed(3)).join(' ')})`);
if (ratio > worst) process.exitCode = 1;
