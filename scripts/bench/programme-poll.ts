/** What 500 rules add to the polls of 2,000 screens (contract/README 16.5). `node --import tsx scripts/bench/programme-poll.ts` */
import { limits } from '../../src/contract/limits.ts';
import { startTestApp } from '../../src/testing/app.ts';
import { createRandom } from '../../src/testing/fuzz.ts';

const screens = 2000;
const rounds = 20;
const random = createRandom(1);
const ends: (() => unknown)[] = [];
const app = await startTestApp({ after: (work) => ends.push(work) });
const { database, playlists, players, screenProgrammes, timeZones, clock } = app.parts;
const owner = await app.customer({ quotas: { maxPlaylists: 50 } });
const ids: number[] = [];
for (let index = 0; index < 50; index += 1)
  ids.push((await owner.call('POST /api/playlists', { body: { name: `Playlist ${index}`, isRandom: false } })).id);

const insert = database.prepare<[number, string, string, string, number]>(
  'INSERT INTO players (user_id, name, screen_id, activation_code, created_at) VALUES (?, ?, ?, ?, ?)',
);
const send = database.prepare<[number, number]>(
  'INSERT INTO player_playlist_assignments (player_id, playlist_id, assigned_at) VALUES (?, ?, 0)',
);
const playerIds = database.tx(() =>
  Array.from({ length: screens }, (_, index) => {
    const code = String(index).padStart(6, '0');
    const id = insert.run(owner.user.id, `Tela ${index}`, code, `ABCD${code}`, 0).lastInsertRowid;
    send.run(id, ids[0] ?? 0);
    return id;
  }),
);

function measure(what: string, work: (playerId: number) => unknown): void {
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round += 1) for (const id of playerIds) work(id);
  const { user, system } = process.cpuUsage(before);
  console.log(`${what}: ${((user + system) / rounds / screens).toFixed(2)} us of processor a poll`);
}

/** What a poll did before there was a programme, and what it does now; `known`: the revision that the screen knows. */
const sent = (id: number) => {
  const { playlistId = null, timeZone } = players.playing(id);
  return { base: playlistId, timeZone, summary: playlistId === null ? null : playlists.summary(playlistId) };
};
const decided = (id: number) => {
  const { base, timeZone } = sent(id);
  return screenProgrammes.playingAt(id, base, timeZones.offsets(timeZone), clock.now());
};
const followed = (known: string) => (id: number) => [sent(id), screenProgrammes.of(id, known)];

function measureAll(known: string): void {
  measure('warming up', decided);
  for (let turn = 0; turn < 3; turn += 1) {
    measure('no programme', sent);
    measure('the server decides', decided);
    measure('the screen knows its programme', followed(known));
  }
}

console.log('No rules');
measureAll('');

const targets = playerIds.map((id) => ({ kind: 'screen' as const, id }));
for (let index = 0; index < limits.schedule.perAccount; index += 1)
  await owner.call('POST /api/schedules', {
    body: {
      ...{ plays: random.pick(ids), days: [random.below(7)], from: random.below(1440), to: random.below(1440) },
      targets,
    },
  });
const [first = 0] = playerIds;
const began = performance.now();
const { revision, rules = [] } = screenProgrammes.of(first, '');
console.log(`${rules.length} rules, built once in ${(performance.now() - began).toFixed(1)} ms`);
measureAll(revision);
console.log(`${Math.round(process.memoryUsage().rss / 1024 / 1024)} MB resident`);
for (const end of ends.reverse()) await end();
