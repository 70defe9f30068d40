import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, startTestApp } from '../../testing/app.ts';
import { refusal } from '../../testing/refusal.ts';

const notice = { title: 'Manutenção', message: 'Hoje às 18h', noticeType: 'global' as const };

test('notices are created, changed, switched and deleted; the list names their targets', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const screen = await app.screen(clinic);
  const gestor = await app.gestor();
  const { admin } = app;

  const global = await admin.call('POST /api/admin/notices', {
    body: { ...notice, targetUserId: clinic.user.id, targetPlayerId: screen.playerId },
  });
  assert.deepEqual(
    { ...global, id: 0, createdAt: '' },
    {
      ...notice,
      id: 0,
      createdAt: '',
      targetUserId: null,
      targetPlayerId: null,
      targetUserEmail: null,
      targetPlayerName: null,
      targetPlayerOwner: null,
      backgroundColor: '#DC2626',
      textColor: '#FFFFFF',
      isActive: true,
      displayIntervalSeconds: 60,
      displayDurationSeconds: 60,
    },
  );
  const forUser = await gestor.call('POST /api/admin/notices', {
    body: { ...notice, noticeType: 'user', targetUserId: clinic.user.id, targetPlayerId: screen.playerId },
  });
  assert.deepEqual(
    [forUser.targetUserId, forUser.targetPlayerId, forUser.targetUserEmail],
    [clinic.user.id, null, clinic.user.email],
  );
  const params = { id: forUser.id };
  const forScreen = await admin.call('PUT /api/admin/notices/:id', {
    params,
    body: {
      ...notice,
      title: 'Novo',
      noticeType: 'player',
      targetUserId: clinic.user.id,
      targetPlayerId: screen.playerId,
      backgroundColor: '#00aaFF',
    },
  });
  assert.deepEqual(
    [forScreen.title, forScreen.targetUserId, forScreen.targetPlayerId, forScreen.backgroundColor],
    ['Novo', null, screen.playerId, '#00aaFF'],
  );
  assert.equal(typeof forScreen.targetPlayerName, 'string');
  assert.equal(forScreen.targetPlayerOwner, clinic.user.username);
  assert.deepEqual(
    (await admin.call('GET /api/admin/notices')).map(({ id }) => id),
    [forUser.id, global.id],
  );

  assert.equal(
    (await admin.call('PATCH /api/admin/notices/:id/toggle', { params, body: { isActive: false } })).isActive,
    false,
  );
  await admin.call('DELETE /api/admin/notices/:id', { params });
  for (const status of [
    await admin.status('PUT /api/admin/notices/:id', { params, body: notice }),
    await admin.status('PATCH /api/admin/notices/:id/toggle', { params, body: { isActive: true } }),
    await admin.status('DELETE /api/admin/notices/:id', { params }),
  ])
    assert.equal(status, 404);
});

test('a change keeps what it does not name', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const { admin } = app;
  const own = {
    isActive: false,
    backgroundColor: '#112233',
    textColor: '#445566',
    displayIntervalSeconds: 120,
    displayDurationSeconds: 30,
  };
  const created = await admin.call('POST /api/admin/notices', {
    body: { ...notice, noticeType: 'user', targetUserId: clinic.user.id, ...own },
  });
  const params = { id: created.id };
  const change = (body: object) => admin.call('PUT /api/admin/notices/:id', { params, body: { ...notice, ...body } });
  assert.deepEqual(await change({ title: 'Novo', noticeType: 'user' }), { ...created, title: 'Novo' });
  const global = await change({ noticeType: 'global' });
  assert.deepEqual(global, { ...created, noticeType: 'global', targetUserId: null, targetUserEmail: null });
  const { status, body } = await refusal(change({ noticeType: 'user' }));
  assert.deepEqual(
    [status, body.fields],
    [400, { targetUserId: 'Selecione um usuário.' }],
    'the target it had is gone',
  );
  assert.deepEqual(await admin.call('GET /api/admin/notices'), [global]);
  assert.equal((await change({ noticeType: 'global', isActive: true, textColor: '#FFFFFF' })).isActive, true);
});

