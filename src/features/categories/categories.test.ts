import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Customer, startTestApp, type TestApp } from '../../testing/app.ts';
import { refusal } from '../../testing/refusal.ts';

const create = (app: TestApp, name: string) => app.admin.call('POST /api/admin/categories', { body: { name } });
const grant = (app: TestApp, customer: Customer, categoryId: number) =>
  app.admin.call('POST /api/admin/users/:userId/categories/:categoryId', {
    params: { userId: customer.user.id, categoryId },
  });
const revoke = (app: TestApp, customer: Customer, categoryId: number) =>
  app.admin.call('DELETE /api/admin/users/:userId/categories/:categoryId', {
    params: { userId: customer.user.id, categoryId },
  });

/** A finished platform item of the category, in a new playlist of the customer. */
async function playItemOf(
  app: TestApp,
  customer: Customer,
  categoryId: number,
): Promise<{ playlistId: number; videoId: number }> {
  const { database } = app.parts;
  const { lastInsertRowid: videoId } = database
    .prepare<[number]>(
      "INSERT INTO videos (name, is_platform_video, category_id, processing_status, uploaded_at) VALUES ('Plataforma', 1, ?, 'completed', 0)",
    )
    .run(categoryId);
  const sha256 = videoId.toString(16).padStart(64, '0');
  database.exec(`
    INSERT INTO media_files (sha256, extension, content_type, size_bytes, created_at) VALUES ('${sha256}', 'mp4', 'video/mp4', 1, 0);
    INSERT INTO video_files (video_id, kind, sha256) VALUES (${videoId}, 'main', '${sha256}')`);
  const { id: playlistId } = await customer.call('POST /api/playlists', { body: { name: 'Sala' } });
  await customer.call('POST /api/videos/:videoId/assignments', {
    params: { videoId },
    body: { playlistId, frequency: 1 },
  });
  return { playlistId, videoId };
}

const plays = async (customer: Customer, playlistId: number) =>
  (await customer.call('GET /api/playlists/:id/randomized', { params: { id: playlistId } })).length;

test('the administration of categories is closed to guests and common users, and open to gestores', async (t) => {
  const app = await startTestApp(t);
  const { id } = await create(app, 'Saúde');
  const [customer, gestor] = [await app.customer(), await app.gestor()];
  const access = { userId: customer.user.id, categoryId: id };
  for (const [client, status] of [
    [app.guest(), 401],
    [customer, 403],
    [gestor, 200],
  ] as const) {
    assert.equal(await client.status('GET /api/admin/categories'), status);
    assert.equal(await client.status('GET /api/admin/categories/:id/users', { params: { id } }), status);
    assert.equal(await client.status('POST /api/admin/categories', { body: { name: `Nova ${status}` } }), status);
    assert.equal(
      await client.status('PATCH /api/admin/categories/:id', { params: { id }, body: { name: 'Saúde' } }),
      status,
    );
    assert.equal(
      await client.status('POST /api/admin/users/:userId/categories/:categoryId', { params: access }),
      status,
    );
    assert.equal(
      await client.status('DELETE /api/admin/users/:userId/categories/:categoryId', { params: access }),
      status,
    );
    assert.equal(await client.status('DELETE /api/admin/categories/:id', { params: { id } }), status);
  }
  assert.equal(await app.guest().status('GET /api/user/category-access'), 401);
});

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
  await playItemOf(app, customer, created.id);
  const list = await app.admin.call('GET /api/admin/categories');
  assert.deepEqual(
    list.map(({ name, userCount, videoCount }) => [name, userCount, videoCount]),
    [
      ['Animais', 0, 0],
      ['beleza', 0, 0],
      ['Saúde', 1, 1],
    ],
  );

  const customerSocket = await customer.socket();
  const changed = await app.admin.call('PATCH /api/admin/categories/:id', {
    params: { id: created.id },
    body: { name: 'Bem-estar', description: '' },
  });
  assert.deepEqual([changed.name, changed.description, changed.userCount], ['Bem-estar', null, 1]);
  const described = await app.admin.call('PATCH /api/admin/categories/:id', {
    params: { id: created.id },
    body: { description: 'Dicas' },
  });
  assert.deepEqual([described.name, described.description], ['Bem-estar', 'Dicas']);
  const renamed = await app.admin.call('PATCH /api/admin/categories/:id', {
    params: { id: created.id },
    body: { name: 'Bem-estar e saúde' },
  });
  assert.deepEqual([renamed.name, renamed.description], ['Bem-estar e saúde', 'Dicas']);
  await customerSocket.waitFor('categoryAccessChanged');
});

