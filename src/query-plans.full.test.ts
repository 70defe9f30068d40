/** Tests that queries of frequent calls use an index or read one account's rows: 2,000 screens do not make them slower. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiKey } from './contract/api/index.ts';
import { Database, type Statement } from './platform/storage/database.ts';
import { type Caller, createWorld } from './testing/world.ts';

/** Calls that screens and studios make most often. */
const frequentCalls: readonly [Caller, ApiKey][] = [
  ['player', 'GET /api/player/assigned-playlist'],
  ['player', 'POST /api/player/heartbeat'],
  ['player', 'GET /api/player/radio-settings'],
  ['player', 'GET /api/player/admin-notices'],
  ['player', 'GET /api/player/calls'],
  ['player', 'GET /api/player/info'],
  ['player', 'GET /api/player/playlists/:id/randomized'],
  ['player', 'GET /api/playlists/:id/breaking-news'],
  ['player', 'POST /api/player/validate-token'],
  ['player', 'POST /api/player/renew-token'],
  ['common', 'GET /api/user'],
  ['common', 'GET /api/my-players'],
  ['common', 'GET /api/videos'],
  ['common', 'GET /api/playlists'],
  ['common', 'POST /api/calls'],
  ['common', 'POST /api/my-players/:id/assign-playlist'],
];

/** Permitted scans: of small tables, of lists within the query, and of the results of subqueries, whose own scans are checked. */
const permittedScans =
  /^SCAN (?:json_each|value|settings|radio_stations|categories|notice|screen_playlists|CONSTANT ROW|\d+ CONSTANT ROWS|\(subquery|replacements|r$|videos USING INDEX videos_to_process|\w+ USING COVERING INDEX sqlite_autoindex_settings)/;

test('queries of frequent calls scan no growing table, and every query compiles', async (t) => {
  const preparedSql = new Set<string>();
  /** The calls that used each query. */
  const usedSql = new Map<string, Set<string>>();
  let currentCall: string | undefined;
  const recordUse = <Run extends (...parameters: never[]) => unknown>(sql: string, run: Run) =>
    ((...parameters) => {
      if (currentCall !== undefined) usedSql.set(sql, (usedSql.get(sql) ?? new Set()).add(currentCall));
      return run(...parameters);
    }) as Run;
  const { prepare, prepareTuples } = Database.prototype;
  Database.prototype.prepare = function <Parameters extends unknown[], Result>(this: Database, sql: string) {
    preparedSql.add(sql);
    const { get, all, run }: Statement<Parameters, Result> = prepare.call(this, sql) as never;
    return { get: recordUse(sql, get), all: recordUse(sql, all), run: recordUse(sql, run) };
  };
  Database.prototype.prepareTuples = function <Parameters extends unknown[], Result extends readonly unknown[]>(
    this: Database,
    sql: string,
  ) {
    preparedSql.add(sql);
    const { all }: Pick<Statement<Parameters, Result>, 'all'> = prepareTuples.call(this, sql) as never;
    return { all: recordUse(sql, all) };
  };
  t.after(() => Object.assign(Database.prototype, { prepare, prepareTuples }));

  const world = await createWorld(t);
  for (const [caller, key] of frequentCalls) {
    world.become(caller);
    currentCall = key;
    const { status } = await world.call(caller, key);
    assert.ok(status < 300, `${key} returned ${status}`);
    // Heartbeats are written together, some seconds later.
    if (key === 'POST /api/player/heartbeat') world.app.clock.advance(5_000);
    currentCall = undefined;
  }

  currentCall = 'the processing queue';
  const { queue } = world.app.parts.media;
  for (const kind of ['image', 'video'] as const) {
    queue.requeueInterrupted(kind);
    queue.areOthersWaiting(kind, null);
  }
  queue.countWaiting();
  currentCall = undefined;

  assert.ok(usedSql.size > 30, `only ${usedSql.size} queries were seen`);
  const { connection } = world.app.parts.database;
  // The program compiles a query only at its first use: compile here also those that no call above has used.
  assert.ok(preparedSql.size > 300, `only ${preparedSql.size} queries were made`);
  for (const sql of preparedSql) assert.doesNotThrow(() => connection.prepare(sql), sql);

  const scans = [...usedSql].flatMap(([sql, calls]) => {
    const statement = connection.prepare(`EXPLAIN QUERY PLAN ${sql}`);
    const names = [...sql.matchAll(/[@:$](\w+)/g)].map(([, name]) => [name, 1]);
    const unnamed = sql.replace(/'[^']*'/g, '').match(/\?/g)?.length ?? 0;
    const plan = (
      names.length > 0 ? statement.all(Object.fromEntries(names)) : statement.all(...Array(unnamed).fill(1))
    ) as {
      detail: string;
    }[];
    // True for a scan of an intermediate result; the scans that produce this result are checked too.
    const isIntermediate = (detail: string) =>
      plan.some((step) =>
        [detail.replace('SCAN', 'CO-ROUTINE'), detail.replace('SCAN', 'MATERIALIZE')].includes(step.detail),
      );
    return plan
      .filter(({ detail }) => detail.startsWith('SCAN ') && !permittedScans.test(detail) && !isIntermediate(detail))
      .map(({ detail }) => `${[...calls].join(', ')}: ${detail} in ${sql.replace(/\s+/g, ' ').trim().slice(0, 160)}`);
  });
  assert.deepEqual(scans, []);
});
