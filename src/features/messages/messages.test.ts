import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, type Customer, startTestApp } from '../../testing/app.ts';

const failsWith = (status: number, message?: string) => (error: unknown) =>
  error instanceof ApiError && error.status === status && (message === undefined || error.body.message === message);

const newPlaylist = (owner: Customer, name: string) => owner.call('POST /api/playlists', { body: { name } });

test('a message is written, changed, shown in playlists and deleted', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const playlist = await newPlaylist(clinic, 'Recepção');

  const first = await clinic.call('POST /api/breaking-news', {
    body: { title: '  ', message: ' Tragam o cartão do convênio 🙂 ' },
  });
  assert.deepEqual(
    { ...first, id: 0, createdAt: '' },
    { id: 0, title: null, message: 'Tragam o cartão do convênio 🙂', isActive: true, createdAt: '', playlists: [] },
  );
  const second = await clinic.call('POST /api/breaking-news', {
    body: { title: 'Aviso', message: 'Fechado na sexta', isActive: false },
  });
  assert.deepEqual(
    (await clinic.call('GET /api/breaking-news')).map(({ id }) => id),
    [second.id, first.id],
  );

  const shown = await clinic.call('POST /api/breaking-news/:id/playlists', {
    params: { id: first.id },
    body: { playlistIds: [playlist.id, playlist.id] },
  });
  assert.deepEqual(shown.playlists, [{ id: playlist.id, name: 'Recepção' }]);
  assert.deepEqual(await clinic.call('GET /api/breaking-news/:id/playlists', { params: { id: first.id } }), [
    { id: playlist.id, name: 'Recepção' },
  ]);
  assert.deepEqual((await clinic.call('GET /api/breaking-news'))[1]?.playlists, [
    { id: playlist.id, name: 'Recepção' },
  ]);

  const changed = await clinic.call('PATCH /api/breaking-news/:id', {
    params: { id: second.id },
    body: { isActive: true },
  });
  assert.deepEqual([changed.title, changed.message, changed.isActive], ['Aviso', 'Fechado na sexta', true]);
  assert.equal(
    (await clinic.call('PATCH /api/breaking-news/:id', { params: { id: second.id }, body: { title: '' } })).title,
    null,
  );

  await clinic.call('DELETE /api/breaking-news/:id', { params: { id: first.id } });
  assert.deepEqual(
    (await clinic.call('GET /api/breaking-news')).map(({ id }) => id),
    [second.id],
  );
  await assert.rejects(clinic.call('DELETE /api/breaking-news/:id', { params: { id: first.id } }), failsWith(404));
});

test('wrong texts are refused with the sentences people are promised', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const fieldsOf = async (body: object) => {
    try {
      await clinic.call('POST /api/breaking-news', { body: body as never });
    } catch (error) {
      assert.ok(error instanceof ApiError && error.status === 400);
      return error.body.fields;
    }
    return undefined;
  };
  assert.deepEqual(await fieldsOf({ title: 'x'.repeat(33), message: 'a' }), {
    title: 'Título deve ter no máximo 32 caracteres',
  });
  assert.deepEqual(await fieldsOf({ message: ' \n ' }), { message: 'Mensagem é obrigatória' });
  assert.deepEqual(await fieldsOf({ message: 'x'.repeat(221) }), {
    message: 'Mensagem deve ter no máximo 220 caracteres',
  });
  assert.deepEqual(Object.keys((await fieldsOf({ title: 'a' })) ?? {}), ['message']);
  assert.deepEqual(await clinic.call('GET /api/breaking-news'), []);
  // Whole emoji count once; half an emoji is not stored.
  const kept = await clinic.call('POST /api/breaking-news', {
    body: { title: '👨‍👩‍👧'.repeat(32), message: `${'👍🏽'.repeat(219)}\ud83d!` },
  });
  assert.equal(kept.title, '👨‍👩‍👧'.repeat(32));
  assert.equal(kept.message, `${'👍🏽'.repeat(219)}!`);
});

