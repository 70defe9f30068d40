import assert from 'node:assert/strict';
import { contentCursor, platformContentCursor } from '../../contract/changes/views.ts';
import type { CallInput } from '../../testing/client.ts';
import { test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import type { Customer, TestApp } from '../../testing/app.ts';
import { bytesOf } from '../../testing/media.ts';
import { refusal } from '../../testing/client.ts';
import { addContent } from '../../testing/contents.ts';
import { assignPlaylist, makePlaylist, ofItem, startWithCustomer } from './testing/steps.ts';

const photo = () => bytesOf('turned.jpg');

async function category(app: TestApp, name = 'Saúde'): Promise<number> {
  return (await app.admin.call('POST /api/admin/categories', { body: { name } })).id;
}

async function grant(app: TestApp, person: Customer, categoryId: number): Promise<void> {
  await app.admin.call('POST /api/admin/users/:userId/categories/:categoryId', {
    params: { userId: person.user.id, categoryId },
  });
}

test('the list of contents shows users their own contents, with the playlists that contain them', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  const bia = await app.customer();
  const older = await ana.upload(await photo(), { name: 'Primeira' });
  app.clock.advance(1000);
  const newer = await ana.upload(await photo(), { name: 'Segunda', displayDuration: 40 });
  const playlist = await makePlaylist(ana, [newer.id]);
  const list = await ana.call('GET /api/videos');
  assert.deepEqual(
    list.map((video) => [video.id, video.displayDuration]),
    [
      [newer.id, 40],
      [older.id, 20],
    ],
  );
  const [shown] = await ana.call('GET /api/playlists/:id/assignments', ofItem(playlist.id));
  assert.deepEqual(list[0]?.assignments, [
    { id: shown?.id, position: 0, playlist: { id: playlist.id, name: 'Manhã' } },
  ]);
  assert.deepEqual(await bia.call('GET /api/videos'), []);
  assert.equal(await app.guest().status('GET /api/videos'), 401);
});

test('a list of contents is searched, filtered, sorted, counted and read in pages', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  const names = ['Vacinação', 'água', 'Zelo 10', 'Zelo 9'];
  for (const name of names) addContent(app, { userId: ana.user.id, name });
  addContent(app, { userId: ana.user.id, name: 'Foto da água', mediaType: 'image', displayDuration: 20 });
  type Query = NonNullable<CallInput<'GET /api/videos'>['query']>;
  const find = async (query: Query) => (await ana.call('GET /api/videos', { query })).map(({ name }) => name);
  assert.deepEqual(await find({}), ['Foto da água', ...names.toReversed()]);
  assert.deepEqual(await find({ sort: 'name-asc' }), ['água', 'Foto da água', 'Vacinação', 'Zelo 9', 'Zelo 10']);
  assert.deepEqual(await find({ search: 'AGUA', type: 'video' }), ['água']);
  assert.deepEqual(await ana.call('GET /api/videos/count', { query: { search: 'zelo' } }), { count: 2 });

  // `availableFor` excludes the playlist's contents and failed ones. The playlist of another account has no effect.
  const { id: availableFor } = await ana.call('POST /api/playlists', { body: { name: 'Recepção' } });
  const [inside] = await ana.call('GET /api/videos', { query: { search: 'Zelo 9' } });
  await ana.call('POST /api/videos/:videoId/assignments', {
    params: { videoId: inside?.id ?? 0 },
    body: { playlistId: availableFor },
  });
  const failed = addContent(app, { userId: ana.user.id, name: 'Zelo 8', status: 'failed' });
  assert.deepEqual(await find({ availableFor, search: 'zelo' }), ['Zelo 10']);
  assert.deepEqual(await ana.call('GET /api/videos/count', { query: { availableFor } }), { count: 4 });
  const bea = await app.customer();
  addContent(app, { userId: bea.user.id, name: 'De Bea' });
  const ofBea = await bea.call('GET /api/videos', { query: { availableFor } });
  assert.deepEqual(
    ofBea.map(({ name }) => name),
    ['De Bea'],
  );
  await ana.call('DELETE /api/videos/:id', { params: { id: failed } });

  const readNames: string[] = [];
  for (let after: string | undefined; ;) {
    const page = await ana.call('GET /api/videos', { query: { sort: 'name-desc', limit: 2, ...(after && { after }) } });
    readNames.push(...page.map(({ name }) => name));
    const last = page.at(-1);
    if (!last || page.length < 2) break;
    // The next page begins after the last row's old position, even if that row's name has changed meanwhile.
    if (last.name === 'Zelo 9')
      await ana.call('PATCH /api/videos/:id', { params: { id: last.id }, body: { name: 'Aviso' } });
    after = contentCursor(last, { sort: 'name-desc' });
  }
  assert.deepEqual(readNames, ['Zelo 10', 'Zelo 9', 'Vacinação', 'Foto da água', 'Aviso', 'água']);
  assert.equal(await ana.status('GET /api/videos', { query: { after: 'x' } }), 400);
  assert.equal(await ana.status('GET /api/videos', { query: { limit: 501 } }), 400);
});

