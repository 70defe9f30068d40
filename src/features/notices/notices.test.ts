import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BodyInput } from '../../contract/endpoint.ts';
import type { Api } from '../../contract/api/index.ts';
import { type Client, startTestApp } from '../../testing/app.ts';
import { assertRefused, failsWith, idsOf, startClinic, startClinics, startScreen } from '../../testing/steps.ts';

const notice = { title: 'Manutenção', message: 'Hoje às 18h', noticeType: 'global' as const };
type Fields = Partial<BodyInput<Api['POST /api/admin/notices']>>;
const create = (manager: Client, fields: Fields = {}) =>
  manager.call('POST /api/admin/notices', { body: { ...notice, ...fields } });
const change = (manager: Client, id: number, fields: Fields = {}) =>
  manager.call('PUT /api/admin/notices/:id', { params: { id }, body: { ...notice, ...fields } });
const toggle = (manager: Client, id: number, isActive: boolean) =>
  manager.call('PATCH /api/admin/notices/:id/toggle', { params: { id }, body: { isActive } });
const remove = (manager: Client, id: number) => manager.call('DELETE /api/admin/notices/:id', { params: { id } });

test('notices can be created, changed, switched and deleted; the list contains the names of their targets', async (t) => {
  const { app, clinic, screen } = await startScreen(t);
  const { admin } = app;
  const targets = { targetUserId: clinic.user.id, targetPlayerId: screen.playerId };
  const global = await create(admin, targets);
  const names = { targetUserEmail: null, targetPlayerName: null, targetPlayerOwner: null };
  const looks = { backgroundColor: '#DC2626', textColor: '#FFFFFF' };
  const times = { isActive: true, displayIntervalSeconds: 60, displayDurationSeconds: 60 };
  const { id, createdAt } = global;
  const noTarget = { targetUserId: null, targetPlayerId: null };
  assert.deepEqual(global, { ...notice, id, createdAt, ...noTarget, ...names, ...looks, ...times });
  const forUser = await create(await app.gestor(), { noticeType: 'user', ...targets });
  assert.deepEqual(
    [forUser.targetUserId, forUser.targetPlayerId, forUser.targetUserEmail],
    [clinic.user.id, null, clinic.user.email],
  );
  const changes = { title: 'Novo', noticeType: 'player' as const, backgroundColor: '#00aaFF' };
  const forScreen = await change(admin, forUser.id, { ...changes, ...targets });
  assert.deepEqual(forScreen, { ...forScreen, ...changes, ...targets, targetUserId: null });
  assert.equal(typeof forScreen.targetPlayerName, 'string');
  assert.equal(forScreen.targetPlayerOwner, clinic.user.username);
  assert.deepEqual(idsOf(await admin.call('GET /api/admin/notices')), [forUser.id, global.id]);

  assert.equal((await toggle(admin, forUser.id, false)).isActive, false);
  await remove(admin, forUser.id);
  await assertRefused(change(admin, forUser.id), 404);
  await assertRefused(toggle(admin, forUser.id, true), 404);
  await assertRefused(remove(admin, forUser.id), 404);
});

test('omitted fields of a change stay unchanged', async (t) => {
  const { app, clinic } = await startClinic(t);
  const { admin } = app;
  const looks = { isActive: false, backgroundColor: '#112233', textColor: '#445566' };
  const times = { displayIntervalSeconds: 120, displayDurationSeconds: 30 };
  const created = await create(admin, { noticeType: 'user', targetUserId: clinic.user.id, ...looks, ...times });
  const { id } = created;
  assert.deepEqual(await change(admin, id, { title: 'Novo', noticeType: 'user' }), { ...created, title: 'Novo' });
  const global = await change(admin, id);
  assert.deepEqual(global, { ...created, noticeType: 'global', targetUserId: null, targetUserEmail: null });
  const fields = { targetUserId: 'Selecione um usuário.' };
  await assertRefused(change(admin, id, { noticeType: 'user' }), 400, { fields }, 'the previous target was removed');
  assert.deepEqual(await admin.call('GET /api/admin/notices'), [global]);
  assert.equal((await change(admin, id, { isActive: true, textColor: '#FFFFFF' })).isActive, true);
});

