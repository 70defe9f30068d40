import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Customer, startTestApp, type TestApp } from '../../testing/app.ts';
import { addContent } from '../../testing/contents.ts';
import { addItem, assertRefused, drain, newPlaylist } from '../../testing/steps.ts';

const create = (app: TestApp, name: string) => app.admin.call('POST /api/admin/categories', { body: { name } });
const change = (app: TestApp, id: number, body: { name?: string; description?: string }) =>
  app.admin.call('PATCH /api/admin/categories/:id', { params: { id }, body });
type WithUserId = { user: { id: number } };
const grant = (app: TestApp, { user: { id: userId } }: WithUserId, categoryId: number) =>
  app.admin.call('POST /api/admin/users/:userId/categories/:categoryId', { params: { userId, categoryId } });
const revoke = (app: TestApp, { user: { id: userId } }: WithUserId, categoryId: number) =>
  app.admin.call('DELETE /api/admin/users/:userId/categories/:categoryId', { params: { userId, categoryId } });

/** Creates a playlist of the customer with a new, finished platform item of the category. */
async function playlistWithItemOf(app: TestApp, customer: Customer, categoryId: number) {
  const videoId = addContent(app, { userId: null, categoryId });
  const { id: playlistId } = await newPlaylist(customer);
  await addItem(customer, videoId, playlistId);
  return { playlistId, videoId };
}

const playedCount = async (customer: Customer, playlistId: number) =>
  (await customer.call('GET /api/playlists/:id/randomized', { params: { id: playlistId } })).length;

test('categories are created, listed by name with their counts, and changed', async (t) => {
  const app = await startTestApp(t);
  const socket = await app.admin.socket();
  const created = await app.admin.call('POST /api/admin/categories', {
    body: { name: '  Saúde ', description: ' Dicas ' },
  });
  assert.deepEqual(
    { ...created, id: 0, createdAt: '' },
    { id: 0, name: 'Saúde', description: 'Dicas', createdAt: '', userCount: 0, videoCount: 0 },
  );
  await socket.waitFor('adminChanged', (message) => message.what === 'categories');
  await create(app, 'beleza');
  await create(app, 'Animais');
  const customer = await app.customer();
  await grant(app, customer, created.id);
  await playlistWithItemOf(app, customer, created.id);
  const list = await app.admin.call('GET /api/admin/categories');
  assert.deepEqual(
    list.map(({ name, userCount, videoCount }) => [name, userCount, videoCount]),
    [
      ['Animais', 0, 0],
      ['beleza', 0, 0],
      ['Saúde', 1, 1],
    ],
  );

  const changed = await change(app, created.id, { name: 'Bem-estar', description: '' });
  assert.deepEqual([changed.name, changed.description, changed.userCount], ['Bem-estar', null, 1]);
  const described = await change(app, created.id, { description: 'Dicas' });
  assert.deepEqual([described.name, described.description], ['Bem-estar', 'Dicas']);
  const renamed = await change(app, created.id, { name: 'Bem-estar e saúde' });
  assert.deepEqual([renamed.name, renamed.description], ['Bem-estar e saúde', 'Dicas']);
});

test('a name is required, has a maximum length, and is unique', async (t) => {
  const app = await startTestApp(t);
  const { id } = await create(app, 'Saúde');
  await create(app, 'Beleza');
  const nameTaken = 'Já existe uma categoria com este nome.';
  await assertRefused(create(app, '   '), 400, { message: 'Nome da categoria é obrigatório' });
  await assertRefused(create(app, 'x'.repeat(101)), 400);
  await assertRefused(create(app, '👩‍⚕️'.repeat(60)), 400, {}, 'more code points than the column takes');
  for (const same of ['Saúde', 'SAÚDE', 'Sau\u0301de', 'saú\u00adde'])
    await assertRefused(create(app, same), 409, { code: 'conflict', message: nameTaken }, same);
  await assertRefused(change(app, id, { name: 'BELEZA' }), 409);
  assert.equal((await create(app, 'Saude')).name, 'Saude', 'the name without the accent is a different name');
  await assertRefused(change(app, id, { name: 'SAUDE' }), 409);
  assert.equal((await change(app, id, { name: 'saúde' })).name, 'saúde');
  assert.equal((await change(app, id, { name: 'SAU\u0301DE' })).name, 'SAÚDE');
});

