import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Customer } from '../../testing/app.ts';
import {
  assertRefused,
  drain,
  idsOf,
  newPlaylist,
  sendPlaylist,
  startClinic,
  startClinics,
  startScreen,
} from '../../testing/steps.ts';

type Fields = { title?: string; message?: string; isActive?: boolean };
const write = (owner: Customer, body: Fields) =>
  owner.call('POST /api/breaking-news', { body: body as { message: string } });
const change = (owner: Customer, id: number, body: Fields) =>
  owner.call('PATCH /api/breaking-news/:id', { params: { id }, body });
const remove = (owner: Customer, id: number) => owner.call('DELETE /api/breaking-news/:id', { params: { id } });
const list = (owner: Customer) => owner.call('GET /api/breaking-news');
const showIn = (owner: Customer, id: number, playlistIds: number[]) =>
  owner.call('POST /api/breaking-news/:id/playlists', { params: { id }, body: { playlistIds } });

test('a message can be created, changed, assigned to playlists and deleted', async (t) => {
  const { clinic } = await startClinic(t);
  const playlist = await newPlaylist(clinic, 'Recepção');
  const first = await write(clinic, { title: '  ', message: ' Tragam o cartão do convênio 🙂 ' });
  assert.deepEqual(
    { ...first, id: 0, createdAt: '' },
    { id: 0, title: null, message: 'Tragam o cartão do convênio 🙂', isActive: true, createdAt: '', playlists: [] },
  );
  const second = await write(clinic, { title: 'Aviso', message: 'Fechado na sexta', isActive: false });
  assert.deepEqual(idsOf(await list(clinic)), [second.id, first.id]);

  const shown = [{ id: playlist.id, name: 'Recepção' }];
  const params = { id: first.id };
  assert.deepEqual((await showIn(clinic, first.id, [playlist.id, playlist.id])).playlists, shown);
  assert.deepEqual(await clinic.call('GET /api/breaking-news/:id/playlists', { params }), shown);
  assert.deepEqual((await list(clinic))[1]?.playlists, shown);

  const changed = await change(clinic, second.id, { isActive: true });
  assert.deepEqual([changed.title, changed.message, changed.isActive], ['Aviso', 'Fechado na sexta', true]);
  assert.equal((await change(clinic, second.id, { title: '' })).title, null);

  await remove(clinic, first.id);
  assert.deepEqual(idsOf(await list(clinic)), [second.id]);
  await assertRefused(remove(clinic, first.id), 404);
});

test('invalid texts are refused with the error texts of the contract', async (t) => {
  const { clinic } = await startClinic(t);
  const refusals: [Fields, Record<string, string>][] = [
    [{ title: 'x'.repeat(33), message: 'a' }, { title: 'Título deve ter no máximo 32 caracteres' }],
    [{ message: ' \n ' }, { message: 'Mensagem é obrigatória' }],
    [{ message: 'x'.repeat(221) }, { message: 'Mensagem deve ter no máximo 220 caracteres' }],
  ];
  for (const [body, fields] of refusals) await assertRefused(write(clinic, body), 400, { fields });
  assert.deepEqual(await list(clinic), []);
  // An emoji counts as one character; half an emoji is not stored.
  const stored = await write(clinic, { title: '👨‍👩‍👧'.repeat(32), message: `${'👍🏽'.repeat(219)}\ud83d!` });
  assert.deepEqual([stored.title, stored.message], ['👨‍👩‍👧'.repeat(32), `${'👍🏽'.repeat(219)}!`]);
});

test('a user can have at most 12 messages, also if requests arrive simultaneously', async (t) => {
  const { clinic } = await startClinic(t);
  const statuses = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      clinic.status('POST /api/breaking-news', { body: { message: `Aviso ${i}`, isActive: i % 2 === 0 } }),
    ),
  );
  assert.deepEqual(statuses.sort(), [...Array<number>(12).fill(200), ...Array<number>(8).fill(403)]);
  await assertRefused(write(clinic, { message: 'a' }), 403, { message: 'Você atingiu o limite de 12 mensagens.' });
  const [last] = await list(clinic);
  await remove(clinic, last?.id ?? 0);
  await write(clinic, { message: 'a' });
});