test("only a content's owner can change its name, duration and fit; a change is published to its playlists and studios", async (t) => {
  const { app, ana } = await startWithCustomer(t);
  const bia = await app.customer();
  const video = await ana.upload(await photo(), { name: 'Antes' });
  const playlist = await makePlaylist(ana, [video.id]);
  await app.parts.processing.whenIdle();
  const studio = await ana.socket();
  const listener = await ana.socket({ type: 'subscribe_playlist', playlistId: playlist.id });
  const params = { id: video.id };
  const change = (body: { name?: string; displayDuration?: number | null; fit?: 'cover' }) =>
    ana.call('PATCH /api/videos/:id', { params, body });
  const changed = await change({ name: ' Depois ', displayDuration: 60, fit: 'cover' });
  assert.deepEqual([video.fit, changed.name, changed.displayDuration, changed.fit], ['contain', 'Depois', 60, 'cover']);
  assert.equal((await change({ name: 'Depois' })).fit, 'cover', 'omitted fields stay');
  await listener.waitFor('playlist_update', (message) => message.playlistId === playlist.id);
  await studio.waitFor('contentChanged', (message) => message.what === 'videos');
  assert.equal((await change({ displayDuration: null })).displayDuration, 20);
  for (const name of ['  ', 'x'.repeat(81)]) await assert.rejects(change({ name }), { status: 400 });
  await assert.rejects(change({ fit: 'stretch' as 'cover' }), { status: 400 });
  for (const person of [bia, app.admin]) {
    assert.equal(await person.status('PATCH /api/videos/:id', { params, body: { name: 'x' } }), 404);
    assert.equal(await person.status('DELETE /api/videos/:id', { params }), 404);
    assert.equal(await person.status('POST /api/videos/:id/retry', { params }), 404);
  }
});

test('a deleted content is removed from playlists, and screens and studios are notified', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  const video = await ana.upload(await photo(), { name: 'Foto' });
  const playlist = await makePlaylist(ana, [video.id]);
  await app.parts.processing.whenIdle();
  const listener = await ana.socket({ type: 'subscribe_playlist', playlistId: playlist.id });
  const studio = await ana.socket();
  await ana.call('DELETE /api/videos/:id', ofItem(video.id));
  app.clock.advance(limits.undoMs);
  await listener.waitFor('playlist_update');
  await studio.waitFor('contentChanged', (message) => message.what === 'videos');
  assert.deepEqual(await ana.call('GET /api/playlists/:id/assignments', ofItem(playlist.id)), []);
  assert.equal(await ana.status('DELETE /api/videos/:id', ofItem(video.id)), 404);
});

test('only administrators can upload platform contents, which need a category and count towards no quota', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  const gestor = await app.gestor();
  const categoryId = await category(app);
  const upload = async (person: Customer, fields: { name: string; categoryId?: number | null }) =>
    person.upload(await photo(), { ...fields, isPlatformVideo: true });
  for (const person of [ana, gestor]) await assert.rejects(upload(person, { name: 'x', categoryId }), { status: 403 });
  for (const wrong of [undefined, null, 999]) {
    const { status, body } = await refusal(upload(app.admin, { name: 'x', categoryId: wrong }));
    assert.deepEqual([status, body.message], [400, 'Por favor, preencha todos os campos obrigatórios.']);
  }
  // The category of a customer's own content is ignored.
  assert.equal((await ana.upload(await photo(), { name: 'x', categoryId })).categoryId, null);

  const before = (await app.admin.call('GET /api/user/me')).storageUsed;
  const item = await upload(app.admin, { name: 'Plataforma', categoryId });
  assert.deepEqual([item.userId, item.isPlatformVideo, item.category], [null, true, 'Saúde']);
  assert.equal((await app.admin.call('GET /api/user/me')).storageUsed, before);
  assert.deepEqual(await app.admin.call('GET /api/videos'), []);
});

