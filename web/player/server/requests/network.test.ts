import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConnections } from './connections.ts';
import { type HttpResponse, CallError, createNetwork, type Request } from './network.ts';

const json = (status: number, value: unknown): HttpResponse => ({
  status,
  contentType: 'application/json; charset=utf-8',
  retryAfter: '',
  text: JSON.stringify(value),
});

function network(response: HttpResponse | Error) {
  const sent: Request[] = [];
  const connections = createConnections(5);
  const made = createNetwork(connections, async (request) => {
    sent.push(request);
    if (response instanceof Error) throw response;
    return response;
  });
  return { ...made, sent, connections };
}

test('path, query, token and body follow the contract’s key', async () => {
  const { call, sent } = network(json(200, []));
  await call('GET /api/player/playlists/:id/randomized', { params: { id: 12 }, query: { userId: 3 }, token: 'abc' });
  await call('POST /api/player/options-code', { body: { action: 'exit', code: 'abc' }, timeoutMs: 5_000 });
  assert.deepEqual(sent[0], {
    method: 'GET',
    path: '/api/player/playlists/12/randomized?userId=3',
    headers: { Accept: 'application/json', Authorization: 'Bearer abc' },
    body: null,
    timeoutMs: 10_000,
  });
  assert.equal(sent[1]?.body, '{"action":"exit","code":"abc"}');
  assert.equal(sent[1]?.timeoutMs, 5_000);
});

test('an error of the server has its code and message', async () => {
  const { call } = network({ ...json(429, { message: 'Aguarde', code: 'too_many_requests' }), retryAfter: '7' });
  await assert.rejects(
    call('GET /api/player/info'),
    (error: CallError) => error.status === 429 && error.code === 'too_many_requests' && error.retryAfterS === 7,
  );
});

for (const [name, response] of [
  ['a page with status 200', { ...json(200, 0), contentType: 'text/html', text: '<html>' }],
  ['a page with status 401', { ...json(401, 0), contentType: 'text/html', text: '<html>' }],
  ['cut JSON', { ...json(200, 0), text: '{"player"' }],
  ['a portal’s JSON with status 200', json(200, { success: true })],
  ['another program’s JSON 401', json(401, { code: 401, message: 'Unauthorized' })],
  ['another program’s code', json(401, { code: 'INVALID_TOKEN', message: 'Unauthorized' })],
  ['a code of ours with a status that it never has', json(401, { code: 'forbidden', message: 'Forbidden' })],
  ['a code without a sentence', json(401, { code: 'unauthenticated' })],
  ['a 500 with the JSON null', json(500, null)],
  ['an empty 502', { ...json(502, 0), contentType: '', text: '' }],
] as const) {
  test(`${name} does not count as a response of our server`, async () => {
    const { call } = network(response);
    await assert.rejects(
      call('GET /api/player/info'),
      (error: CallError) => error.code === null && error.status === response.status,
    );
  });
}

test('a failed call releases its connection', async () => {
  const { call, connections } = network(new CallError(0, null, 'Tempo esgotado'));
  await assert.rejects(call('GET /api/player/info'));
  assert.equal(connections.inUse(), 0);
});

test('at most five connections are open, and calls precede downloads', async () => {
  const connections = createConnections(5);
  const order: string[] = [];
  const releases = await Promise.all(['a', 'b', 'c'].map(() => connections.acquire('download')));
  const stream = connections.take();
  const radio = connections.take();
  const download = connections.acquire('download').then(() => order.push('download'));
  const call = connections.acquire('call').then(() => order.push('call'));
  await Promise.resolve();
  assert.equal(connections.inUse(), 5);
  assert.deepEqual(order, []);
  stream();
  // A second release has no effect.
  stream();
  await call;
  assert.equal(connections.inUse(), 5);
  radio();
  await download;
  assert.deepEqual(order, ['call', 'download']);
  for (const release of releases) release();
  assert.equal(connections.inUse(), 2);
});
