/** Tests plays and the report on them (contract/README 19). */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import type { Play, PlaysQuery } from '../../contract/plays.ts';
import { limits } from '../../contract/limits.ts';
import { ManualClock } from '../../platform/clock.ts';
import type { Client, Screen, TestApp } from '../../testing/app.ts';
import { addContent } from '../../testing/contents.ts';
import { assertRefused, blockUser, drain, newPlaylist, startClinics } from '../../testing/steps.ts';

/** 9:00 in São Paulo, a Friday. */
const morning = Date.parse('2026-10-16T12:00:00Z');
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

const play = ({ at, ...rest }: Partial<Play> & { item: number; at: number }): Play => ({
  ...{ uuid: randomUUID(), sha256: 'a'.repeat(64), playlist: null, rule: null, ms: 20_000 },
  ...{ startedAt: new Date(at).toISOString(), end: 'complete', hadSound: false, ...rest },
});
const send = (screen: Screen, plays: readonly Play[]) =>
  screen.call('POST /api/player/plays', { body: { plays: [...plays] } });

/** Returns a report that includes all plays that were received. */
async function report(app: TestApp, client: Client, query: PlaysQuery = {}) {
  await app.parts.plays.whenIdle();
  return client.call('GET /api/plays/report', { query });
}

/** Starts with two clinics, a screen of each clinic, and two contents of the first clinic. */
async function start(t: TestContext) {
  const { app, clinic, other } = await startClinics(t, { clock: new ManualClock(morning) });
  const content = (name: string) => addContent(app, { userId: clinic.user.id, name });
  const [screen, foreign] = [await app.screen(clinic), await app.screen(other)];
  return { app, clinic, other, screen, foreign, flu: content('Vacina da gripe'), parking: content('Estacionamento') };
}

/** Returns plays without a gap, each 20 s long. */
const playsFrom = (item: number, at: number, count: number) =>
  Array.from({ length: count }, (_, index) => play({ item, at: at + index * 20_000 }));

test('a report has plays by content, screen, playlist, hour and day, with the last known names', async (t) => {
  const { app, clinic, other, screen, flu, parking } = await start(t);
  const { id: playlist } = await newPlaylist(clinic, 'Manhã');
  const second = await app.screen(clinic);
  await send(screen, [
    play({ item: flu, playlist, at: morning - day, hadSound: true }),
    play({ item: parking, at: morning - 30 * minute }),
    play({ item: flu, playlist, at: morning - minute, ms: 10_000, end: 'cut' }),
  ]);
  await send(second, [play({ item: flu, playlist, at: morning - 2 * hour })]);
  await app.parts.plays.whenIdle();
  app.parts.database.exec(`UPDATE videos SET name = 'Gripe 2026' WHERE id = ${flu}`);
  app.clock.advance(minute);
  await send(screen, [play({ item: flu, playlist, at: morning })]);

  const today = await report(app, clinic);
  const totals = (plays: number, complete: number, withSound: number, seconds: number) => ({
    ...{ plays, complete, withSound, ms: seconds * 1_000 },
  });
  const { hours, screens, ...rest } = today;
  assert.deepEqual(rest, {
    ...{ day: '2026-10-16', period: 'day', from: '2026-10-16', to: '2026-10-16', content: null, screen: null },
    ...totals(4, 3, 0, 70),
    contents: [
      { id: flu, name: 'Gripe 2026', ...totals(3, 2, 0, 50) },
      { id: parking, name: 'Estacionamento', ...totals(1, 1, 0, 20) },
    ],
    playlists: [{ id: playlist, name: 'Manhã', ...totals(3, 2, 0, 50) }],
    days: [{ day: '2026-10-16', plays: 4, ms: 70_000 }],
  });
  assert.deepEqual(
    screens.map(({ id, plays }) => [id, plays]),
    [
      [screen.playerId, 3],
      [second.playerId, 1],
    ],
  );
  assert.deepEqual(hours.slice(6, 11), [0, 1, 2, 1, 0]);

  const month = { period: 'month' as const, day: '2026-10-01', videoId: flu };
  const october = await report(app, clinic, month);
  assert.deepEqual(
    [october.plays, october.withSound, october.content?.name, october.days.length, october.days[14]?.plays],
    [4, 1, 'Gripe 2026', 31, 1],
  );
  assert.equal((await report(app, clinic, { ...month, playerId: second.playerId })).plays, 1);
  assert.equal((await report(app, clinic, { period: 'month', day: '2026-09-30' })).plays, 0);

  // What is deleted keeps its plays and its last name.
  app.parts.database.exec(`DELETE FROM videos WHERE id = ${flu}; DELETE FROM playlists WHERE id = ${playlist}`);
  app.parts.database.exec(`DELETE FROM players WHERE id = ${screen.playerId}`);
  const { contents, playlists } = await report(app, clinic);
  assert.deepEqual([contents[0]?.name, contents[0]?.plays, playlists[0]?.name], ['Gripe 2026', 3, 'Manhã']);

  assert.equal((await report(app, other, { period: 'month' })).plays, 0);
  await assertRefused(report(app, other, { videoId: flu }), 404, 'not_found');
  await assertRefused(report(app, other, { playerId: screen.playerId }), 404, 'not_found');
  await assertRefused(report(app, clinic, { period: 'year' as 'month' }), 400, 'invalid_input');
  await assertRefused(report(app, clinic, { day: '2026-02-29' }), 400, 'invalid_input');
  await assertRefused(app.guest().call('GET /api/plays/report'), 401);
});