test('users see platform contents without a category or of a category granted to them; managers see all', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  const [bia, gestor] = [await app.customer(), await app.gestor()];
  const [health, food] = [await category(app, 'Saúde'), await category(app, 'Comida')];
  const item = await app.admin.upload(await photo(), { name: 'Coração', isPlatformVideo: true, categoryId: health });
  await app.admin.upload(await photo(), { name: 'Fruta', isPlatformVideo: true, categoryId: food });
  await grant(app, ana, health);
  const names = async (person: Customer) =>
    (await person.call('GET /api/platform-videos')).map((video) => video.name).sort();
  assert.deepEqual(await names(ana), ['Coração']);
  assert.deepEqual(await names(bia), []);
  assert.deepEqual(await names(gestor), ['Coração', 'Fruta']);
  await app.admin.call('DELETE /api/admin/categories/:id', ofItem(food));
  assert.deepEqual(await names(bia), ['Fruta']);

  const inCategory = await gestor.call('GET /api/admin/categories/:id/videos', ofItem(health));
  assert.deepEqual(
    inCategory.map((video) => [video.id, video.name, video.mediaType]),
    [[item.id, 'Coração', 'image']],
  );
  assert.equal(await gestor.status('GET /api/admin/categories/:id/videos', { params: { id: food } }), 404);
  assert.equal(await ana.status('GET /api/admin/categories/:id/videos', { params: { id: health } }), 403);
});

test('platform contents are searched, counted, and read in pages by category', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  const [health, food] = [await category(app, 'Saúde'), await category(app, 'Água')];
  await grant(app, ana, health);
  const add = (name: string, categoryId: number | null) => addContent(app, { userId: null, name, categoryId });
  for (const name of ['Coração', 'Dengue', 'Dente']) add(name, health);
  for (const name of ['Boas-vindas', 'Bom dia']) add(name, null);
  add('Fruta', food);
  const list = 'GET /api/platform-videos';
  const pages = async (person: Customer, query: object) => {
    const names: string[] = [];
    for (let after: string | undefined; ;) {
      const page = await person.call(list, { query: { ...query, limit: 2, ...(after && { after }) } });
      names.push(...page.map(({ name }) => name));
      const last = page[1];
      if (!last) return names;
      after = platformContentCursor(last);
    }
  };
  const ofAna = ['Dente', 'Dengue', 'Coração', 'Bom dia', 'Boas-vindas'];
  assert.deepEqual(await pages(ana, {}), ofAna);
  assert.deepEqual(await pages(app.admin, {}), ['Fruta', ...ofAna]);
  const [newest] = await ana.call(list);
  assert.equal(newest?.name, 'Bom dia', 'without a limit the newest is first');
  assert.deepEqual(await pages(ana, { search: 'DEN' }), ['Dente', 'Dengue']);
  assert.deepEqual(await ana.call('GET /api/platform-videos/count', { query: { search: 'fruta' } }), { count: 0 });
  const { id } = await makePlaylist(ana, [newest?.id ?? 0]);
  assert.deepEqual(await ana.call('GET /api/platform-videos/count', { query: { availableFor: id } }), { count: 4 });
  assert.deepEqual(await pages(ana, { id: newest?.id }), ['Bom dia']);
  assert.equal(await ana.status(list, { query: { limit: 2, after: '{"id":1}' } }), 400);
});

test('managers, but not customers, can delete platform contents, which then leave the playlists of all accounts', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  const gestor = await app.gestor();
  const health = await category(app);
  await grant(app, ana, health);
  const item = await app.admin.upload(await photo(), { name: 'Coração', isPlatformVideo: true, categoryId: health });
  const own = await ana.upload(await photo(), { name: 'Minha' });
  const playlist = await makePlaylist(ana, [item.id]);
  const params = { id: item.id };
  assert.equal(await ana.status('DELETE /api/videos/:id', { params }), 404);
  assert.equal(await ana.status('DELETE /api/admin/platform-videos/:id', { params }), 403);
  assert.equal(await gestor.status('PATCH /api/videos/:id', { params, body: { name: 'x' } }), 404);
  assert.equal((await app.admin.call('PATCH /api/videos/:id', { params, body: { name: 'Novo' } })).name, 'Novo');
  const studio = await ana.socket();
  const managers = await app.admin.socket();
  await gestor.call('DELETE /api/admin/platform-videos/:id', { params });
  await studio.waitFor('contentChanged', (message) => message.what === 'videos');
  await managers.waitFor('adminChanged', (message) => message.what === 'videos');
  assert.deepEqual(await ana.call('GET /api/playlists/:id/assignments', { params: { id: playlist.id } }), []);
  assert.equal(await gestor.status('DELETE /api/admin/platform-videos/:id', { params: { id: own.id } }), 404);
});

