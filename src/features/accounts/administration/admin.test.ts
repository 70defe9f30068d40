import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { startTestApp, testAdmin } from '../../../testing/app.ts';
import { refusal } from '../../../testing/refusal.ts';

const administrator = { role: 'admin', userType: 'admin' } as const;
const common = { role: 'user', userType: 'common' } as const;
const defaults = {
  maxStorageGb: 3,
  maxPlaylists: 2,
  maxVideos: 120,
  maxPlayers: null,
  canAccessBreakingNews: true,
  canAccessRadio: true,
  canAccessManagement: true,
};

test('the administration of accounts is closed to guests and common users', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  const params = { id: app.admin.user.id };
  for (const [client, status] of [
    [app.guest(), 401],
    [customer, 403],
  ] as const) {
    assert.equal(await client.status('GET /api/admin/users'), status);
    assert.equal(await client.status('GET /api/admin/users-with-counts'), status);
    assert.equal(await client.status('POST /api/admin/users/:id/approve', { params }), status);
    assert.equal(await client.status('POST /api/admin/users/:id/block', { params }), status);
    assert.equal(
      await client.status('POST /api/admin/users/:id/reset-password', { params, body: { newPassword: 'novasenha' } }),
      status,
    );
    assert.equal(await client.status('GET /api/admin/users/:id/quotas', { params }), status);
    assert.equal(await client.status('PUT /api/admin/users/:id/quotas', { params, body: defaults }), status);
    assert.equal(await client.status('PATCH /api/admin/users/:id/profile', { params, body: common }), status);
    assert.equal(await client.status('DELETE /api/admin/users/:id', { params }), status);
  }
});

test('nobody resets the own password as a manager: without the present one it changes nowhere', async (t) => {
  const app = await startTestApp(t);
  const { status, body } = await refusal(
    app.admin.call('POST /api/admin/users/:id/reset-password', {
      params: { id: app.admin.user.id },
      body: { newPassword: 'girafa azul janela' },
    }),
  );
  assert.deepEqual([status, body.message], [409, 'A própria senha você muda em Minha conta, com a senha atual.']);
  assert.equal(await app.admin.status('GET /api/user'), 200);
  await app.login(testAdmin.email, testAdmin.password);
});

test('an unknown account is not found, whatever is done to it', async (t) => {
  const app = await startTestApp(t);
  const params = { id: 999 };
  const calls = [
    () => app.admin.call('POST /api/admin/users/:id/approve', { params }),
    () => app.admin.call('POST /api/admin/users/:id/block', { params }),
    () => app.admin.call('POST /api/admin/users/:id/reset-password', { params, body: { newPassword: 'novasenha' } }),
    () => app.admin.call('GET /api/admin/users/:id/quotas', { params }),
    () => app.admin.call('PUT /api/admin/users/:id/quotas', { params, body: defaults }),
    () => app.admin.call('PATCH /api/admin/users/:id/profile', { params, body: common }),
    () => app.admin.call('DELETE /api/admin/users/:id', { params }),
  ];
  for (const call of calls) {
    const { status, body } = await refusal(call());
    assert.deepEqual([status, body.message], [404, 'Usuário não encontrado']);
  }
});

test('the lists show approved, pending and blocked accounts in this order, then by id', async (t) => {
  const app = await startTestApp(t);
  const [blocked, pending, approved] = [await app.customer(), await app.customer(), await app.customer()];
  app.parts.database.exec(`UPDATE users SET status = 'pending' WHERE id = ${pending.user.id}`);
  await app.admin.call('POST /api/admin/users/:id/block', { params: { id: blocked.user.id } });
  const expected = [app.admin.user.id, approved.user.id, pending.user.id, blocked.user.id];
  assert.deepEqual(
    (await app.admin.call('GET /api/admin/users')).map((user) => user.id),
    expected,
  );
  assert.deepEqual(
    (await app.admin.call('GET /api/admin/users-with-counts')).map((user) => user.id),
    expected,
  );
});

