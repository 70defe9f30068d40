/**
 * Whether 500 rules make a screen's poll slower over HTTP: one built server is asked for two screens in turn, one without rules,
 * one that keeps as many as an account may have. Each both ways: the screen follows its programme itself, or the server decides.
 * Ends with 1 when a poll under the rules costs the server more than 1.05 of one without.
 * Usage: npm run build && node --import tsx scripts/bench/programme-http.ts [ROUNDS]
 */
import { limits } from '../../src/contract/limits.ts';
import type { Client } from '../../src/testing/client.ts';
import { type BuiltServer, startBuiltServer } from './built-server.ts';
import { comparePolls } from './parts/poll-cost.ts';

const [rounds = '60'] = process.argv.slice(2);
const worst = 1.05;

/** Two screens that were sent the same playlist; the second under so many rules, of which one or another always plays. */
async function furnish({ person, screens }: BuiltServer, rules: number): Promise<[Client, Client]> {
  const [plain, ruled] = await screens(2);
  const [plainScreen, ruledScreen] = await person.call('GET /api/my-players');
  if (!plain || !ruled || !plainScreen || !ruledScreen) throw new Error('no screens');
  const made = async (name: string) =>
    (await person.call('POST /api/playlists', { body: { name, isRandom: false } })).id;
  const [base, other] = [await made('Geral'), await made('Infantil')];
  for (const { id } of [plainScreen, ruledScreen])
    await person.call('POST /api/my-players/:id/assign-playlist', {
      params: { id },
      body: { playlistId: base },
    });
  for (let at = 0; at < rules; at += 1)
    await person.call('POST /api/schedules', {
      body: {
        ...{ plays: other, days: [at % 7], from: (at * 97) % 1440, to: (at * 61 + 720) % 1440 },
        targets: [{ kind: 'screen', id: ruledScreen.id }],
      },
    });
  // Whichever of the two the list began with.
  const { programme } = await ruled.call('GET /api/player/assigned-playlist', {
    query: { programme: '' },
  });
  return programme ? [plain, ruled] : [ruled, plain];
}

const server = await startBuiltServer();
try {
  const [plain, ruled] = await furnish(server, limits.schedule.perAccount);
  const { programme } = await ruled.call('GET /api/player/assigned-playlist', {
    query: { programme: '' },
  });
  for (const [name, known] of [
    ['the screen follows its programme', programme?.revision],
    ['the server decides', undefined],
  ] as const) {
    const query = known === undefined ? '' : `?programme=${known}`;
    console.log(`${name}:`);
    const ratio = await comparePolls(server, {
      plain: { name: 'without rules', token: plain.bearer ?? '', query },
      other: { name: `under ${limits.schedule.perAccount}`, token: ruled.bearer ?? '', query },
      rounds: Number(rounds),
    });
    if (ratio > worst) process.exitCode = 1;
  }
} finally {
  await server.stop();
}
