/**
 * Whether calls make the screens' poll slower: two built servers are asked in turn, one whose clinic never calls, one whose
 * clinic has called 200 patients and calls one before each turn. Another build can take the place of the first one.
 * Judged by the servers' own processor time, which a busy machine changes least: ends with 1 when a poll costs the second
 * one more than 1.02 of what it costs the first.
 * Usage: npm run build && node --import tsx scripts/bench/calls-poll.ts [ROUNDS] [SERVER_WITHOUT]
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../../src/testing/client.ts';
import { type BuiltServer, quantile, startBuiltServer } from './built-server.ts';
import { costOf as cost, measurePolls, perSecond, type Round } from './parts/poll-cost.ts';

const [roundsText = '20', without = 'dist/server.cjs'] = process.argv.slice(2);
const roundMs = 1_500;
const connections = 16;
const worst = 1.02;

const measure = (server: BuiltServer, screen: Client) =>
  measurePolls(server, screen.bearer ?? '', { connections, roundMs });

const servers: BuiltServer[] = [];
try {
  const [plain, calling] = [await startBuiltServer(without), await startBuiltServer()];
  servers.push(plain, calling);
  const [plainScreen, callingScreen] = [(await plain.screens(1))[0], (await calling.screens(1))[0]];
  if (!plainScreen || !callingScreen) throw new Error('no screen');
  const { id: roomId } = await calling.person.call('POST /api/call-rooms', { body: { name: 'Guichê 1' } });
  const call = (at: number) => calling.person.call('POST /api/calls', { body: { label: `P${at}`, roomId } });
  for (let at = 0; at < 200; at += 1) await call(at);
  await Promise.all([measure(plain, plainScreen), measure(calling, callingScreen)]);

  const [alone, beside]: [Round[], Round[]] = [[], []];
  for (let round = 0; round < Number(roundsText); round += 1) {
    const turns = [
      async () => alone.push(await measure(plain, plainScreen)),
      async () => {
        await call(200 + round);
        await pause(300);
        beside.push(await measure(calling, callingScreen));
      },
    ];
    // Who is second finds a warmer machine.
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn();
  }
  console.log(`Node ${process.version}, ${alone.length} rounds of ${roundMs} ms each, ${connections} connections`);
  for (const [name, rounds] of [
    ['without calls', alone],
    ['with calls', beside],
  ] as const)
    console.log(
      `${name.padEnd(14)} ${cost(rounds).toFixed(1)} µs of the server a poll, ${perSecond(rounds).toFixed(0)} polls a second`,
    );
  const ratios = alone.map((one, round) => cost([beside[round] ?? one]) / cost([one]));
  const ratio = cost(beside) / cost(alone);
  console.log(
    `with / without: ${ratio.toFixed(3)} (quartiles of the rounds ${quantile(ratios, 0.25).toFixed(3)} to ${quantile(ratios, 0.75).toFixed(3)})`,
  );
  if (ratio > worst) process.exitCode = 1;
} finally {
  for (const server of servers) await server.stop();
}
