import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod';
import { endpointOf } from '../../../contract/endpoint.ts';
import { startTestHttp } from '../../../testing/http.ts';

const endpoint = endpointOf({ name: '', about: '' }, { summary: '', access: 'user', status: 201 });
const made = z.object({ id: z.number(), name: z.string() });

/** A server that counts what it makes, by a plain handler and by one in two steps. */
async function start(t: Parameters<typeof startTestHttp>[0]) {
  let count = 0;
  let prepared = 0;
  const make = (name: string) => ({ id: (count += 1), name });
  const options = { idempotent: true, body: z.object({ name: z.string().min(1) }), reply: made } as const;
  const { url } = await startTestHttp(t, {
    endpoints: { 'POST /api/things': endpoint(options), 'POST /api/prepared': endpoint(options) },
    handlers: {
      'POST /api/things': ({ body }) => make(body.name),
      'POST /api/prepared': {
        prepare: async ({ body }) => {
          prepared += 1;
          return body.name.toUpperCase();
        },
        handle: (_, name: string) => make(name),
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
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      body: JSON.stringify({ name }),
    });
    return { status: response.status, ...((await response.json()) as { id?: number; code?: string }) };
  };
  return { post, counts: () => [count, prepared] };
}

test('a request with the same key is done once, whoever else uses that key', async (t) => {
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

test('two equal requests at the same moment make one thing', async (t) => {
  const { post, counts } = await start(t);
  const both = await Promise.all([
    post('a', 'k', { path: 'prepared' }),
    post('a', 'k', { path: 'prepared' }),
    post('b', 'l'),
    post('b', 'l'),
  ]);
  assert.deepEqual([both[0]?.id === both[1]?.id, both[2]?.id === both[3]?.id], [true, true]);
  assert.equal(counts()[0], 2);
});

test('the same key with another body, or for another call, is a conflict', async (t) => {
  const { post, counts } = await start(t);
  await post('a', 'k1');
  assert.deepEqual(await post('b', 'k1').then(({ status, code }) => [status, code]), [409, 'conflict']);
  assert.equal((await post('a', 'k1', { path: 'prepared' })).status, 409);
  assert.deepEqual(counts(), [1, 0], 'nothing was even prepared');
});

test('a refused request leaves its key free, and a malformed key is refused', async (t) => {
  const { post } = await start(t);
  assert.equal((await post('', 'k1')).status, 400);
  assert.equal((await post('a', 'k1')).status, 201);
  for (const key of ['', 'a b', 'ç', 'x'.repeat(201)]) assert.equal((await post('a', key)).status, 400, key);
});