test('a foreign playlist is not found, and the refused change has no effect', async (t) => {
  const { clinic: mine, other: theirs } = await startClinics(t);
  const [a, b] = [await newPlaylist(mine, 'A'), await newPlaylist(theirs, 'B')];
  const { id } = await write(mine, { message: 'Minha' });
  await showIn(mine, id, [a.id]);
  const studio = await mine.socket();
  for (const playlistId of [b.id, 999_999]) await assertRefused(showIn(mine, id, [playlistId]), 404);
  assert.deepEqual((await list(mine))[0]?.playlists, [{ id: a.id, name: 'A' }]);
  await drain(studio);
  assert.ok(!studio.messages.some(({ type }) => type === 'contentChanged'), 'a refused change publishes nothing');
});

test('the owner of a playlist, and a screen that plays it, can read its active messages', async (t) => {
  const { clinic, screen } = await startScreen(t);
  const [shown, other] = [await newPlaylist(clinic, 'No ar'), await newPlaylist(clinic, 'Outra')];
  const { id } = await write(clinic, { title: 'Um', message: 'Primeira' });
  await showIn(clinic, id, [shown.id]);
  await showIn(clinic, (await write(clinic, { message: 'Desligada', isActive: false })).id, [shown.id]);
  await showIn(clinic, (await write(clinic, { message: 'De outra playlist' })).id, [other.id]);
  const expected = [{ id, title: 'Um', message: 'Primeira', isActive: true }];
  const ticker = { params: { id: shown.id } };
  assert.deepEqual(await clinic.call('GET /api/playlists/:id/breaking-news', ticker), expected);
  assert.equal(await screen.status('GET /api/playlists/:id/breaking-news', ticker), 404, 'no playlist yet');
  await sendPlaylist(clinic, screen.playerId, shown.id);
  assert.deepEqual(await screen.call('GET /api/playlists/:id/breaking-news', ticker), expected);
  assert.equal(await screen.status('GET /api/playlists/:id/breaking-news', { params: { id: other.id } }), 404);
});

test('an account without access to messages has an empty ticker and cannot write messages', async (t) => {
  const { app, clinic } = await startClinic(t);
  const params = { id: (await newPlaylist(clinic)).id };
  await showIn(clinic, (await write(clinic, { message: 'a' })).id, [params.id]);
  const user = { id: clinic.user.id };
  const quotas = await app.admin.call('GET /api/admin/users/:id/quotas', { params: user });
  const body = { ...quotas, canAccessBreakingNews: false };
  await app.admin.call('PUT /api/admin/users/:id/quotas', { params: user, body });
  await assertRefused(write(clinic, { message: 'b' }), 403);
  assert.deepEqual(await clinic.call('GET /api/playlists/:id/breaking-news', { params }), []);
});

test('a change of a message is sent once to the subscribers of each playlist that shows or showed it', async (t) => {
  const { clinic } = await startClinics(t);
  const [a, b] = [(await newPlaylist(clinic, 'A')).id, (await newPlaylist(clinic, 'B')).id];
  const { id } = await write(clinic, { message: 'a' });
  const subscribe = (playlistId: number) => clinic.socket({ type: 'subscribe_playlist', playlistId });
  const subscribers = [await subscribe(a), await subscribe(b)];
  const expectSent = async (act: () => Promise<unknown>, expected: number[]) => {
    await Promise.all(subscribers.map(drain));
    for (const { messages } of subscribers) messages.length = 0;
    await act();
    await Promise.all(subscribers.map(drain));
    const sent = subscribers.map(
      ({ messages }) => messages.filter(({ type }) => type === 'BREAKING_NEWS_UPDATE').length,
    );
    assert.deepEqual(sent, expected);
  };
  await expectSent(() => showIn(clinic, id, [a]), [1, 0]);
  await expectSent(() => showIn(clinic, id, [a, b]), [1, 1]);
  await expectSent(() => showIn(clinic, id, [b]), [1, 1]);
  await expectSent(() => change(clinic, id, { message: 'b' }), [0, 1]);
  await expectSent(() => remove(clinic, id), [0, 1]);
});

test('the store refuses to assign a foreign message or a foreign playlist', async (t) => {
  const { app, clinic, other } = await startClinics(t);
  const [own, foreign] = [await newPlaylist(clinic, 'A'), await newPlaylist(other, 'B')];
  const { id } = await write(clinic, { message: 'a' });
  const { messages, database } = app.parts;
  const show = (userId: number, playlistId: number) =>
    database.tx(() => messages.setPlaylists(userId, id, [playlistId]));
  show(clinic.user.id, own.id);
  assert.throws(() => show(clinic.user.id, foreign.id));
  assert.throws(() => show(other.user.id, foreign.id));
  assert.deepEqual(messages.findOrThrow(clinic.user.id, id).playlists, [{ id: own.id, name: own.name }]);
});