test('a user has 12 messages at most, however many requests come at once', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const statuses = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      clinic.status('POST /api/breaking-news', { body: { message: `Aviso ${i}`, isActive: i % 2 === 0 } }),
    ),
  );
  assert.equal(statuses.filter((status) => status === 200).length, 12);
  assert.equal(statuses.filter((status) => status === 403).length, 8);
  await assert.rejects(
    clinic.call('POST /api/breaking-news', { body: { message: 'a' } }),
    failsWith(403, 'Você atingiu o limite de 12 mensagens.'),
  );
  const [last] = await clinic.call('GET /api/breaking-news');
  await clinic.call('DELETE /api/breaking-news/:id', { params: { id: last?.id ?? 0 } });
  await clinic.call('POST /api/breaking-news', { body: { message: 'a' } });
});

test("another user's message and playlists do not exist for me, and nothing is half done", async (t) => {
  const app = await startTestApp(t);
  const [mine, theirs] = [await app.customer(), await app.customer()];
  const message = await mine.call('POST /api/breaking-news', { body: { message: 'Minha' } });
  const [a, b] = [await newPlaylist(mine, 'A'), await newPlaylist(theirs, 'B')];
  await mine.call('POST /api/breaking-news/:id/playlists', {
    params: { id: message.id },
    body: { playlistIds: [a.id] },
  });
  const params = { id: message.id };

  for (const person of [theirs, app.admin]) {
    assert.equal(await person.status('PATCH /api/breaking-news/:id', { params, body: { message: 'x' } }), 404);
    assert.equal(await person.status('DELETE /api/breaking-news/:id', { params }), 404);
    assert.equal(await person.status('GET /api/breaking-news/:id/playlists', { params }), 404);
    assert.equal(
      await person.status('POST /api/breaking-news/:id/playlists', { params, body: { playlistIds: [] } }),
      404,
    );
  }
  assert.equal(await theirs.status('GET /api/playlists/:id/breaking-news', { params: { id: a.id } }), 404);
  assert.equal(
    await mine.status('POST /api/breaking-news/:id/playlists', { params, body: { playlistIds: [b.id] } }),
    404,
  );
  assert.equal(
    await mine.status('POST /api/breaking-news/:id/playlists', { params, body: { playlistIds: [999_999] } }),
    404,
  );
  assert.deepEqual((await mine.call('GET /api/breaking-news'))[0]?.playlists, [{ id: a.id, name: 'A' }]);
  assert.equal(await app.guest().status('GET /api/breaking-news'), 401);
  assert.equal(await app.guest().status('GET /api/playlists/:id/breaking-news', { params: { id: a.id } }), 401);
});

test('the ticker of a playlist has its active messages, for its owner and for the screen that plays it', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const [shown, other] = [await newPlaylist(clinic, 'No ar'), await newPlaylist(clinic, 'Outra')];
  const messages = await Promise.all([
    clinic.call('POST /api/breaking-news', { body: { title: 'Um', message: 'Primeira' } }),
    clinic.call('POST /api/breaking-news', { body: { message: 'Desligada', isActive: false } }),
    clinic.call('POST /api/breaking-news', { body: { message: 'De outra playlist' } }),
  ]);
  for (const [index, { id }] of messages.entries()) {
    await clinic.call('POST /api/breaking-news/:id/playlists', {
      params: { id },
      body: { playlistIds: [index === 2 ? other.id : shown.id] },
    });
  }
  const expected = [{ id: messages[0]?.id, title: 'Um', message: 'Primeira', isActive: true }];
  const screen = await app.screen(clinic);
  const ticker = { params: { id: shown.id } };
  assert.deepEqual(await clinic.call('GET /api/playlists/:id/breaking-news', ticker), expected);
  assert.equal(await screen.status('GET /api/playlists/:id/breaking-news', ticker), 404, 'it plays nothing yet');
  await clinic.call('POST /api/my-players/:id/assign-playlist', {
    params: { id: screen.playerId },
    body: { playlistId: shown.id },
  });
  assert.deepEqual(await screen.call('GET /api/playlists/:id/breaking-news', ticker), expected);
  assert.equal(await screen.status('GET /api/playlists/:id/breaking-news', { params: { id: other.id } }), 404);
});