test('a name is required, fits, and is taken only once', async (t) => {
  const app = await startTestApp(t);
  const { id } = await create(app, 'Saúde');
  await create(app, 'Beleza');
  const blank = await refusal(create(app, '   '));
  assert.deepEqual([blank.status, blank.body.message], [400, 'Nome da categoria é obrigatório']);
  assert.equal((await refusal(create(app, 'x'.repeat(101)))).status, 400);
  assert.equal((await refusal(create(app, '👩‍⚕️'.repeat(60)))).status, 400, 'more code points than the column takes');
  const taken = await refusal(create(app, 'SAÚDE'.toLowerCase().replace('s', 'S')));
  assert.deepEqual(
    [taken.status, taken.body.code, taken.body.message],
    [409, 'conflict', 'Já existe uma categoria com este nome.'],
  );
  assert.equal(
    (await refusal(app.admin.call('PATCH /api/admin/categories/:id', { params: { id }, body: { name: 'BELEZA' } })))
      .status,
    409,
  );
  for (const same of ['SAÚDE', 'Sau\u0301de', 'saú\u00adde'])
    assert.equal((await refusal(create(app, same))).body.message, 'Já existe uma categoria com este nome.', same);
  assert.equal((await create(app, 'Saude')).name, 'Saude', 'without the accent it is another word');
  assert.equal(
    (await refusal(app.admin.call('PATCH /api/admin/categories/:id', { params: { id }, body: { name: 'SAUDE' } })))
      .status,
    409,
  );
  assert.equal(
    (await app.admin.call('PATCH /api/admin/categories/:id', { params: { id }, body: { name: 'saúde' } })).name,
    'saúde',
  );
  assert.equal(
    (await app.admin.call('PATCH /api/admin/categories/:id', { params: { id }, body: { name: 'SAU\u0301DE' } })).name,
    'SAÚDE',
  );
});

test('what is not there is not found', async (t) => {
  const app = await startTestApp(t);
  const { id } = await create(app, 'Saúde');
  const customer = await app.customer();
  for (const call of [
    () => app.admin.call('PATCH /api/admin/categories/:id', { params: { id: 999 }, body: { name: 'X' } }),
    () => app.admin.call('DELETE /api/admin/categories/:id', { params: { id: 999 } }),
    () => app.admin.call('GET /api/admin/categories/:id/users', { params: { id: 999 } }),
    () => grant(app, customer, 999),
    () => revoke(app, customer, 999),
  ]) {
    const { status, body } = await refusal(call());
    assert.deepEqual([status, body.message], [404, 'Categoria não encontrada.']);
  }
  const nobody = await refusal(
    app.admin.call('POST /api/admin/users/:userId/categories/:categoryId', { params: { userId: 999, categoryId: id } }),
  );
  assert.deepEqual([nobody.status, nobody.body.message], [404, 'Usuário não encontrado']);
});

test('access is granted and taken away at once, on the lists and in the playlists', async (t) => {
  const app = await startTestApp(t);
  const { id } = await create(app, 'Saúde');
  const [customer, other] = [await app.customer(), await app.customer()];
  const [socket, otherSocket, adminSocket] = [await customer.socket(), await other.socket(), await app.admin.socket()];
  assert.deepEqual(await grant(app, customer, id), { message: 'Acesso concedido' });
  await socket.waitFor('categoryAccessChanged');
  await adminSocket.waitFor('adminChanged', (message) => message.what === 'categories');
  const [access] = await customer.call('GET /api/user/category-access');
  assert.deepEqual([access?.categoryId, access?.category.name], [id, 'Saúde']);
  assert.deepEqual(
    (await app.admin.call('GET /api/admin/categories/:id/users', { params: { id } })).map((user) => user.email),
    [customer.user.email],
  );

  const { playlistId } = await playItemOf(app, customer, id);
  assert.equal(await plays(customer, playlistId), 1);
  socket.send({ type: 'subscribe_playlist', playlistId });
  await socket.waitFor('subscribed', (message) => message.to === 'playlist');
  socket.messages.length = 0;
  await revoke(app, customer, id);
  await socket.waitFor('categoryAccessChanged');
  await socket.waitFor('playlist_update', (message) => message.playlistId === playlistId);
  assert.equal(await plays(customer, playlistId), 0);
  assert.deepEqual(await customer.call('GET /api/user/category-access'), []);

  await grant(app, customer, id);
  assert.equal(await plays(customer, playlistId), 1, 'what stood in the playlist comes back');
  assert.ok(!otherSocket.messages.some((message) => message.type === 'categoryAccessChanged'));
});

test('role admin sees every category from its beginning', async (t) => {
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

test('granting or revoking twice is as once', async (t) => {
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
  socket.send({ type: 'ping' });
  await socket.waitFor('pong');
  assert.equal(socket.messages.filter((message) => message.type === 'categoryAccessChanged').length, 1);
});

test("a deleted category's items may be played by everybody, and all are notified", async (t) => {
  const app = await startTestApp(t);
  const { id } = await create(app, 'Saúde');
  const [customer, other] = [await app.customer(), await app.customer()];
  await grant(app, customer, id);
  const { playlistId, videoId } = await playItemOf(app, customer, id);
  await revoke(app, customer, id);
  assert.equal(await plays(customer, playlistId), 0);
  const [socket, otherSocket] = [await customer.socket(), await other.socket()];
  const response = await app.admin.request(`/api/admin/categories/${id}`, { method: 'DELETE' });
  assert.equal(response.status, 204);
  await otherSocket.waitFor('categoryAccessChanged');
  await socket.waitFor('contentChanged', (message) => message.what === 'playlists');
  assert.equal(await plays(customer, playlistId), 1);
  assert.deepEqual(await app.admin.call('GET /api/admin/categories'), []);
  const category = app.parts.database
    .prepare<[number], { category_id: number | null }>('SELECT category_id FROM videos WHERE id = ?')
    .get(videoId);
  assert.equal(category?.category_id, null);
});