test('a program may send more than the form: up to 200 and 1,000 characters, 3 to 30 s, 10 to 300 s', async (t) => {
  const app = await startTestApp(t);
  const { admin } = app;
  const longest = { ...notice, title: 'x'.repeat(200), message: 'y'.repeat(1000) };
  for (const [displayDurationSeconds, displayIntervalSeconds] of [
    [3, 10],
    [30, 300],
    [60, 60],
  ] as const) {
    const sent = { ...longest, displayDurationSeconds, displayIntervalSeconds };
    const created = await admin.call('POST /api/admin/notices', { body: sent });
    assert.deepEqual({ ...created, ...sent }, created);
    // What was answered may be sent back.
    const { id, createdAt: _, targetUserEmail: __, targetPlayerName: ___, ...body } = created;
    assert.deepEqual(await admin.call('PUT /api/admin/notices/:id', { params: { id }, body }), created);
  }
});

test('wrong fields and targets that do not exist are refused by name', async (t) => {
  const app = await startTestApp(t);
  const fieldsOf = async (body: object) => {
    try {
      await app.admin.call('POST /api/admin/notices', { body: body as never });
    } catch (error) {
      assert.ok(error instanceof ApiError && error.status === 400 && error.body.code === 'invalid_input');
      return error.body.fields;
    }
    return undefined;
  };
  assert.deepEqual(await fieldsOf({ ...notice, title: ' ', message: '' }), {
    title: 'Título é obrigatório',
    message: 'Mensagem é obrigatória',
  });
  assert.deepEqual(await fieldsOf({ ...notice, title: 'x'.repeat(201), message: 'x'.repeat(1001) }), {
    title: 'Título muito longo',
    message: 'Mensagem muito longa',
  });
  assert.deepEqual(await fieldsOf({ ...notice, backgroundColor: 'red', textColor: '#12345' }), {
    backgroundColor: 'Cor de fundo deve ser um código hexadecimal válido',
    textColor: 'Cor do texto deve ser um código hexadecimal válido',
  });
  for (const [displayDurationSeconds, displayIntervalSeconds] of [
    [2, 9],
    [31, 301],
    [61, 0],
    [10.5, 60.5],
    ['10', null],
  ])
    assert.deepEqual(await fieldsOf({ ...notice, displayDurationSeconds, displayIntervalSeconds }), {
      displayDurationSeconds: 'Entre 3 e 30 segundos.',
      displayIntervalSeconds: 'Entre 10 e 300 segundos.',
    });
  assert.deepEqual(Object.keys((await fieldsOf({ ...notice, noticeType: 'todos' })) ?? {}), ['noticeType']);
  assert.deepEqual(await fieldsOf({ ...notice, backgroundColor: null, textColor: 112233 }), {
    backgroundColor: 'Cor de fundo deve ser um código hexadecimal válido',
    textColor: 'Cor do texto deve ser um código hexadecimal válido',
  });
  assert.deepEqual(Object.keys((await fieldsOf({ ...notice, noticeType: 'user', targetUserId: '' })) ?? {}), [
    'targetUserId',
  ]);
  assert.deepEqual(await fieldsOf({ ...notice, noticeType: 'user' }), { targetUserId: 'Selecione um usuário.' });
  assert.deepEqual(await fieldsOf({ ...notice, noticeType: 'player', targetUserId: 1 }), {
    targetPlayerId: 'Selecione uma tela.',
  });
  assert.deepEqual(await fieldsOf({ ...notice, noticeType: 'user', targetUserId: 999 }), {
    targetUserId: 'Usuário não encontrado.',
  });
  assert.deepEqual(await fieldsOf({ ...notice, noticeType: 'player', targetPlayerId: 999 }), {
    targetPlayerId: 'Tela não encontrada.',
  });
  assert.deepEqual(await app.admin.call('GET /api/admin/notices'), []);
});