test('without the feature a user writes nothing and the screens show nothing', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const playlist = await newPlaylist(clinic, 'A');
  const message = await clinic.call('POST /api/breaking-news', { body: { message: 'a' } });
  await clinic.call('POST /api/breaking-news/:id/playlists', {
    params: { id: message.id },
    body: { playlistIds: [playlist.id] },
  });
  const quotas = await app.admin.call('GET /api/admin/users/:id/quotas', { params: { id: clinic.user.id } });
  await app.admin.call('PUT /api/admin/users/:id/quotas', {
    params: { id: clinic.user.id },
    body: { ...quotas, canAccessBreakingNews: false },
  });
  await assert.rejects(clinic.call('GET /api/breaking-news'), failsWith(403));
  assert.equal(await clinic.status('POST /api/breaking-news', { body: { message: 'b' } }), 403);
  assert.deepEqual(await clinic.call('GET /api/playlists/:id/breaking-news', { params: { id: playlist.id } }), []);
});

test('every change notifies the studios of the owner and who shows the playlists, old and new', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const [a, b] = [await newPlaylist(clinic, 'A'), await newPlaylist(clinic, 'B')];
  const message = await clinic.call('POST /api/breaking-news', { body: { message: 'a' } });
  const params = { id: message.id };
  const studio = await clinic.socket();
  const [watchesA, watchesB] = [
    await clinic.socket({ type: 'subscribe_playlist', playlistId: a.id }),
    await clinic.socket({ type: 'subscribe_playlist', playlistId: b.id }),
  ];
  const received = async (playlistId: number, socket: typeof studio) => {
    await socket.waitFor('BREAKING_NEWS_UPDATE', (update) => update.playlistId === playlistId);
    await studio.waitFor('contentChanged', (change) => change.what === 'messages');
    const count = socket.messages.filter(({ type }) => type === 'BREAKING_NEWS_UPDATE').length;
    for (const { messages } of [studio, watchesA, watchesB]) messages.length = 0;
    return count;
  };
  await clinic.call('POST /api/breaking-news/:id/playlists', { params, body: { playlistIds: [a.id] } });
  assert.equal(await received(a.id, watchesA), 1);
  await clinic.call('POST /api/breaking-news/:id/playlists', { params, body: { playlistIds: [b.id] } });
  await watchesA.waitFor('BREAKING_NEWS_UPDATE');
  assert.equal(await received(b.id, watchesB), 1);
  await clinic.call('PATCH /api/breaking-news/:id', { params, body: { message: 'b' } });
  assert.equal(await received(b.id, watchesB), 1);
  await clinic
    .call('POST /api/breaking-news/:id/playlists', { params, body: { playlistIds: [999_999] } })
    .catch(() => {});
  await clinic.call('DELETE /api/breaking-news/:id', { params });
  assert.equal(await received(b.id, watchesB), 1, 'the refused change notified nobody');
  await clinic.call('POST /api/breaking-news', { body: { message: 'c' } });
  await studio.waitFor('contentChanged', (change) => change.what === 'messages');
});

test('the store itself shows a message in no playlist, and no playlist a message, of somebody else', async (t) => {
  const app = await startTestApp(t);
  const [clinic, other] = [await app.customer(), await app.customer()];
  const [own, foreign] = [await newPlaylist(clinic, 'A'), await newPlaylist(other, 'B')];
  const { id } = await clinic.call('POST /api/breaking-news', { body: { message: 'a' } });
  const { messages, database } = app.parts;
  const show = (userId: number, playlistId: number) =>
    database.tx(() => messages.setPlaylists(userId, id, [playlistId]));
  show(clinic.user.id, own.id);
  assert.throws(() => show(clinic.user.id, foreign.id));
  assert.throws(() => show(other.user.id, foreign.id));
  assert.deepEqual(messages.findOrThrow(clinic.user.id, id).playlists, [{ id: own.id, name: own.name }]);
});