test('the CSV report has a line for each day, content, screen and playlist', async (t) => {
  const { app, clinic, screen, flu, parking } = await start(t);
  app.parts.database.exec(`UPDATE videos SET name = '=1+1;' WHERE id = ${parking}`);
  await send(screen, [...playsFrom(flu, morning - hour, 3), play({ item: parking, at: morning - minute })]);
  await app.parts.plays.whenIdle();
  const response = await clinic.request('/api/plays/report.csv?period=month');
  assert.match(response.headers.get('content-disposition') ?? '', /"exibicoes-2026-10-01-a-2026-10-31\.csv"/);
  const lines = (await response.text()).trimEnd().split('\r\n');
  const { name } = (await clinic.call('GET /api/my-players'))[0] ?? {};
  assert.deepEqual(lines.slice(1), [
    `16/10/2026;Vacina da gripe;${name};;3;3;0;60`,
    `16/10/2026;"'=1+1;";${name};;1;1;0;20`,
  ]);
});

test('readers and programs with the scope reports:read can read the report, and others cannot', async (t) => {
  const { app, clinic } = await start(t);
  const reader = await app.member(clinic, 'reader');
  const program = await app.program(clinic, ['reports:read']);
  for (const client of [reader, program]) {
    assert.equal((await report(app, client)).plays, 0);
    assert.equal((await client.request('/api/plays/report.csv')).status, 200);
  }
  const messages = await app.program(clinic, ['messages']);
  await assertRefused(report(app, messages), 403);
});

test('a screen that was offline for a day loses no play, and a batch whose response was lost counts once', async (t) => {
  const { app, clinic, screen, flu } = await start(t);
  const plays = playsFrom(flu, morning, day / 20_000);
  app.clock.advance(day);
  for (let from = 0; from < plays.length; from += limits.plays.batch) {
    const batch = plays.slice(from, from + limits.plays.batch);
    await send(screen, batch);
    // The response was lost: the screen sends the batch again, here in reverse order.
    if (from % 1_000 === 0) await send(screen, batch.toReversed());
  }
  const whole = await report(app, clinic, { period: 'month', day: '2026-10-16' });
  assert.deepEqual([whole.plays, whole.ms], [4_320, day]);
  assert.deepEqual(
    whole.days.filter((each) => each.plays > 0).map((each) => [each.day, each.plays, each.ms]),
    [
      ['2026-10-16', 2_700, 15 * hour],
      ['2026-10-17', 1_620, 9 * hour],
    ],
  );
  await send(screen, []);
  const { database } = app.parts;
  const { count } = database.prepare<[], { count: number }>('SELECT count(*) AS count FROM plays').get() ?? {};
  assert.equal(count, limits.plays.remembered, 'only the last plays are kept; earlier ones are in the totals alone');
});