test('the API accepts more than the form: titles of 200 and texts of 1,000 characters, shown for 3 to 30 s every 10 to 300 s', async (t) => {
  const { admin } = await startTestApp(t);
  const longest = { title: 'x'.repeat(200), message: 'y'.repeat(1000) };
  for (const [displayDurationSeconds, displayIntervalSeconds] of [
    [3, 10],
    [30, 300],
    // Accepted too, because old clients always send it (contract/README 8.1).
    [60, 60],
  ] as const) {
    const sent = { ...longest, displayDurationSeconds, displayIntervalSeconds };
    const created = await create(admin, sent);
    assert.deepEqual({ ...created, ...sent }, created);
    // A response may be sent back as a change.
    const { id, createdAt: _, targetUserEmail: __, targetPlayerName: ___, ...body } = created;
    assert.deepEqual(await change(admin, id, body), created);
  }
});

test("invalid fields and missing targets are refused with the field's name", async (t) => {
  const { admin } = await startTestApp(t);
  const colours = {
    backgroundColor: 'Cor de fundo deve ser um código hexadecimal válido',
    textColor: 'Cor do texto deve ser um código hexadecimal válido',
  };
  const seconds = {
    displayDurationSeconds: 'Entre 3 e 30 segundos.',
    displayIntervalSeconds: 'Entre 10 e 300 segundos.',
  };
  const refusals: [body: object, fields: Record<string, string>][] = [
    [
      { title: ' ', message: '' },
      { title: 'Título é obrigatório', message: 'Mensagem é obrigatória' },
    ],
    [
      { title: 'x'.repeat(201), message: 'x'.repeat(1001) },
      { title: 'Título muito longo', message: 'Mensagem muito longa' },
    ],
    [{ backgroundColor: 'red', textColor: '#12345' }, colours],
    [{ backgroundColor: null, textColor: 112233 }, colours],
    [{ noticeType: 'user' }, { targetUserId: 'Selecione um usuário.' }],
    [{ noticeType: 'player', targetUserId: 1 }, { targetPlayerId: 'Selecione uma tela.' }],
    [{ noticeType: 'user', targetUserId: 999 }, { targetUserId: 'Usuário não encontrado.' }],
    [{ noticeType: 'player', targetPlayerId: 999 }, { targetPlayerId: 'Tela não encontrada.' }],
    ...[
      [2, 9],
      [31, 301],
      [61, 0],
      [10.5, 60.5],
      ['10', null],
    ].map(([displayDurationSeconds, displayIntervalSeconds]): [object, typeof seconds] => [
      { displayDurationSeconds, displayIntervalSeconds },
      seconds,
    ]),
  ];
  for (const [body, fields] of refusals)
    await assertRefused(create(admin, body), 400, { code: 'invalid_input', fields }, JSON.stringify(body));
  await assert.rejects(create(admin, { noticeType: 'todos' as never }), failsWith(400, 'noticeType'));
  await assert.rejects(
    create(admin, { noticeType: 'user', targetUserId: '' as never }),
    failsWith(400, 'targetUserId'),
  );
  assert.deepEqual(await admin.call('GET /api/admin/notices'), []);
});

test('a screen gets the active notices for all screens, for its owner and for itself, and is notified of new ones', async (t) => {
  const { app, clinic, other } = await startClinics(t);
  const [screen, sibling, foreign] = [await app.screen(clinic), await app.screen(clinic), await app.screen(other)];
  const [onScreen, managers] = [await screen.socket(), await app.admin.socket()];
  await create(app.admin, { title: 'todos' });
  await onScreen.waitFor('noticesUpdated');
  await managers.waitFor('adminChanged', ({ what }) => what === 'notices');
  await create(app.admin, { title: 'dono', noticeType: 'user', targetUserId: clinic.user.id });
  await create(app.admin, { title: 'tela', noticeType: 'player', targetPlayerId: screen.playerId });
  await create(app.admin, { title: 'desligado', isActive: false });
  const titles = async (device: typeof screen) =>
    (await device.call('GET /api/player/admin-notices')).map(({ title }) => title);
  assert.deepEqual(await titles(screen), ['tela', 'dono', 'todos'], 'newest first');
  assert.deepEqual(await titles(sibling), ['dono', 'todos']);
  assert.deepEqual(await titles(foreign), ['todos']);
});
