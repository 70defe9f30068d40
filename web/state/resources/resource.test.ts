import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startTestApp } from '../../../src/testing/app.ts';
import { until } from '../../../src/testing/until.ts';
import { CallError } from '../../api/client.ts';
import { browseAs } from '../../testing/browser-globals.ts';
import { addContent } from '../../../src/testing/contents.ts';
import { connection } from './connection.ts';
import {
  updateResource,
  change,
  clearResources,
  invalidate,
  mutate,
  peekResource,
  rowsReader,
  watchResource,
} from './resource.ts';

async function startStudio(t: TestContext) {
  const app = await startTestApp(t);
  const customer = await app.customer();
  const network = browseAs(customer);
  clearResources();
  network.requests.length = 0;
  const loads = () => network.requests.filter((request) => request === 'GET /api/playlists').length;
  /** Creates a playlist without a message to this studio. */
  const createElsewhere = (name: string) => customer.call('POST /api/playlists', { body: { name } });
  return { app, customer, network, loads, createElsewhere };
}

/** Starts a studio whose list of contents has several pages of 200. */
async function startWithLongList(t: TestContext, length: number) {
  const { app, customer, network } = await startStudio(t);
  app.parts.database.tx(() => {
    for (let count = 0; count < length; count += 1) addContent(app, { userId: customer.user.id });
  });
  /** Returns the number of pages requested since the last call. */
  const requested = () => network.requests.splice(0).filter((request) => request.includes('/api/videos?')).length;
  const rows = () => peekResource('GET /api/videos')?.length ?? 0;
  return { network, requested, rows, reader: rowsReader('GET /api/videos', undefined) };
}

const names = () => peekResource('GET /api/playlists')?.map((playlist) => playlist.name);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function watchPlaylists(t: TestContext): () => void {
  const stop = watchResource('GET /api/playlists');
  t.after(stop);
  return stop;
}

/** Watches the playlists, and waits for the first response. */
async function loadPlaylists(t: TestContext): Promise<() => void> {
  const stop = watchPlaylists(t);
  await until('the first response', () => names() !== undefined);
  return stop;
}

/** Renames a playlist, shown as `name` before the server has responded; `sent` is the name in the request. */
const rename = (id: number, name: string, sent = name) =>
  mutate(
    'PATCH /api/playlists/:id',
    { params: { id }, body: { name: sent } },
    {
      optimistic: [
        change('GET /api/playlists', (all) => all.map((each) => (each.id === id ? { ...each, name } : each))),
      ],
    },
  );

test('a resource is loaded once for all its watchers, and again only when invalidated', async (t) => {
  const { loads, createElsewhere } = await startStudio(t);
  watchPlaylists(t);
  await loadPlaylists(t);
  assert.deepEqual(names(), []);
  assert.equal(loads(), 1);

  await createElsewhere('Recepção');
  watchPlaylists(t);
  await pause(30);
  assert.equal(loads(), 1, 'a resource does not become stale by itself');

  invalidate('GET /api/playlists');
  await until('the new playlist', () => names()?.length === 1);
  assert.equal(loads(), 2);
});

test('an invalidated resource without watchers is loaded when the next one appears', async (t) => {
  const { loads } = await startStudio(t);
  const stop = await loadPlaylists(t);
  stop();
  invalidate('GET /api/playlists');
  await pause(30);
  assert.equal(loads(), 1);
  watchPlaylists(t);
  await until('the second load', () => loads() === 2);
});

test('a resource is loaded again when it was invalidated before the response arrived', async (t) => {
  const { network, loads, createElsewhere } = await startStudio(t);
  network.hold();
  watchPlaylists(t);
  await pause(50);
  await createElsewhere('Recepção').catch(() => {});
  invalidate('GET /api/playlists');
  network.release();
  await until('the playlist created during the request', () => names()?.length === 1);
  assert.equal(loads(), 2);
});

test('an optimistic change is shown at once and remains after success', async (t) => {
  const { network, createElsewhere } = await startStudio(t);
  const { id } = await createElsewhere('Recepção');
  await loadPlaylists(t);
  network.hold();
  const renamed = rename(id, 'Sala 2');
  assert.deepEqual(names(), ['Sala 2'], 'before the server has responded');
  network.release();
  await renamed;
  assert.deepEqual(names(), ['Sala 2']);
});

test('a refused optimistic change is undone, and others are not', async (t) => {
  const { network, createElsewhere } = await startStudio(t);
  const first = await createElsewhere('Primeira');
  const second = await createElsewhere('Segunda');
  await loadPlaylists(t);
  network.hold();
  const refused = rename(first.id, 'Não vai', '');
  const accepted = rename(second.id, 'Vai');
  assert.deepEqual(names()?.sort(), ['Não vai', 'Vai']);
  network.release();
  await assert.rejects(refused, (error) => error instanceof CallError && error.status === 400);
  await accepted;
  assert.deepEqual(names()?.sort(), ['Primeira', 'Vai']);
});

