/**
 * Whether calls make the screens' poll slower: one built server is asked for two clinics in turn, one that never calls, one that
 * has called 200 patients and calls one before each round. Ends with 1 when a poll of the second costs the server more than
 * 1.02 of one of the first.
 * Usage: npm run build && node --import tsx scripts/bench/calls-poll.ts [ROUNDS]
 */
import { setTimeout as pause } from 'node:timers/promises';
import { startBuiltServer } from './support/built-server.ts';
import { comparePolls } from './parts/poll-cost.ts';

const [rounds = '60'] = process.argv.slice(2);
const worst = 1.02;

const server = await startBuiltServer();
try {
  const [[calling], plain] = [await server.screens(1), await server.neighboursScreen()];
  const { id: roomId } = await server.person.call('POST /api/call-rooms', {
    body: { name: 'Guichê 1' },
  });
  let calls = 0;
  const call = () => server.person.call('POST /api/calls', { body: { label: `P${(calls += 1)}`, roomId } });
  while (calls < 200) await call();
  const ratio = await comparePolls(server, {
    plain: { name: 'a clinic without calls', token: plain.bearer ?? '' },
    other: { name: 'one that calls', token: calling?.bearer ?? '' },
    rounds: Number(rounds),
    async prepare() {
      await call();
      // The call's own work, its words among it, is done by then.
      await pause(2_500);
    },
  });
  if (ratio > worst) process.exitCode = 1;
} finally {
  await server.stop();
}