test('calls for a missing category or user are refused with 404', async (t) => {
  const app = await startTestApp(t);
  const { id } = await create(app, 'Saúde');
  const customer = await app.customer();
  for (const call of [
    () => change(app, 999, { name: 'X' }),
    () => app.admin.call('DELETE /api/admin/categories/:id', { params: { id: 999 } }),
    () => app.admin.call('GET /api/admin/categories/:id/users', { params: { id: 999 } }),
    () => grant(app, customer, 999),
    () => revoke(app, customer, 999),
  ])
    await assertRefused(call(), 404, { message: 'Categoria não encontrada.' });
  await assertRefused(grant(app, { user: { id: 999 } }, id), 404, { message: 'Usuário não encontrado' });
});

test('granted and revoked access takes effect at once, in lists and in playlists', async (t) => {
  const app = await startTestApp(t);
  const { id } = await create(app, 'Saúde');
  const customer = await app.customer();
  assert.deepEqual(await grant(app, customer, id), { message: 'Acesso concedido' });
  const [access] = await customer.call('GET /api/user/category-access');
  assert.deepEqual([access?.categoryId, access?.category.name], [id, 'Saúde']);
  assert.deepEqual(
    (await app.admin.call('GET /api/admin/categories/:id/users', { params: { id } })).map((user) => user.email),
    [customer.user.email],
  );

  const { playlistId } = await playlistWithItemOf(app, customer, id);
  assert.equal(await playedCount(customer, playlistId), 1);
  await revoke(app, customer, id);
  assert.equal(await playedCount(customer, playlistId), 0);
  assert.deepEqual(await customer.call('GET /api/user/category-access'), []);

  await grant(app, customer, id);
  assert.equal(await playedCount(customer, playlistId), 1, 'the item is in the playlist again');
});

test('users with the role admin have access to every category, since its creation', async (t) => {
  const app = await startTestApp(t);
  const [health, beauty] = [await create(app, 'Saúde'), await create(app, 'Beleza')];
  const expected = [beauty, health].map(({ id, name, createdAt }) => [id, name, createdAt]);
  for (const person of [app.admin, await app.gestor()]) {
    const access = await person.call('GET /api/user/category-access');
    assert.deepEqual(
      access.map(({ categoryId, category, grantedAt }) => [categoryId, category.name, grantedAt]),
      expected,
    );
  }
  assert.deepEqual(await (await app.customer()).call('GET /api/user/category-access'), []);
});

test('a second grant or revocation has no effect', async (t) => {
  const app = await startTestApp(t);
  const { id } = await create(app, 'Saúde');
  const customer = await app.customer();
  await grant(app, customer, id);
  const [before] = await customer.call('GET /api/user/category-access');
  app.clock.advance(60_000);
  const socket = await customer.socket();
  await grant(app, customer, id);
  assert.deepEqual(await customer.call('GET /api/user/category-access'), [before]);
  await revoke(app, customer, id);
  await revoke(app, customer, id);
  await drain(socket);
  assert.equal(socket.messages.filter((message) => message.type === 'categoryAccessChanged').length, 1);
});

test("a deleted category's items may be played by everybody", async (t) => {
  const app = await startTestApp(t);
  const { id } = await create(app, 'Saúde');
  const customer = await app.customer();
  await grant(app, customer, id);
  const { playlistId, videoId } = await playlistWithItemOf(app, customer, id);
  await revoke(app, customer, id);
  assert.equal(await playedCount(customer, playlistId), 0);
  await app.admin.call('DELETE /api/admin/categories/:id', { params: { id } });
  assert.equal(await playedCount(customer, playlistId), 1);
  assert.deepEqual(await app.admin.call('GET /api/admin/categories'), []);
  const category = app.parts.database
    .prepare<[number], { category_id: number | null }>('SELECT category_id FROM videos WHERE id = ?')
    .get(videoId);
  assert.equal(category?.category_id, null);
});