test('a response older than a mutation does not undo its optimistic change', async (t) => {
  const { network, loads, createElsewhere } = await startStudio(t);
  const { id } = await createElsewhere('Recepção');
  await loadPlaylists(t);
  network.hold();
  invalidate('GET /api/playlists');
  await pause(50);
  const removed = mutate(
    'DELETE /api/playlists/:id',
    { params: { id } },
    {
      optimistic: [change('GET /api/playlists', (all) => all.filter((each) => each.id !== id))],
    },
  );
  const seen: (string[] | undefined)[] = [];
  network.release();
  let isDone = false;
  void removed.then(() => (isDone = true));
  await until('the load after the mutation', () => {
    seen.push(names());
    return isDone && loads() === 3;
  });
  assert.ok(
    seen.every((list) => list?.length === 0),
    'the deleted playlist never came back',
  );
});

test('a failed reload keeps the last data, and the next watcher loads again', async (t) => {
  const { network, loads } = await startStudio(t);
  const stop = await loadPlaylists(t);
  network.isDown = true;
  invalidate('GET /api/playlists');
  await until('the failed reload', () => loads() === 2);
  assert.deepEqual(names(), []);
  network.isDown = false;
  stop();
  await pause(10);
  watchPlaylists(t);
  await until('the next try', () => loads() === 3);
});

test('updateResource updates loaded data without a request', async (t) => {
  const { loads, createElsewhere } = await startStudio(t);
  await createElsewhere('Recepção');
  await loadPlaylists(t);
  updateResource('GET /api/playlists', (all) => all.map((each) => ({ ...each, name: 'Renomeada' })));
  assert.deepEqual(names(), ['Renomeada']);
  assert.equal(loads(), 1);
});

test('clearResources removes all data, and ignores responses in progress', async (t) => {
  const { network, createElsewhere } = await startStudio(t);
  await createElsewhere('Recepção');
  const stop = await loadPlaylists(t);
  network.hold();
  invalidate('GET /api/playlists');
  await pause(50);
  stop();
  clearResources();
  assert.equal(names(), undefined);
  network.release();
  await pause(30);
  assert.equal(names(), undefined);
});

test('after a lost response the changed resource is read again: the server may have made the change', async (t) => {
  const { loads } = await startStudio(t);
  await loadPlaylists(t);
  const { fetch } = globalThis;
  t.after(() => (globalThis.fetch = fetch));
  globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init);
    return init?.method === 'POST' ? new Response('', { status: 502 }) : response;
  };
  await assert.rejects(mutate('POST /api/playlists', { body: { name: 'Recepção' } }));
  await until('the new playlist', () => names()?.length === 1);
  assert.equal(loads(), 2);
});

test('a reload reads as many rows of a list as before, and more if they are requested meanwhile', async (t) => {
  const { network, requested, rows, reader } = await startWithLongList(t, 650);
  t.after(reader.keepLoaded());
  await reader.loadMore();
  await reader.loadMore();
  assert.deepEqual([rows(), requested()], [400, 2]);
  network.hold();
  invalidate('GET /api/videos');
  const more = reader.loadMore();
  network.release();
  await more;
  assert.deepEqual([rows(), requested()], [600, 3]);
  await reader.loadMore();
  requested();
  invalidate('GET /api/videos');
  await reader.loadMore();
  await until('all pages', () => network.requests.length === 4);
  assert.equal(rows(), 650);
});

test('loadAll returns all rows, also before the first page has arrived, and two callers share the requests', async (t) => {
  const { network, requested, reader } = await startWithLongList(t, 450);
  network.hold();
  t.after(reader.keepLoaded());
  const all = [reader.loadAll(), reader.loadAll()];
  network.release();
  assert.deepEqual(
    (await Promise.all(all)).map((rows) => rows.length),
    [450, 450],
  );
  assert.equal(requested(), 3);
});

test('when a page fails, the rows that were read remain, and `loadMore` continues after them', async (t) => {
  const { network, requested, rows, reader } = await startWithLongList(t, 450);
  t.after(reader.keepLoaded());
  await reader.loadMore();
  await reader.loadMore();
  network.isDown = true;
  await assert.rejects(reader.loadAll());
  assert.equal(rows(), 400);
  network.isDown = false;
  requested();
  await reader.loadMore();
  assert.deepEqual([rows(), requested()], [450, 1]);
});

test('a long list that messages keep up to date is polled only until all of it is loaded', async (t) => {
  const { requested, rows, reader } = await startWithLongList(t, 1_250);
  connection.value = 'open';
  t.after(() => (connection.value = 'off'));
  t.mock.timers.enable({ apis: ['setInterval'] });
  Object.assign(globalThis, { document: new EventTarget() });
  t.after(reader.keepLoaded(10_000));
  t.after(() => void Reflect.deleteProperty(globalThis, 'document'));
  while (rows() < 1_200) await reader.loadMore();
  requested();
  t.mock.timers.tick(10_000);
  await reader.loadMore();
  assert.equal(requested(), 7, 'the reload, and the last page');
  assert.equal(rows(), 1_250);
  t.mock.timers.tick(10_000);
  assert.equal(requested(), 0);
});