test('the list counts what an account has and uses', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  const { id } = customer.user;
  app.parts.database.exec(`
    UPDATE users SET storage_used_bytes = 1610612736 WHERE id = ${id};
    INSERT INTO playlists (user_id, name, created_at) VALUES (${id}, 'A', 0), (${id}, 'B', 0);
    INSERT INTO videos (user_id, name, uploaded_at) VALUES (${id}, 'V', 0);
    INSERT INTO players (user_id, name, screen_id, activation_code, created_at) VALUES (${id}, 'Tela', 'ABCDEF', 'ABCDEFGHJK', 0);
    INSERT INTO breaking_news (user_id, message, is_active, created_at) VALUES (${id}, 'um', 1, 0), (${id}, 'dois', 0, 0);
    INSERT INTO radio_stations (id, name, genre, stream_url, created_at) VALUES (9001, 'Rádio Sol', 'Pop', 'http://radio.test/', 0);
    INSERT INTO user_radio_settings (user_id, selected_radio_id, is_enabled) VALUES (${id}, 9001, 1) ON CONFLICT (user_id) DO UPDATE SET selected_radio_id = 9001, is_enabled = 1`);
  const row = (await app.admin.call('GET /api/admin/users-with-counts')).find((user) => user.id === id);
  assert.equal(row?.storageUsed, 1.5);
  assert.deepEqual(
    [row?.actualPlaylistCount, row?.actualVideoCount, row?.actualPlayerCount, row?.actualBreakingNewsCount],
    [2, 1, 1, 1],
  );
  assert.deepEqual([row?.radioEnabled, row?.radioStationName], [true, 'Rádio Sol']);
  const me = await customer.call('GET /api/user/me');
  assert.deepEqual(
    [me.storageUsed, me.videoCount, me.playlistCount, me.playerCount, me.messageCount],
    [1536, 1, 2, 1, 2],
  );
});

test('approving opens the account and notifies the other administrators; twice is as once', async (t) => {
  const app = await startTestApp(t);
  await app.guest().call('POST /api/register', {
    body: { username: 'Sol', email: 'sol@clinica.test', password: 'segredo1', accessCode: app.codes.accessCode },
  });
  const id = (await app.admin.call('GET /api/admin/users')).at(-1)?.id ?? 0;
  const socket = await app.admin.socket();
  const response = await app.admin.call('POST /api/admin/users/:id/approve', { params: { id } });
  assert.deepEqual(response, { message: 'Usuário aprovado', user: { id, username: 'Sol' } });
  await socket.waitFor('adminChanged', (message) => message.what === 'users');
  assert.deepEqual(await app.admin.call('POST /api/admin/users/:id/approve', { params: { id } }), response);
  await app.login('sol@clinica.test', 'segredo1');
});

test('blocking ends sessions and sockets at once, and the screens with them', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  const screen = await app.screen(customer);
  const [socket, screenSocket, adminSocket] = [
    await customer.socket(),
    await screen.socket(),
    await app.admin.socket(),
  ];
  const { id, username } = customer.user;
  assert.deepEqual(await app.admin.call('POST /api/admin/users/:id/block', { params: { id } }), {
    message: 'Usuário bloqueado',
    user: { id, username },
  });
  await socket.waitFor('sessionEnded');
  await screenSocket.waitFor('sessionEnded');
  await Promise.all([socket.closed, screenSocket.closed]);
  await adminSocket.waitFor('adminChanged', (message) => message.what === 'users');
  assert.equal(await customer.status('GET /api/user'), 401);
  assert.equal(
    await screen.status('GET /api/player/assigned-playlist'),
    403,
    'the device keeps its token and asks again',
  );

  await app.admin.call('POST /api/admin/users/:id/approve', { params: { id } });
  assert.equal(await customer.status('GET /api/user'), 401, 'the old session stays ended');
  assert.equal(await screen.status('GET /api/player/assigned-playlist'), 200, 'the screens go on by themselves');
});

