import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PlayItem } from '../../../src/contract/playlists.ts';
import { openCache } from './cache.ts';
import { createConnections } from '../server/requests/connections.ts';
import { createDownloads } from './downloads.ts';
import { openSource } from './sources.ts';
import { openStorage } from '../device/storage.ts';
import { image } from '../testing/items.ts';
import { installMemoryStorage, loopTurns } from '../testing/memory-storage.ts';

const minuteMs = 60_000;

async function until(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; tries < 6_000 && !isTrue(); tries += 1) await sleep(10);
  assert.equal(isTrue(), true, `within 60 s: ${isTrue}`);
}

/** Simulates a server with the items' files, and a device whose page can be restarted. */
async function startDevice(t: TestContext) {
  const memory = installMemoryStorage(t);
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  let requested = 0;
  let isDown = false;
  let onRequest = (_sha256: string, _from: number): boolean | void => undefined;
  const server = createServer((request, response) => {
    requested += 1;
    const [, sha256 = '', sizeBytes = ''] = (request.url ?? '').split('/');
    const [, from = 0, to = 0] = (/(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []).map(Number);
    if (onRequest(sha256, from) === false) return response.writeHead(500).end();
    response.writeHead(206, { 'content-type': 'image/jpeg', 'content-range': `bytes ${from}-${to}/${sizeBytes}` });
    response.end(Buffer.alloc(to - from + 1, 1));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  // False simulates a failing memory card, whose bytes cannot be read.
  let isReadable = true;
  class Reader {
    onload = () => {};
    onerror = () => {};
    readAsArrayBuffer() {
      setImmediate(() => (isReadable ? this.onload() : this.onerror()));
    }
  }
  Object.assign(globalThis, { FileReader: Reader });
  t.after(() => Reflect.deleteProperty(globalThis, 'FileReader'));

  async function startPage() {
    now = 0;
    const cache = await openCache(await openStorage());
    const connections = createConnections(5);
    const itemFailures: string[] = [];
    let storedCount = 0;
    const downloads = createDownloads({
      cache,
      connections,
      requestAddress: async ({ sha256, sizeBytes }) => {
        if (isDown) throw new Error('Erro de conexão');
        return {
          url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${sha256}/${sizeBytes}`,
          sha256,
          sizeBytes,
          contentType: 'image/jpeg',
          ambient: null,
        };
      },
      onStored: () => void (storedCount += 1),
      onItemFailure: (message) => void itemFailures.push(message),
    });
    t.after(downloads.stop);
    return {
      downloads,
      cache,
      itemFailures,
      storedCount: () => storedCount,
      /** Opens the item; returns 'device' or 'server', the source of its bytes. */
      async open(item: PlayItem): Promise<'device' | 'server'> {
        const source = await openSource(item, cache, downloads, connections, () => !isDown);
        source.release();
        return source.isStored ? 'device' : 'server';
      },
      download: (item: PlayItem) => until(() => cache.has(item)),
    };
  }
  return {
    memory,
    startPage,
    pass: (ms: number) => void (now += ms),
    requested: () => requested,
    /** Sets the listener for the file and the first byte of each request; a request fails if the listener returns false. */
    onRequest: (listener: typeof onRequest) => void (onRequest = listener),
    setDown: (value: boolean) => void (isDown = value),
    setReadable: (value: boolean) => void (isReadable = value),
  };
}

/** Simulates a device that has downloaded one image. */
async function startWithImage(t: TestContext) {
  const device = await startDevice(t);
  const item = image(1);
  const page = await device.startPage();
  page.downloads.want([item]);
  await page.download(item);
  return { device, item, page };
}

test('a file that does not open is downloaded again at once, if it played well in between', async (t) => {
  const { device, item, page } = await startWithImage(t);
  for (let round = 1; round <= 3; round += 1) {
    await page.downloads.distrust(item);
    await page.download(item);
    assert.equal(device.requested(), 1 + round);
    assert.equal(await page.open(item), 'device');
    page.downloads.trust(item);
  }
});

test('a file that never opens is streamed and downloaded again at growing intervals, also after restarts', async (t) => {
  const { device, item, page: first } = await startWithImage(t);
  let page = first;
  await page.downloads.distrust(item);
  await page.download(item);
  assert.equal(device.requested(), 2);

  await page.downloads.distrust(item);
  assert.equal(await page.open(item), 'server');
  device.setDown(true);
  device.pass(6 * minuteMs);
  page.downloads.refresh();
  assert.equal(page.cache.has(item), true);
  device.setDown(false);
  // The server's copy played well: the stored copy is downloaded again.
  page.downloads.trust(item);
  await page.download(item);
  await until(() => device.requested() === 3);
  await page.download(item);
  assert.equal(await page.open(item), 'device');

  // Neither copy plays: the file is not tried again until the interval has passed.
  for (let failures = 0; failures < 5; failures += 1) await page.downloads.distrust(item);
  assert.equal(device.requested(), 3);
  assert.equal(await page.open(item), 'device');
  page.downloads.stop();
  page = await device.startPage();
  page.downloads.want([item]);
  await page.downloads.distrust(item);
  assert.equal(page.cache.has(item), true);
  device.pass(5 * minuteMs);
  await page.downloads.distrust(item);
  await until(() => device.requested() === 4);
  await page.download(item);
  assert.equal(page.cache.find(item.sha256)?.refetches, 3);
});

test('a copy that may be damaged is opened while the server is away', async (t) => {
  const { device, item, page } = await startWithImage(t);
  await page.downloads.distrust(item);
  await page.download(item);
  await page.downloads.distrust(item);
  device.pass(6 * minuteMs);
  device.setDown(true);
  assert.equal(await page.open(item), 'device');
});

test('an unreadable or lost file is downloaded again at once', async (t) => {
  const device = await startDevice(t);
  const [item, other] = [image(1), image(2, { mediaType: 'video' })];
  const page = await device.startPage();
  page.downloads.want([item, other]);
  await page.download(item);
  await page.download(other);
  device.memory.stores.pieces.delete(JSON.stringify([other.sha256, 0]));
  assert.equal(await page.open(other), 'server');
  await page.download(other);
  device.setReadable(false);
  assert.equal(await page.open(other), 'server');
  device.setReadable(true);
  await page.download(other);
  assert.equal(await page.open(other), 'device');
  assert.equal(device.requested(), 4);
});

test('without the server no stored file is deleted, however storage responds', async (t) => {
  const { device, item, page } = await startWithImage(t);
  device.setDown(true);
  // The device still knows the file's address, but the server does not respond.
  device.setReadable(false);
  assert.equal(await page.open(item), 'server');
  device.setReadable(true);
  assert.equal(await page.open(item), 'device');
  device.memory.setRefused(true);
  assert.equal(await page.open(item), 'server');
  // When the database does not open, its files do not count as damaged, with or without the server.
  device.setDown(false);
  assert.equal(await page.open(item), 'server');
  device.memory.setRefused(false);
  assert.equal(await page.open(item), 'device');
  assert.equal(device.requested(), 1);
});

test('a file that does not fit is not downloaded again after a restart', async (t) => {
  const device = await startDevice(t);
  device.memory.setCapacity(1500);
  const items = [image(1), image(2)] as const;
  let page = await device.startPage();
  await page.cache.keep(
    items.map(({ sha256 }) => sha256),
    true,
  );
  page.downloads.want(items);
  await page.download(items[0]);
  await until(() => page.downloads.isUnstorable(items[1]));
  assert.equal(device.requested(), 2);
  page.downloads.stop();
  page = await device.startPage();
  page.downloads.want(items);
  assert.equal(await page.open(items[1]), 'server');
  assert.equal(page.downloads.isUnstorable(items[1]), true);
  assert.equal(device.requested(), 2);
});

const [near, far] = [image(1), image(2, { sizeBytes: 12 * 2 ** 20 })];

test('a file that plays earlier is downloaded between the pieces of a large one, which is then resumed', async (t) => {
  const device = await startDevice(t);
  const page = await device.startPage();
  const requested: string[] = [];
  device.onRequest((sha256, from) => {
    requested.push(`${sha256} ${from / 2 ** 20}`);
    if (requested.length === 2) page.downloads.want([near, far]);
  });
  page.downloads.want([far]);
  await page.download(far);
  assert.deepEqual(requested, ['sha-2 0', 'sha-2 1', 'sha-1 0', 'sha-2 5', 'sha-2 9']);
  assert.deepEqual(page.itemFailures, []);
});

test('a failing file that plays earlier does not delay the large file after it', async (t) => {
  const device = await startDevice(t);
  const page = await device.startPage();
  const requested: string[] = [];
  device.onRequest((sha256, from) => {
    requested.push(`${sha256} ${from / 2 ** 20}`);
    // While a piece of the far file arrives, the retry delay of the near file ends.
    if (sha256 === far.sha256) device.pass(20_000);
    return sha256 === far.sha256;
  });
  page.downloads.want([near, far]);
  await page.download(far);
  const ofFar = requested.filter((request) => request.startsWith('sha-2'));
  assert.equal(new Set(ofFar).size, ofFar.length, 'no byte is requested twice');
  assert.ok(requested.length - ofFar.length <= ofFar.length + 1, requested.join());
});

test('music is downloaded after all items, even items that are added during its download', async (t) => {
  const device = await startDevice(t);
  const page = await device.startPage();
  const requested: string[] = [];
  device.onRequest((sha256) => {
    if (requested.push(sha256) === 1) page.downloads.want([near]);
  });
  const song = image(3, { sizeBytes: 3 * 2 ** 20 });
  page.downloads.want([song], 'music');
  await page.download(song);
  assert.deepEqual(requested, ['sha-3', 'sha-1', 'sha-3']);
});

test('the download of a file that the screen waits for is not interrupted', async (t) => {
  const device = await startDevice(t);
  const page = await device.startPage();
  let opening: Promise<string> | undefined;
  const requested: string[] = [];
  device.onRequest((sha256) => {
    requested.push(sha256);
    if (requested.length > 1) return;
    page.downloads.want([near, far]);
    opening = page.open(far);
  });
  page.downloads.want([far]);
  await page.download(near);
  assert.equal(await opening, 'device');
  assert.deepEqual(requested.slice(-2), ['sha-2', 'sha-1']);
});

test('without the server, stored files are found once a slow memory card responds', async (t) => {
  const device = await startDevice(t);
  let page = await device.startPage();
  page.downloads.want([near]);
  await page.download(near);
  page.downloads.stop();
  device.setDown(true);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  device.memory.hang();
  const starting = device.startPage();
  await loopTurns();
  t.mock.timers.tick(8_000);
  page = await starting;
  page.downloads.want([near]);
  await loopTurns();
  device.memory.respond();
  await loopTurns();
  assert.deepEqual([page.cache.has(near), page.storedCount()], [false, 0]);
  t.mock.timers.tick(15_000);
  await loopTurns();
  assert.deepEqual([page.cache.has(near), page.storedCount()], [true, 1]);
  assert.equal(await page.open(near), 'device');
});