test('media are served for valid signatures only, with ranges and without permission for scripts', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  await ana.upload(await photo(), { name: 'Foto' });
  await app.parts.processing.whenIdle();
  const [video] = await ana.call('GET /api/videos');
  const url = video?.mediaUrl ?? '';
  const sha256 = /([0-9a-f]{64})/.exec(url)?.[1];
  const guest = app.guest();
  const wholeFile = await guest.request(url);
  const headers = ['etag', 'content-type', 'cache-control', 'x-content-type-options'];
  assert.deepEqual(
    [wholeFile.status, ...headers.map((name) => wholeFile.headers.get(name))],
    [200, `"${sha256}"`, 'image/jpeg', 'private, max-age=172800, immutable', 'nosniff'],
  );
  assert.match(wholeFile.headers.get('content-security-policy') ?? '', /sandbox/);
  const bytes = Buffer.from(await wholeFile.arrayBuffer());
  const part = await guest.request(url, { headers: { range: 'bytes=2-5' } });
  assert.equal(part.status, 206);
  assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(2, 6));
  for (const [address, init, status] of [
    [url, { headers: { range: `bytes=${bytes.length}-` } }, 416],
    [url, { headers: { 'if-none-match': `"${sha256}"` } }, 304],
    [url, { method: 'HEAD' }, 200],
    [url.replace(/s=.{4}/, 's=AAAA'), {}, 403],
    [url.replace('.jpg', '.mp4'), {}, 403],
    [url.split('?')[0] ?? '', {}, 400],
  ] as const)
    assert.equal((await guest.request(address, init)).status, status, address);
  app.clock.advance(48 * 3_600_000);
  assert.equal((await guest.request(url)).status, 403);
});

test('without access to the management pages all calls about contents except GET /api/capabilities are refused', async (t) => {
  const { ana } = await startWithCustomer(t, {}, { quotas: { canAccessManagement: false } });
  assert.equal(await ana.status('GET /api/videos'), 403);
  assert.equal(await ana.status('POST /api/upload-url', { body: { fileName: 'a', fileSize: 1 } }), 403);
  const { canTranscode, maxUploadMb } = await ana.call('GET /api/capabilities');
  assert.deepEqual([canTranscode, maxUploadMb], [true, 1024]);
});

test('a lowered quota deletes no contents and refuses new ones', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  await ana.upload(await photo(), { name: 'Foto' });
  const quotas = { maxStorageGb: 1, maxPlaylists: 2, maxVideos: 0 };
  await app.admin.call('PUT /api/admin/users/:id/quotas', { params: { id: ana.user.id }, body: quotas });
  assert.equal((await ana.call('GET /api/videos')).length, 1);
  await assert.rejects(ana.upload(await photo(), { name: 'Outra' }), { status: 403 });
  const [video] = await ana.call('GET /api/videos');
  await ana.call('DELETE /api/videos/:id', { params: { id: video?.id ?? 0 } });
  assert.equal((await ana.call('GET /api/user/me')).storageUsed, 0);
});

test('a screen gets URLs only of the items of its playlists', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  const bia = await app.customer();
  const [screen, foreign] = [await app.screen(ana), await app.screen(bia)];
  const health = await category(app);
  await grant(app, ana, health);
  const shown = await ana.upload(await photo(), { name: 'Minha', useAmbientBackground: true });
  const unassigned = await ana.upload(await photo(), { name: 'Fora da playlist' });
  const fields = { name: 'Coração', isPlatformVideo: true, categoryId: health };
  const platform = await app.admin.upload(await photo(), fields);
  const playlist = await makePlaylist(ana, [shown.id, platform.id]);
  const urlStatus = (player: typeof screen, id: number) => player.status('GET /api/player/videos/:id/url', ofItem(id));
  assert.equal(await urlStatus(screen, shown.id), 404);
  await assignPlaylist(ana, screen, playlist.id);
  await app.parts.processing.whenIdle();
  const response = await screen.call('GET /api/player/videos/:id/url', { params: { id: shown.id } });
  assert.equal((await screen.request(response.url)).headers.get('content-length'), String(response.sizeBytes));
  assert.equal(response.contentType, 'image/jpeg');
  assert.equal((await screen.request(response.ambient?.url ?? '')).status, 200);
  assert.deepEqual(
    [await urlStatus(screen, platform.id), await urlStatus(screen, unassigned.id), await urlStatus(foreign, shown.id)],
    [200, 404, 404],
  );
  await app.admin.call('DELETE /api/admin/users/:userId/categories/:categoryId', {
    params: { userId: ana.user.id, categoryId: health },
  });
  assert.equal(await urlStatus(screen, platform.id), 404);
});