test('a new password ends the old sessions and opens with itself only', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  const screen = await app.screen(customer);
  const socket = await customer.socket();
  const params = { id: customer.user.id };
  const short = await refusal(
    app.admin.call('POST /api/admin/users/:id/reset-password', { params, body: { newPassword: '12345' } }),
  );
  assert.deepEqual([short.status, short.body.message], [400, 'A senha deve ter pelo menos 6 caracteres.']);
  const response = await app.admin.call('POST /api/admin/users/:id/reset-password', {
    params,
    body: { newPassword: 'novasenha' },
  });
  assert.deepEqual(response, {
    message: 'Senha resetada com sucesso',
    revoked: { tokens: 0, invitations: 0 },
    user: { id: customer.user.id, username: customer.user.username },
  });
  await socket.waitFor('sessionEnded');
  assert.equal(await customer.status('GET /api/user'), 401);
  assert.equal((await refusal(app.login(customer.user.email, customer.password))).status, 401);
  await app.login(customer.user.email, 'novasenha');
  assert.equal(await screen.status('GET /api/player/assigned-playlist'), 200, 'screens go on');
});

test('quotas start at the defaults, and only what is given changes', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  const [socket, adminSocket] = [await customer.socket(), await app.admin.socket()];
  const params = { id: customer.user.id };
  assert.deepEqual(await app.admin.call('GET /api/admin/users/:id/quotas', { params }), defaults);
  await app.admin.call('PUT /api/admin/users/:id/quotas', {
    params,
    body: { maxStorageGb: 1.5, maxPlaylists: 4, maxVideos: 10, maxPlayers: 3, canAccessRadio: false },
  });
  await socket.waitFor('contentChanged', (message) => message.what === 'user');
  await adminSocket.waitFor('adminChanged', (message) => message.what === 'users');
  const changed = await app.admin.call('PUT /api/admin/users/:id/quotas', {
    params,
    body: { maxStorageGb: 2.5, maxPlaylists: 4, maxVideos: 0 },
  });
  assert.deepEqual(changed, {
    ...defaults,
    maxStorageGb: 2.5,
    maxPlaylists: 4,
    maxVideos: 0,
    maxPlayers: 3,
    canAccessRadio: false,
  });
  assert.deepEqual(await app.admin.call('GET /api/admin/users/:id/quotas', { params }), changed);
  const me = await customer.call('GET /api/user/me');
  assert.deepEqual([me.storageLimit, me.maxVideos, me.maxPlayers, me.canAccessRadio], [2560, 0, 3, false]);
  assert.equal(await customer.status('GET /api/radio-settings'), 403);
  assert.equal(
    (await app.admin.call('PUT /api/admin/users/:id/quotas', { params, body: { ...changed, maxPlayers: null } }))
      .maxPlayers,
    null,
  );
});

test('the short form of the call means the defaults where it names nothing', async (t) => {
  const app = await startTestApp(t);
  const params = { id: (await app.customer()).user.id };
  const change = (body: object) => app.admin.call('PUT /api/admin/users/:id/quotas', { params, body });
  const short = { ...defaults, maxStorageGb: 10, maxPlaylists: 5, maxPlayers: 1 };
  assert.deepEqual(await change({}), short);
  assert.deepEqual(await change({ maxPlaylists: 7, maxPlayers: null }), {
    ...short,
    maxPlaylists: 7,
    maxPlayers: null,
  });
  const onlyFlag = await change({ canAccessRadio: false });
  assert.deepEqual(onlyFlag, { ...short, maxPlaylists: 7, maxPlayers: null, canAccessRadio: false });
});

test('a quota below the use deletes nothing', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  await customer.call('POST /api/playlists', { body: { name: 'A' } });
  await customer.call('POST /api/playlists', { body: { name: 'B' } });
  await app.admin.call('PUT /api/admin/users/:id/quotas', {
    params: { id: customer.user.id },
    body: { ...defaults, maxPlaylists: 1 },
  });
  assert.equal((await customer.call('GET /api/playlists')).length, 2);
  assert.equal(await customer.status('POST /api/playlists', { body: { name: 'C' } }), 403);
});

