/**
 * Whether 500 rules make a screen's poll slower over HTTP: two built servers are asked in turn, one without rules, one whose
 * screen keeps as many as an account may have. Each both ways: the screen follows its programme itself, or the server decides.
 * Ends with 1 when a poll under the rules costs its server more than 1.05 of one without.
 * Usage: npm run build && node --import tsx scripts/bench/programme-http.ts [ROUNDS]
 */
import { limits } from '../../src/contract/limits.ts';
import { type BuiltServer, quantile, startBuiltServer } from './built-server.ts';
import { costOf, measurePolls, perSecond, type Round } from './parts/poll-cost.ts';

const [roundsText = '20'] = process.argv.slice(2);
const shape = { connections: 16, roundMs: 1_500 };
const worst = 1.05;

/** A screen that was sent a playlist, under so many rules, of which one or another always plays. */
async function furnish(
  server: BuiltServer,
  rules: number,
): Promise<{ server: BuiltServer; token: string; known: string }> {
  const { person } = server;
  const [screen] = await server.screens(1);
  if (!screen?.bearer) throw new Error('no screen');
  const [mine] = await person.call('GET /api/my-players');
  if (!mine) throw new Error('no screen');
  const made = async (name: string) =>
    (await person.call('POST /api/playlists', { body: { name, isRandom: false } })).id;
  const [base, ruled] = [await made('Geral'), await made('Infantil')];
  await person.call('POST /api/my-players/:id/assign-playlist', {
    params: { id: mine.id },
    body: { playlistId: base },
  });
  for (let at = 0; at < rules; at += 1)
    await person.call('POST /api/schedules', {
      body: {
        ...{ plays: ruled, days: [at % 7], from: (at * 97) % 1440, to: (at * 61 + 720) % 1440 },
        targets: [{ kind: 'screen', id: mine.id }],
      },
    });
  const { programme } = await screen.call('GET /api/player/assigned-playlist', { query: { programme: '' } });
  return { server, token: screen.bearer, known: programme?.revision ?? '' };
}

const servers: BuiltServer[] = [];
try {
  const [plain, ruled] = [await startBuiltServer(), await startBuiltServer()];
  servers.push(plain, ruled);
  const [without, under] = [await furnish(plain, 0), await furnish(ruled, limits.schedule.perAccount)];
  console.log(
    `Node ${process.version}, ${roundsText} rounds of ${shape.roundMs} ms each, ${shape.connections} connections`,
  );
  for (const [name, follows] of [
    ['the screen follows its programme', true],
    ['the server decides', false],
  ] as const) {
    const measure = ({ server, token, known }: typeof without) =>
      measurePolls(server, token, { ...shape, query: follows ? `?programme=${known}` : '' });
    await Promise.all([measure(without), measure(under)]);
    const [alone, beside]: [Round[], Round[]] = [[], []];
    for (let round = 0; round < Number(roundsText); round += 1) {
      const turns = [async () => alone.push(await measure(without)), async () => beside.push(await measure(under))];
      // Who is second finds a warmer machine.
      for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn();
    }
    const ratios = alone.map((one, round) => costOf([beside[round] ?? one]) / costOf([one]));
    const ratio = costOf(beside) / costOf(alone);
    console.log(
      `${name}: ${costOf(alone).toFixed(1)} µs of the server a poll without rules, ${costOf(beside).toFixed(1)} under ${limits.schedule.perAccount} ` +
        `(${perSecond(alone).toFixed(0)} and ${perSecond(beside).toFixed(0)} polls a second), ratio ${ratio.toFixed(3)}, ` +
        `quartiles ${quantile(ratios, 0.25).toFixed(3)} to ${quantile(ratios, 0.75).toFixed(3)}`,
    );
    if (ratio > worst) process.exitCode = 1;
  }
} finally {
  for (const server of servers) await server.stop();
}
