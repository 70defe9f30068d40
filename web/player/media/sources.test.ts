import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MediaCache } from './cache.ts';
import { createConnections } from '../server/requests/connections.ts';
import type { Downloads } from './downloads.ts';
import { openSource } from './sources.ts';
import { image, video } from '../testing/items.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Opens an item on a device without storage. */
function openStreamed(connections: ReturnType<typeof createConnections>, item: Parameters<typeof openSource>[0]) {
  const cache = { has: () => false } as unknown as MediaCache;
  const downloads = {
    isUnstorable: () => true,
    address: async () => ({ url: '/media/a', ambient: { url: '/media/b' } }),
  } as unknown as Downloads;
  return openSource(item, cache, downloads, connections, () => true);
}

test('a streamed image and its background each use a connection until they are loaded', async () => {
  const connections = createConnections(5);
  const source = await openStreamed(connections, image(1));
  assert.equal(connections.inUse(), 2);
  source.releaseConnection('ambient');
  source.releaseConnection('main');
  assert.equal(connections.inUse(), 0);
  source.release();
  assert.equal(connections.inUse(), 0);
});

test('a streamed video keeps its connection until it is released', async () => {
  const connections = createConnections(5);
  const source = await openStreamed(connections, video(1));
  source.releaseConnection('ambient');
  assert.equal(connections.inUse(), 1);
  source.release();
  assert.equal(connections.inUse(), 0);
});

test('streaming never exceeds the limit of connections', async () => {
  const connections = createConnections(5);
  const releases = await Promise.all([1, 2, 3, 4].map(() => connections.acquire('call')));
  let isOpen = false;
  const opening = openStreamed(connections, video(1)).then(() => {
    isOpen = true;
  });
  await turn();
  assert.deepEqual([isOpen, connections.inUse()], [false, 5]);
  releases[0]?.();
  await opening;
  assert.equal(connections.inUse(), 5);
});