test('the daily totals never exceed the time that has passed', async (t) => {
  const { app, clinic, screen, flu } = await start(t);
  const now = morning;
  const totalsOf = async () => {
    const { plays, ms } = await report(app, clinic, { period: 'month' });
    return [plays, ms];
  };
  await send(screen, [
    play({ item: flu, at: now + day }),
    play({ item: flu, at: now - limits.plays.maxAgeMs - hour }),
    play({ item: flu, at: now - hour, ms: 0 }),
  ]);
  assert.deepEqual(
    await totalsOf(),
    [0, 0],
    'plays in the future, in the distant past and without a duration are ignored',
  );
  await send(screen, [
    play({ item: flu, at: now - hour, ms: 40 * minute }),
    play({ item: flu, at: now - 30 * minute, ms: 20 * minute }),
    play({ item: flu, at: now - 25 * minute, ms: 20 * minute }),
  ]);
  assert.deepEqual(
    await totalsOf(),
    [2, 50 * minute],
    'the second is shortened by its overlap; the third, of which more than a half overlaps others, is ignored',
  );
  await send(screen, [play({ item: flu, at: now - 4 * minute, ms: 5 * minute })]);
  assert.deepEqual(await totalsOf(), [3, 54 * minute], 'a play counts only up to the present');
  await send(screen, [play({ item: flu, at: now - 59 * minute, ms: 10 * minute })]);
  assert.deepEqual(await totalsOf(), [3, 54 * minute], 'a play within a counted one adds nothing');
  app.clock.advance(10 * day);
  await send(screen, [play({ item: flu, at: now, ms: 9 * day })]);
  assert.deepEqual(
    await totalsOf(),
    [4, 54 * minute + 6 * hour],
    'a play of several days counts for its first six hours',
  );
});

test("a play over midnight in the clinic's time zone adds its time to both days, and counts as a play of the first", async (t) => {
  const { app, clinic, screen, flu } = await start(t);
  await clinic.call('PUT /api/user/time-zone', { body: { timeZone: 'America/Noronha' } });
  // Midnight in Noronha is 2:00 UTC.
  const midnight = Date.parse('2026-10-16T02:00:00Z');
  await send(screen, [play({ item: flu, at: midnight - minute, ms: 3 * minute })]);
  const { days } = await report(app, clinic, { period: 'month' });
  assert.deepEqual(
    days.filter(({ ms }) => ms > 0),
    [
      { day: '2026-10-15', plays: 1, ms: minute },
      { day: '2026-10-16', plays: 0, ms: 2 * minute },
    ],
  );
});

test('a play of another clinic’s content counts without its name, and no message is published', async (t) => {
  const { app, clinic, other, foreign, flu } = await start(t);
  const [studio, otherStudio] = [await clinic.socket(), await other.socket()];
  const before = [studio, otherStudio].map(({ messages }) => messages.length);
  await send(foreign, [play({ item: flu, at: morning - minute })]);
  const { contents } = await report(app, other);
  assert.deepEqual([contents[0]?.id, contents[0]?.name, contents[0]?.plays], [flu, 'Conteúdo excluído', 1]);
  for (const socket of [studio, otherStudio]) await drain(socket);
  assert.deepEqual(
    [studio, otherStudio].map(({ messages }) => messages.length),
    before,
  );
});

