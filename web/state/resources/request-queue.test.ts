import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startTestApp } from '../../../src/testing/app.ts';
import { addContent } from '../../../src/testing/contents.ts';
import { until } from '../../../src/testing/until.ts';
import { browseAs } from '../../testing/browser-globals.ts';
import { assign, unassign } from '../../components/playlists/assignments.ts';
import { workUnderWay } from '../uploads/under-way.ts';
import { hasWaitingRequests } from './request-queue.ts';
import { clearResources, mutate } from './resource.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function startStudio(t: TestContext) {
  const app = await startTestApp(t);
  const customer = await app.customer();
  const network = browseAs(customer);
  // While requests wait, the studio listens to `beforeunload` of this window.
  const { window } = globalThis;
  const ownWindow = new EventTarget();
  Object.assign(globalThis, { window: ownWindow });
  t.after(() => {
    network.release();
    clearResources();
    Object.assign(globalThis, { window });
  });
  clearResources();
  /** Returns true if the browser would ask before it closes the window. */
  const warnsBeforeClosing = () => !ownWindow.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  return { app, customer, network, warnsBeforeClosing };
}

/** Starts a studio with a playlist and three contents, and changes the playlist three times while no response arrives. */
async function changeItems(t: TestContext, { losesFirstResponse = false } = {}) {
  const { app, customer, network, warnsBeforeClosing } = await startStudio(t);
  const playlist = await customer.call('POST /api/playlists', { body: { name: 'Recepção' } });
  for (const name of ['Um', 'Dois', 'Três']) addContent(app, { userId: customer.user.id, name });
  const videos = await customer.call('GET /api/videos', { query: { sort: 'name-asc' } });
  const [two, three, one] = videos;
  assert.ok(one && two && three);
  network.requests.length = 0;
  network.hold();
  network.losesNextResponse = losesFirstResponse;
  const results = [assign(three, playlist), assign(one, playlist), unassign(three.id, playlist.id)];
  for (const result of results) result.catch(() => undefined);
  const changes = () => network.requests.filter((request) => !request.startsWith('GET'));
  await until('the first request', () => changes().length > 0);
  const items = async () =>
    (await customer.call('GET /api/playlists/:id/assignments', { params: { id: playlist.id } })).map(
      ({ video }) => video.name,
    );
  return { network, warnsBeforeClosing, results, changes, items, one, three, playlist };
}

test('the changes of a playlist are sent one after the other, in their order', async (t) => {
  const { network, warnsBeforeClosing, results, changes, items, one, three, playlist } = await changeItems(t);
  assert.equal(hasWaitingRequests.value, true);
  assert.equal(workUnderWay.value, 'As últimas mudanças em uma playlist ainda não foram salvas.');
  assert.equal(warnsBeforeClosing(), true);
  assert.equal(changes().length, 1);
  network.release();
  network.hold();
  await until('the second request', () => changes().length > 1);
  assert.equal(changes().length, 2);
  network.release();
  await Promise.all(results);
  assert.deepEqual(changes(), [
    `POST /api/videos/${three.id}/assignments`,
    `POST /api/videos/${one.id}/assignments`,
    `DELETE /api/videos/${three.id}/assignments/${playlist.id}`,
  ]);
  assert.deepEqual(await items(), ['Um']);
  assert.equal(hasWaitingRequests.value, false);
  assert.equal(warnsBeforeClosing(), false);
});

test('waiting changes are not sent after the session has ended', async (t) => {
  const { network, results, changes, items } = await changeItems(t);
  clearResources();
  network.release();
  await results[0];
  assert.equal(hasWaitingRequests.value, false);
  await pause(50);
  assert.equal(changes().length, 1);
  assert.deepEqual(await items(), ['Três']);
});

test('waiting changes fail without being sent when the response to an earlier change is lost', async (t) => {
  const { results, changes } = await changeItems(t, { losesFirstResponse: true });
  for (const result of results) await assert.rejects(result);
  assert.equal(changes().length, 1);
});

test('the next request of a queue is sent after a refused one, and a request without a queue does not wait', async (t) => {
  const { network } = await startStudio(t);
  const create = (name: string) => mutate('POST /api/playlists', { body: { name } }, { queue: 'playlists' });
  const sent = () => network.requests.filter((request) => request === 'POST /api/playlists').length;
  network.hold();
  const created = ['Primeira', '', 'Segunda'].map(create);
  const other = assert.rejects(mutate('POST /api/playlists', { body: { name: '' } }));
  await pause(30);
  assert.equal(sent(), 2, 'the first request of the queue, and one without a queue');
  network.release();
  const outcomes = await Promise.allSettled(created);
  await other;
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
});
