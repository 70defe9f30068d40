import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod';
import { endpointOf } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import { deferred, startTestHttp } from '../../../testing/http.ts';
import { ManualClock } from '../../clock.ts';
import { migrationsDir } from '../../process/assets.ts';
import { Database } from '../../storage/database.ts';
import { createIdempotencyStore } from '../../storage/idempotency-store.ts';
import { migrate } from '../../storage/migrate.ts';
import { idempotencyKeyOf } from './idempotency.ts';
import { createRouter } from './routing.ts';

const endpoint = endpointOf({ name: '', about: '' }, { summary: '', access: 'user', status: 201 });
const thing = z.object({ id: z.number(), name: z.string() });

/** Starts a server with a plain handler and one with a `prepare` step, which create things. A database stores the keys. */
async function start(t: Parameters<typeof startTestHttp>[0]) {
  let prepared = 0;
  const work = { prepare: async () => {} };
  const database = new Database(':memory:');
  t.after(() => database.close());
  migrate(database, migrationsDir, new ManualClock());
  database.exec('PRAGMA foreign_keys = OFF; CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT NOT NULL)');
  const numberOf = (sql: string) => database.prepare<[], { n: number }>(`SELECT count(*) AS n FROM ${sql}`).get()?.n;
  const createThing = (name: string) => {
    const id = database.prepare<[string]>('INSERT INTO things (name) VALUES (?)').run(name).lastInsertRowid;
    if (name === 'broken') throw new Error('after the write');
    return { id, name };
  };
  const options = { idempotent: true, body: z.object({ name: z.string().min(1) }), reply: thing } as const;
  const { url } = await startTestHttp(t, {
    idempotencyKeys: createIdempotencyStore(database, new ManualClock()),
    endpoints: { 'POST /api/things': endpoint(options), 'POST /api/prepared': endpoint(options) },
    handlers: {
      'POST /api/things': ({ body }) => createThing(body.name),
      'POST /api/prepared': {
        prepare: async ({ body }) => {
          prepared += 1;
          await work.prepare();
          return body.name.toUpperCase();
        },
        handle: (_, name: string) => createThing(name),
      },
    },
  });
  const post = async (name: string, key?: string, { path = 'things', session = 'user' } = {}) => {
    const response = await fetch(`${url}/api/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        cookie: `antessala_session=${session}`,
        ...(key !== undefined && { 'idempotency-key': key && `${key}-0123456789abcdef` }),
      },
      body: JSON.stringify({ name }),
    });
    return { status: response.status, ...((await response.json()) as { id?: number; code?: string }) };
  };
  return {
    post,
    database,
    work,
    keys: () => numberOf('idempotency_keys'),
    counts: () => [numberOf('things'), prepared],
  };
}

test('requests of one account with the same key run once; the same key of another account is a different one', async (t) => {
  const { post, counts } = await start(t);
  const first = await post('a', 'k1');
  assert.deepEqual([first.status, first.id], [201, 1]);
  assert.deepEqual(await post('a', 'k1'), first);
  assert.equal((await post('a', 'k2')).id, 2);
  assert.equal((await post('a', 'k1', { session: 'other' })).id, 3, 'keys belong to an account');
  assert.equal((await post('a')).id, 4);
  assert.equal((await post('a')).id, 5, 'without a key each request counts');
  assert.deepEqual(counts(), [5, 0]);
});

test('two simultaneous requests with the same key create one thing', async (t) => {
  const { post, counts } = await start(t);
  const responses = await Promise.all([
    post('a', 'k', { path: 'prepared' }),
    post('a', 'k', { path: 'prepared' }),
    post('b', 'l'),
    post('b', 'l'),
  ]);
  assert.deepEqual([responses[0]?.id === responses[1]?.id, responses[2]?.id === responses[3]?.id], [true, true]);
  assert.equal(counts()[0], 2);
});

test('the same key with another body, or for another call, is a conflict', async (t) => {
  const { post, counts } = await start(t);
  await post('a', 'k1');
  assert.deepEqual(await post('b', 'k1').then(({ status, code }) => [status, code]), [409, 'conflict']);
  assert.equal((await post('a', 'k1', { path: 'prepared' })).status, 409);
  assert.deepEqual(counts(), [1, 0], 'nothing was prepared');
});

test('a repetition waits for the first request, and runs if the first request fails', async (t) => {
  const { post, work, counts } = await start(t);
  const preparationStarted = deferred();
  const mayPrepare = deferred();
  work.prepare = () => {
    preparationStarted.open();
    return mayPrepare.promise;
  };
  const first = post('a', 'k', { path: 'prepared' });
  await preparationStarted.promise;
  const repetitions = [1, 2].map(() => post('a', 'k', { path: 'prepared' }));
  await post('b', 'l');
  mayPrepare.open();
  assert.deepEqual(await Promise.all(repetitions), [await first, await first]);
  assert.deepEqual(counts(), [2, 1], 'prepared once');

  let preparations = 0;
  work.prepare = async () => {
    if ((preparations += 1) === 1) throw new Error('out of reach');
  };
  const responses = await Promise.all([1, 2].map(() => post('c', 'm', { path: 'prepared' })));
  assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 500]);
});

test('a refused or failed request writes nothing, and its key can be used again; a malformed key is refused', async (t) => {
  const { post, keys, counts } = await start(t);
  assert.equal((await post('', 'k1')).status, 400);
  assert.equal((await post('broken', 'k1')).status, 500);
  assert.deepEqual([keys(), counts()[0]], [0, 0]);
  assert.equal((await post('a', 'k1')).status, 201);
  assert.equal((await post('a', 'a b')).status, 400);
  const read = (key: string) => idempotencyKeyOf({ 'idempotency-key': key });
  for (const key of ['', `ç${'x'.repeat(15)}`, 'x'.repeat(201)])
    assert.throws(() => read(key), /de 1 a 200 caracteres/, key);
  for (const key of ['187', '2026-11-22-000187', 'x'.repeat(200)]) assert.equal(read(key), key);
});

test('a damaged stored response causes an error: its request does not run again', async (t) => {
  const { post, database, counts } = await start(t);
  await post('a', 'k');
  database.exec("UPDATE idempotency_keys SET response = 'AAAA' || substr(response, 5)");
  assert.equal((await post('a', 'k')).status, 500);
  assert.deepEqual(counts(), [1, 0]);
});

test('a new key of an account with 10,000 keys deletes its oldest ones, and none of other accounts', async (t) => {
  const { post, database, counts } = await start(t);
  const first = await post('a', 'k');
  database.exec(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${limits.idempotency.keysPerAccount - 1})
     INSERT INTO idempotency_keys SELECT user_id, i, response, created_at FROM idempotency_keys, n`,
  );
  assert.deepEqual(await post('a', 'k'), first);
  database.exec("UPDATE idempotency_keys SET created_at = created_at - 1000 WHERE key_hash LIKE '1%'");
  assert.equal((await post('b', 'l', { session: 'other' })).status, 201);
  assert.equal((await post('b', 'l')).status, 201);
  assert.deepEqual(await post('a', 'k'), first, 'a newer key is kept');
  const remaining = database
    .prepare<[], { total: number }>('SELECT count(*) AS total FROM idempotency_keys')
    .get()?.total;
  assert.equal(remaining, limits.idempotency.keysPerAccount - 200 + 2);
  assert.equal(counts()[0], 3);
});

test('only endpoints that require an account accept an Idempotency-Key', () => {
  const idempotentEndpoint = endpointOf({ name: '', about: '' }, { summary: '', idempotent: true });
  const routerFor = (access: 'user' | 'viewer' | 'anyone') =>
    createRouter({ 'POST /api/things': idempotentEndpoint({ access }) }, { 'POST /api/things': () => {} });
  routerFor('user');
  for (const access of ['viewer', 'anyone'] as const) assert.throws(() => routerFor(access), /No account for the keys/);
});