test('negative, fractional and excessive quotas are refused by name', async (t) => {
  const app = await startTestApp(t);
  const params = { id: (await app.customer()).user.id };
  const negative = await refusal(
    app.admin.call('PUT /api/admin/users/:id/quotas', { params, body: { ...defaults, maxVideos: -1 } }),
  );
  assert.deepEqual(
    [negative.status, negative.body.message, negative.body.fields],
    [400, 'Os valores das quotas devem ser positivos.', { maxVideos: 'Os valores das quotas devem ser positivos.' }],
  );
  for (const wrong of [{ maxPlaylists: 1.5 }, { maxStorageGb: 101 }, { maxPlayers: 11 }, { maxPlaylists: 51 }]) {
    const { status, body } = await refusal(
      app.admin.call('PUT /api/admin/users/:id/quotas', { params, body: { ...defaults, ...wrong } }),
    );
    assert.equal(status, 400);
    assert.deepEqual(Object.keys(body.fields ?? {}), Object.keys(wrong));
  }
  assert.deepEqual(await app.admin.call('GET /api/admin/users/:id/quotas', { params }), defaults);
});

test('an administrator changes profiles; the changed account signs in anew', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  const params = { id: customer.user.id };
  const wrong = await refusal(
    app.admin.call('PATCH /api/admin/users/:id/profile', { params, body: { role: 'user', userType: 'admin' } }),
  );
  assert.equal(wrong.status, 400);
  const socket = await customer.socket();
  const response = await app.admin.call('PATCH /api/admin/users/:id/profile', {
    params,
    body: { role: 'admin', userType: 'gestor' },
  });
  assert.deepEqual(response, {
    message: 'Perfil atualizado',
    user: { id: customer.user.id, username: customer.user.username },
  });
  await socket.waitFor('sessionEnded');
  assert.equal(await customer.status('GET /api/user'), 401);
  const gestor = await app.login(customer.user.email, customer.password);
  assert.deepEqual([gestor.user.role, gestor.user.userType], ['admin', 'gestor']);
  assert.equal(await gestor.status('GET /api/admin/users'), 200);

  await app.admin.call('PATCH /api/admin/users/:id/profile', { params, body: { role: 'admin', userType: 'gestor' } });
  assert.equal(await gestor.status('GET /api/user'), 200, 'the same profile changes nothing');
  await app.admin.call('PATCH /api/admin/users/:id/profile', { params, body: common });
  assert.equal(await (await app.login(customer.user.email, customer.password)).status('GET /api/admin/users'), 403);
});

test('who is made an administrator with a short password gets in with another one only, whoever sets it', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  const waiting = app.guest();
  const { email } = customer.user;
  const params = { id: customer.user.id };
  const short = { email, password: customer.password };
  await app.admin.call('PUT /api/admin/users/:id/second-factor', { params, body: { isRequired: true } });
  await refusal(waiting.call('POST /api/login', { body: short }));
  await app.admin.call('PUT /api/admin/users/:id/second-factor', { params, body: { isRequired: false } });
  await app.admin.call('PATCH /api/admin/users/:id/profile', { params, body: administrator });
  assert.equal(await customer.status('GET /api/user'), 401, 'the session of before has ended');
  const { status, body } = await refusal(app.guest().call('POST /api/login', { body: short }));
  assert.equal(status, 403);
  assert.match(body.message, /pelo menos 10 caracteres.*Peça a outro administrador uma nova senha/);
  assert.equal(
    await waiting.status('POST /api/login/second-factor/key'),
    401,
    'a second step that was due before the promotion leads nowhere',
  );
  assert.equal(await app.guest().status('POST /api/login', { body: { email, password: 'errada' } }), 401);
  const newPassword = 'um-segredo-maior';
  await app.admin.call('POST /api/admin/users/:id/reset-password', { params, body: { newPassword } });
  assert.equal((await app.login(email, newPassword)).user.userType, 'admin');
});