test('only administrators and gestores handle notices', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const { id } = await app.admin.call('POST /api/admin/notices', { body: notice });
  for (const [person, status] of [
    [clinic, 403],
    [app.guest(), 401],
  ] as const) {
    assert.equal(await person.status('GET /api/admin/notices'), status);
    assert.equal(await person.status('POST /api/admin/notices', { body: notice }), status);
    assert.equal(await person.status('PUT /api/admin/notices/:id', { params: { id }, body: notice }), status);
    assert.equal(
      await person.status('PATCH /api/admin/notices/:id/toggle', { params: { id }, body: { isActive: false } }),
      status,
    );
    assert.equal(await person.status('DELETE /api/admin/notices/:id', { params: { id } }), status);
    assert.equal(await person.status('GET /api/player/admin-notices'), 401);
  }
  assert.equal((await app.admin.call('GET /api/admin/notices'))[0]?.isActive, true);
});

test('a screen gets the active notices for all, for its owner and for itself', async (t) => {
  const app = await startTestApp(t);
  const [clinic, other] = [await app.customer(), await app.customer()];
  const [screen, sibling, foreign] = [await app.screen(clinic), await app.screen(clinic), await app.screen(other)];
  const create = async (title: string, target: object = {}) =>
    app.admin.call('POST /api/admin/notices', { body: { ...notice, title, ...target } });
  await create('todos');
  await create('dono', { noticeType: 'user', targetUserId: clinic.user.id });
  await create('tela', { noticeType: 'player', targetPlayerId: screen.playerId });
  await create('desligado', { isActive: false });
  const titles = async (device: typeof screen) =>
    (await device.call('GET /api/player/admin-notices')).map(({ title }) => title);
  assert.deepEqual(await titles(screen), ['tela', 'dono', 'todos'], 'the newest first');
  assert.deepEqual(await titles(sibling), ['dono', 'todos']);
  assert.deepEqual(await titles(foreign), ['todos']);
});

test('screens are notified of notices that aim at them now or did before, and administrators of every change', async (t) => {
  const app = await startTestApp(t);
  const [clinic, other] = [await app.customer(), await app.customer()];
  const [screen, foreign] = [await app.screen(clinic), await app.screen(other)];
  const [onScreen, onForeign, studio] = [await screen.socket(), await foreign.socket(), await app.admin.socket()];
  const received = async (expected: { screen: boolean; foreign: boolean }) => {
    await studio.waitFor('adminChanged', ({ what }) => what === 'notices');
    if (expected.screen) await onScreen.waitFor('noticesUpdated');
    if (expected.foreign) await onForeign.waitFor('noticesUpdated');
    const isTold = ({ messages }: typeof studio) => messages.some(({ type }) => type === 'noticesUpdated');
    assert.deepEqual({ screen: isTold(onScreen), foreign: isTold(onForeign) }, expected);
    for (const { messages } of [onScreen, onForeign, studio]) messages.length = 0;
  };
  const { id } = await app.admin.call('POST /api/admin/notices', { body: notice });
  await received({ screen: true, foreign: true });
  const params = { id };
  await app.admin.call('PUT /api/admin/notices/:id', {
    params,
    body: { ...notice, noticeType: 'user', targetUserId: clinic.user.id },
  });
  await received({ screen: true, foreign: true });
  await app.admin.call('PATCH /api/admin/notices/:id/toggle', { params, body: { isActive: false } });
  await received({ screen: true, foreign: false });
  await app.admin.call('PUT /api/admin/notices/:id', {
    params,
    body: { ...notice, noticeType: 'player', targetPlayerId: foreign.playerId },
  });
  await received({ screen: true, foreign: true });
  await app.admin.call('DELETE /api/admin/notices/:id', { params });
  await received({ screen: false, foreign: true });
});