test('contents beyond a screen’s daily limit are counted together as “Outros conteúdos”, and no play is lost', async (t) => {
  const { app, clinic, screen, flu } = await start(t);
  const { sumsPerDay, batch } = limits.plays;
  const plays = Array.from({ length: sumsPerDay + 300 }, (_, index) =>
    play({ item: 5_000 + index, at: morning - 9 * hour + index * 20_000 }),
  );
  for (let from = 0; from < plays.length; from += batch) await send(screen, plays.slice(from, from + batch));
  await send(screen, [play({ item: 5_000, at: morning - minute }), play({ item: flu, at: morning - minute / 2 })]);
  const { contents, ...total } = await report(app, clinic);
  assert.deepEqual([contents.length, total.plays], [sumsPerDay + 1, plays.length + 2]);
  assert.deepEqual([contents[0]?.name, contents[0]?.plays], ['Outros conteúdos', 301]);
  assert.equal(contents.find(({ id }) => id === 5_000)?.plays, 2, 'a content that has a total keeps it');
  assert.equal((await report(app, clinic, { videoId: 0 })).content?.name, 'Outros conteúdos');
});

test('batches are refused that are malformed, or that a person or a screen of a blocked account sends', async (t) => {
  const { app, clinic, screen, flu } = await start(t);
  const valid = play({ item: flu, at: morning - minute });
  const wrong: object[] = [
    { uuid: 'x' },
    { item: 0 },
    { item: 'x' },
    { sha256: '<b>' },
    { startedAt: 'hoje' },
    { ms: -1 },
    { ms: 1.5 },
    { end: 'x' },
    { hadSound: null },
    { playlist: -1 },
  ];
  for (const fields of wrong)
    await assertRefused(send(screen, [{ ...valid, ...fields }]), 400, 'invalid_input', JSON.stringify(fields));
  await assertRefused(send(screen, playsFrom(flu, morning - hour, limits.plays.batch + 1)), 400, 'invalid_input');
  await assertRefused(clinic.call('POST /api/player/plays', { body: { plays: [valid] } }), 401);
  await blockUser(app, clinic);
  await assertRefused(send(screen, [valid]), 403, 'account_blocked');
});

test('plays that were received before a crash are added once, at the next start', async (t) => {
  const { app, clinic, screen, flu } = await start(t);
  await send(screen, playsFrom(flu, morning - hour, 100));
  await app.parts.plays.whenIdle();
  // Simulate a crash after the plays were stored and before they were added to the daily totals.
  const { database } = app.parts;
  database.exec('DELETE FROM plays_daily; UPDATE plays SET is_folded = 0');
  await app.restart();
  const again = await app.login(clinic.user.email, clinic.password);
  assert.equal((await report(app, again)).plays, 100);
  await app.restart();
  assert.equal((await report(app, await app.login(clinic.user.email, clinic.password))).plays, 100);
});

test('daily totals and names of more than five years ago are deleted', async (t) => {
  const { app, clinic, screen, flu, parking } = await start(t);
  await send(screen, [play({ item: flu, at: morning - hour }), play({ item: parking, at: morning - minute })]);
  await app.parts.plays.whenIdle();
  const { database } = app.parts;
  const oldest = Math.floor(morning / day) - limits.plays.retentionDays;
  database.exec(`
    UPDATE plays_daily SET day = ${oldest} WHERE video_id = ${parking};
    UPDATE plays_names SET last_day = ${oldest - 1} WHERE id = ${parking} AND kind = 'content';
    WITH RECURSIVE row (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM row WHERE n < 500)
    INSERT INTO plays_daily SELECT user_id, day - 1, n, player_id, 0, 1, 1, 1, 1, hours FROM plays_daily, row
    WHERE video_id = ${parking}`);
  assert.equal(await app.parts.plays.sweep(), 500);
  assert.equal(await app.parts.plays.sweep(), 0);
  const { count } = database.prepare<[], { count: number }>('SELECT count(*) AS count FROM plays_daily').get() ?? {};
  assert.equal(count, 2, 'the last day of the five years is kept');
  assert.equal((await report(app, clinic, { videoId: flu })).plays, 1);
  await assertRefused(report(app, clinic, { videoId: parking }), 404, 'not_found');
});