test('a short password of an administrator from before keeps nobody out, nor does one of a gestor', async (t) => {
  const app = await startTestApp(t);
  const { user, password } = await app.customer();
  const params = { id: user.id };
  await app.admin.call('PATCH /api/admin/users/:id/profile', { params, body: administrator });
  await app.admin.call('PATCH /api/admin/users/:id/profile', { params, body: { role: 'admin', userType: 'gestor' } });
  await app.login(user.email, password);
  await app.admin.call('PATCH /api/admin/users/:id/profile', { params, body: administrator });
  app.parts.settings.forgetPromotion(user.id);
  assert.equal((await app.login(user.email, password)).user.userType, 'admin');
});

test('a gestor manages common accounts, and neither profiles, nor his own account, nor that of a gestor or administrator', async (t) => {
  const app = await startTestApp(t);
  const gestor = await app.gestor();
  const customer = await app.customer();
  const own = { id: customer.user.id };
  assert.equal(await gestor.status('POST /api/admin/users/:id/block', { params: own }), 200);
  assert.equal(await gestor.status('POST /api/admin/users/:id/approve', { params: own }), 200);
  assert.equal(
    await gestor.status('POST /api/admin/users/:id/reset-password', {
      params: own,
      body: { newPassword: 'novasenha' },
    }),
    200,
  );
  assert.equal(await gestor.status('PUT /api/admin/users/:id/quotas', { params: own, body: defaults }), 200);
  assert.equal(await gestor.status('PATCH /api/admin/users/:id/profile', { params: own, body: administrator }), 403);
  assert.equal(await gestor.status('DELETE /api/admin/users/:id', { params: own }), 200);

  const colleague = await app.gestor();
  for (const [target, profile] of [
    [app.admin, 'administrador'],
    [colleague, 'gestor'],
    [gestor, 'gestor'],
  ] as const) {
    const params = { id: target.user.id };
    const calls = [
      () => gestor.call('POST /api/admin/users/:id/approve', { params }),
      () => gestor.call('POST /api/admin/users/:id/block', { params }),
      () => gestor.call('POST /api/admin/users/:id/reset-password', { params, body: { newPassword: 'novasenha' } }),
      () =>
        gestor.call('PUT /api/admin/users/:id/quotas', {
          params,
          body: { ...defaults, maxPlaylists: defaults.maxPlaylists + 1 },
        }),
      () => gestor.call('DELETE /api/admin/users/:id', { params }),
    ];
    for (const call of calls) {
      const { status, body } = await refusal(call());
      assert.deepEqual([status, body.message], [403, `Apenas administradores podem alterar a conta de um ${profile}.`]);
    }
    assert.equal(
      (await gestor.call('GET /api/admin/users/:id/quotas', { params })).maxPlaylists,
      defaults.maxPlaylists,
    );
  }
  await app.login(testAdmin.email, testAdmin.password);
  await app.login(colleague.user.email, colleague.password);
});

test('nobody blocks, demotes or deletes himself', async (t) => {
  const app = await startTestApp(t);
  const second = await app.customer();
  await app.admin.call('PATCH /api/admin/users/:id/profile', { params: { id: second.user.id }, body: administrator });
  const params = { id: app.admin.user.id };
  const messages: string[] = [];
  for (const call of [
    () => app.admin.call('POST /api/admin/users/:id/block', { params }),
    () => app.admin.call('PATCH /api/admin/users/:id/profile', { params, body: common }),
    () => app.admin.call('DELETE /api/admin/users/:id', { params }),
  ]) {
    const { status, body } = await refusal(call());
    assert.equal(status, 409);
    messages.push(body.message);
  }
  assert.deepEqual(messages, [
    'Você não pode bloquear a própria conta.',
    'Você não pode mudar o próprio perfil.',
    'Você não pode excluir a própria conta.',
  ]);
  assert.equal(await app.admin.status('GET /api/user'), 200);
});

test('deleting an account takes all it owns, and nothing of anybody else', async (t) => {
  const app = await startTestApp(t);
  const [customer, other] = [await app.customer(), await app.customer()];
  const screen = await app.screen(customer);
  const { id } = customer.user;
  await customer.call('POST /api/playlists', { body: { name: 'A' } });
  const kept = await other.call('POST /api/playlists', { body: { name: 'B' } });
  app.parts.database.exec(`
    INSERT INTO breaking_news (user_id, message, created_at) VALUES (${id}, 'um', 0);
    INSERT INTO videos (user_id, name, uploaded_at) VALUES (${id}, 'V', 0)`);
  const [socket, screenSocket, adminSocket] = [
    await customer.socket(),
    await screen.socket(),
    await app.admin.socket(),
  ];
  const response = await app.admin.request(`/api/admin/users/${id}`, { method: 'DELETE' });
  assert.equal(response.status, 204);
  await socket.waitFor('sessionEnded');
  await screenSocket.waitFor('sessionEnded');
  await adminSocket.waitFor('adminChanged', (message) => message.what === 'players');

  assert.equal(await customer.status('GET /api/user'), 401);
  assert.equal(await screen.status('GET /api/player/assigned-playlist'), 401);
  assert.equal((await refusal(app.login(customer.user.email, customer.password))).status, 401);
  for (const table of ['sessions', 'user_quotas', 'playlists', 'players', 'videos', 'breaking_news']) {
    const { n } = app.parts.database
      .prepare<[number], { n: number }>(`SELECT count(*) AS n FROM ${table} WHERE user_id = ?`)
      .get(id) ?? { n: -1 };
    assert.equal(n, 0, table);
  }
  assert.deepEqual(
    (await other.call('GET /api/playlists')).map((playlist) => playlist.id),
    [kept.id],
  );
  const again = await app.customer({ username: customer.user.username });
  assert.notEqual(again.user.id, id, 'name and email are free again, the id is not');
});

test("a deleted account's files leave the disk, except those somebody else uses too", async (t) => {
  const app = await startTestApp(t);
  const [customer, other] = [await app.customer(), await app.customer()];
  const { database, folder } = app.parts;
  const [own, shared] = ['a'.repeat(64), 'b'.repeat(64)];
  const pathOf = (sha256: string) => folder.mediaPath(sha256, 'mp4');
  for (const sha256 of [own, shared]) {
    await mkdir(dirname(pathOf(sha256)), { recursive: true });
    await writeFile(pathOf(sha256), 'x');
    database.exec(
      `INSERT INTO media_files (sha256, extension, content_type, size_bytes, created_at) VALUES ('${sha256}', 'mp4', 'video/mp4', 1, 0)`,
    );
  }
  for (const [id, userId, sha256] of [
    [9001, customer.user.id, own],
    [9002, customer.user.id, shared],
    [9003, other.user.id, shared],
  ] as const) {
    database.exec(`
      INSERT INTO videos (id, user_id, name, processing_status, uploaded_at) VALUES (${id}, ${userId}, 'V', 'completed', 0);
      INSERT INTO video_files (video_id, kind, sha256) VALUES (${id}, 'main', '${sha256}')`);
  }
  const unfinished = await customer.call('POST /api/upload-url', { body: { fileName: 'a.mp4', fileSize: 10 } });
  const upload = join(app.dataDir, 'uploads', `${unfinished.r2Key.split('/').at(-1)}.part`);
  await writeFile(upload, 'x');

  await app.admin.call('DELETE /api/admin/users/:id', { params: { id: customer.user.id } });
  assert.equal(existsSync(pathOf(own)), false);
  assert.equal(existsSync(pathOf(shared)), true);
  assert.equal(existsSync(upload), false);
});
