/** Tests the validation of every JSON body of the contract with every kind of wrong value. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiKey } from './contract/api/index.ts';
import { limits } from './contract/limits.ts';
import {
  assertStatus,
  assertGoodRefusal,
  bodyWith,
  callerOf,
  fieldsOf,
  json,
  type JsonType,
  nameOf,
  shortJson,
  keysWithJsonBody,
} from './testing/bodies.ts';
import { methodAndPath } from './testing/client.ts';
import type { SampleCall } from './testing/sample-calls.ts';
import type { Dump } from './testing/tables.ts';
import { assertMatchesDocument, type Caller, createWorld, noEffect } from './testing/world.ts';

/** True for a success, and for the refusal of a valid body that needs a mail server, a release, a second factor or a code. */
const isAccepted = (key: ApiKey, status: number) =>
  status < 300 ||
  (/^POST \/api\/admin\/(?:mail-test|update|backups\/:name\/restore)$/.test(key) && status === 409) ||
  (/^POST \/api\/user\/second-factor(?:$|\/[dr])/.test(key) && status === 409) ||
  (key === 'POST /api/user/identity/confirmation' && status === 403) ||
  (key.startsWith('POST /api/login/second-factor') && status === 401);

test('JSON bodies', async (t) => {
  const world = await createWorld(t);
  const sendText = (key: ApiKey, content: string | Uint8Array<ArrayBuffer>, type: string | undefined = json) =>
    world.attempt(callerOf(key), async () => {
      const response = await world.send(callerOf(key), { ...methodAndPath(key, world.calls[key]), content, type });
      assertMatchesDocument(key, response);
      return response;
    });
  const attempt = (key: ApiKey, body: unknown) => sendText(key, JSON.stringify(body));

  await t.test('the sample bodies are accepted, and have every field of their schema', async () => {
    for (const key of keysWithJsonBody) {
      const { status, body } = await attempt(key, world.calls[key].body);
      assert.ok(isAccepted(key, status), `${key}: ${status} ${shortJson(body)}`);
      for (const { path } of fieldsOf(key)) {
        if (path.includes(0) || path[0] === 'state') continue;
        const isOmittedInSample =
          ['accessCode', 'isPlatformVideo', 'replaces', 'categoryId', 'targetPlayerId', 'ticketId'].includes(
            nameOf(path),
          ) ||
          key.startsWith('PUT /api/admin/notices') ||
          // The sample has `playerId` instead.
          (key === 'POST /api/pairing/:code/claim' && nameOf(path) === 'name');
        assert.ok(
          isOmittedInSample || Object.hasOwn(world.calls[key].body as object, path[0] ?? ''),
          `${key} ${nameOf(path)}`,
        );
      }
    }
    assert.ok(keysWithJsonBody.length > 30);
  });

  await t.test('every field refuses every wrong type with an error for this field, and nothing changes', async () => {
    const values: [JsonType, unknown][] = [
      ['string', '¬'],
      ['number', 12.5],
      ['boolean', true],
      ['null', null],
      ['object', {}],
      ['array', []],
    ];
    let tries = 0;
    for (const key of keysWithJsonBody) {
      for (const { path, types, choices, isRequired } of fieldsOf(key)) {
        const wrong = values
          .filter(([type]) => types.size > 0 && (!types.has(type) || (type === 'string' && choices)))
          .map(([, value]) => value);
        if (isRequired) wrong.push(undefined);
        for (const value of wrong) {
          const body = bodyWith(key, world, path, value);
          // A notice's other target is cleared before the validation.
          const response = await attempt(
            key,
            path[0] === 'targetPlayerId' ? { ...(body as object), noticeType: 'player' } : body,
          );
          const what = `${key} ${nameOf(path)} = ${shortJson(value)}`;
          const refusal = assertGoodRefusal(response, what);
          assert.deepEqual([refusal.code, response.effect], ['invalid_input', noEffect], what);
          assert.ok(refusal.fields?.[nameOf(path)], `${what}: ${shortJson(refusal)}`);
          tries += 1;
        }
      }
    }
    assert.ok(tries > 300, `${tries}`);
  });

  await t.test('extreme numbers are refused or accepted, never a server error', async () => {
    const extremes = [
      ...['-1', '0', '1e999', '-1e999', '1e308', '5e-324', '1.0000000000000002'],
      ...['9007199254740991', '9007199254740993', '-9007199254740991'],
    ];
    for (const key of keysWithJsonBody) {
      for (const { path, types } of fieldsOf(key)) {
        if (!types.has('number') && !types.has('integer')) continue;
        for (const value of extremes) {
          const what = `${key} ${nameOf(path)} = ${value}`;
          const content = JSON.stringify(bodyWith(key, world, path, '@')).replace('"@"', value);
          const response = await sendText(key, content);
          assertStatus(response, what);
          if (response.status >= 400) assert.deepEqual(response.effect, noEffect, what);
        }
      }
    }
  });

  await t.test(
    'a body that is not a JSON object, too deep, too large or of another type is refused before anything else',
    async () => {
      const deep = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
      const large = JSON.stringify({ a: 'x'.repeat(limits.jsonBodyBytes) });
      const ok = '{"a":1}';
      const cases: [status: number, content: string | Uint8Array<ArrayBuffer>, type: string | undefined][] = [
        [400, '{', json],
        [400, 'nada', json],
        [400, '{"a":1}}', json],
        [400, "{'a':1}", json],
        [400, '{"a":1,}', json],
        [400, new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), json],
        [400, new Uint8Array([0]), json],
        [400, '{"__proto__":{"role":"admin"}}', json],
        [400, deep(limits.jsonDepth + 1), json],
        // This body has the maximum size for unauthenticated callers.
        [400, deep(8_000), json],
        [400, '[]', json],
        [400, '"texto"', json],
        [400, '5', json],
        [400, 'true', json],
        [400, 'null', json],
        [413, large, json],
        [415, ok, 'text/plain'],
        [415, ok, 'application/x-www-form-urlencoded'],
        [415, ok, 'multipart/form-data; boundary=x'],
        [415, ok, 'application/json; charset=iso-8859-1'],
        [415, ok, 'application/jsonp'],
        [415, ok, ''],
      ];
      for (const key of keysWithJsonBody) {
        for (const [status, content, type] of cases) {
          const what = `${key} ${typeof content === 'string' ? content.slice(0, 40) : 'bytes'} as ${type}`;
          const response = await sendText(key, content, type);
          assertGoodRefusal(response, what);
          assert.deepEqual([response.status, response.effect], [status, noEffect], what);
        }
      }
    },
  );

  await t.test('an unknown field with the deepest allowed nesting is ignored', async () => {
    for (const key of keysWithJsonBody) {
      const body = {
        ...(world.calls[key].body as object),
        desconhecido: JSON.parse('['.repeat(limits.jsonDepth - 1) + ']'.repeat(limits.jsonDepth - 1)) as unknown,
      };
      const { status } = await attempt(key, body);
      assert.ok(isAccepted(key, status), `${key}: ${status}`);
    }
  });

  await t.test('refusals have their documented messages, and limits match the rules', async () => {
    const wrongCode = 'Código inválido. Entre em contato com nossa equipe comercial.';
    const shortPassword = 'A senha deve ter pelo menos 6 caracteres.';
    const incomplete = 'Por favor, preencha todos os campos.';
    const noFile = 'Por favor, selecione um arquivo e insira um nome.';
    const noCategory = 'Por favor, preencha todos os campos obrigatórios.';
    const negative = 'Os valores das quotas devem ser positivos.';
    const long = (length: number) => 'x'.repeat(length);
    const accepted = undefined;
    const invisible = ['', ' '.repeat(6), '\u3164'.repeat(6), null, undefined];
    const invalidColours = ['red', '#12345', '#1234567', '#GGGGGG', '112233', '#112233\n', '', null, 112233];
    const familyOfTones = '👨🏿‍👩🏽‍👧🏻‍👦🏾';
    const messages = ['POST /api/breaking-news', 'PATCH /api/breaking-news/:id'] as const;
    const notices = ['POST /api/admin/notices', 'PUT /api/admin/notices/:id'] as const;
    const contents = ['POST /api/videos', 'PATCH /api/videos/:id'] as const;
    /** Change of the sample body; expected message (undefined: the body is accepted); expected status if it is not 400. */
    type Row = [
      key: ApiKey,
      change: Record<string, unknown>,
      sentence: string | undefined,
      status?: number,
      caller?: Caller,
    ];
    const rowsFor = (key: ApiKey, field: string, values: readonly unknown[], sentence: string | undefined) =>
      values.map((value): Row => [key, { [field]: value }, sentence]);
    const table: Row[] = [
      // Accounts, contents, playlists (contract/README 1 to 4)
      ...rowsFor('POST /api/login', 'email', ['sem-arroba', '', undefined], 'Email inválido'),
      ...rowsFor('POST /api/login', 'password', ['', undefined], 'Senha é obrigatória'),
      ['POST /api/login', { password: 'errada' }, 'Email ou senha incorretos', 401],
      ['POST /api/login', {}, 'Conta aguardando aprovação do administrador', 403, 'pending'],
      ['POST /api/login', {}, 'Conta bloqueada', 403, 'blocked'],
      ...rowsFor('POST /api/register', 'email', ['a@b', undefined], 'Email inválido'),
      ['POST /api/register', { password: long(5) }, shortPassword],
      ...rowsFor('POST /api/register', 'password', invisible, 'Senha é obrigatória'),
      ['POST /api/register', { password: 'kb7xw2' }, accepted],
      ['POST /api/register', { accessCode: 'ERRADO' }, wrongCode, 403],
      ['POST /api/register', { accessCode: undefined }, wrongCode, 403],
      ['POST /api/register/validate-code', { code: 'ERRADO' }, wrongCode, 403],
      ['POST /api/register/validate-code', { code: '' }, wrongCode, 403],
      ...contents.flatMap((key): Row[] => [
        ...rowsFor(key, 'name', ['', ' \n'], noFile),
        [key, { name: long(80) }, accepted],
        [key, { name: long(81) }, 'O nome deve ter no máximo 80 caracteres.'],
      ]),
      ['POST /api/videos', { name: undefined }, noFile],
      ...rowsFor('POST /api/videos', 'r2Path', ['', null, undefined], noFile),
      ['POST /api/videos', { isPlatformVideo: true }, noCategory, 400, 'administrator'],
      ['POST /api/videos', { isPlatformVideo: true, categoryId: 999_999 }, noCategory, 400, 'administrator'],
      ...rowsFor('POST /api/playlists', 'name', [' ', undefined], 'Dê um nome à playlist.'),
      ...rowsFor(
        'POST /api/videos/:videoId/assignments',
        'frequency',
        [0, 4, -1, 1.5],
        'A frequência deve ser 1, 2 ou 3.',
      ),
      ...rowsFor('POST /api/videos/:videoId/assignments', 'frequency', [1, 2, 3, undefined], accepted),
      ['POST /api/admin/users/:id/reset-password', { newPassword: long(5) }, shortPassword],
      ...rowsFor('POST /api/admin/users/:id/reset-password', 'newPassword', invisible, incomplete),
      ['POST /api/admin/users/:id/reset-password', { newPassword: 'kb7xw2' }, accepted],
      ...['maxStorageGb', 'maxPlaylists', 'maxVideos', 'maxPlayers'].flatMap((name): Row[] => [
        ['PUT /api/admin/users/:id/quotas', { [name]: -1 }, negative],
        ['PUT /api/admin/users/:id/quotas', { [name]: 1 }, accepted],
      ]),
      ['PUT /api/admin/users/:id/quotas', { maxVideos: 0 }, accepted],
      ['PUT /api/admin/users/:id/quotas', { maxStorageGb: 0 }, 'No mínimo 1 GB.'],
      ['PUT /api/admin/users/:id/quotas', { maxPlaylists: 0 }, 'No mínimo 1 playlist.'],
      ['PUT /api/admin/users/:id/quotas', { maxPlayers: 0 }, 'No mínimo 1 tela.'],
      ['PUT /api/admin/users/:id/quotas', { maxStorageGb: 100, maxPlaylists: 50, maxPlayers: 10 }, accepted],
      ['PUT /api/admin/users/:id/quotas', { maxStorageGb: 101 }, 'No máximo 100 GB.'],
      ['PUT /api/admin/users/:id/quotas', { maxPlaylists: 51 }, 'No máximo 50 playlists.'],
      ['PUT /api/admin/users/:id/quotas', { maxPlayers: 11 }, 'No máximo 10 telas.'],
      ...(['POST /api/my-players/:id/assign-playlist', 'POST /api/admin/players/:id/assign-playlist'] as const).flatMap(
        (key) => rowsFor(key, 'playlistId', [null, undefined], 'Selecione uma playlist'),
      ),
      ...rowsFor(
        'POST /api/register',
        'username',
        ['ab', '👍👍', '👩‍👩‍👧‍👦', 'e\u0301a'],
        'O nome deve ter pelo menos 3 caracteres.',
      ),
      ['POST /api/register', { username: '👍👍👍' }, accepted],
      ['PATCH /api/my-players/:id/rename', { name: long(255) }, accepted],
      ['PATCH /api/my-players/:id/rename', { name: long(256) }, 'No máximo 255 caracteres.'],

      // Messages, radio, notices, screens (contract/README 6 to 9)
      ...messages.flatMap((key): Row[] => [
        ...rowsFor(key, 'title', [long(32), '', null], accepted),
        [key, { title: long(33) }, 'Título deve ter no máximo 32 caracteres'],
        [key, { message: long(220) }, accepted],
        [key, { message: long(221) }, 'Mensagem deve ter no máximo 220 caracteres'],
        [key, { message: ' \n ' }, 'Mensagem é obrigatória'],
        ...rowsFor(
          key,
          'message',
          ['\u200b\u2060', '\ufe0f', '\u3164', '\u2800', '\u034f', '\u115f', '\u0301', '\u3164 \u2800\n\u0301'],
          'Mensagem é obrigatória',
        ),
        [key, { title: '\u3164' }, accepted],
        [key, { title: familyOfTones.repeat(32), message: familyOfTones.repeat(220) }, accepted],
        [key, { title: familyOfTones.repeat(33) }, 'Título deve ter no máximo 32 caracteres'],
      ]),
      ['POST /api/breaking-news', { message: undefined }, 'Mensagem é obrigatória'],
      ...notices.flatMap((key): Row[] => [
        ...rowsFor(key, 'title', ['', undefined], 'Título é obrigatório'),
        [key, { title: long(200) }, accepted],
        [key, { title: long(201) }, 'Título muito longo'],
        ...rowsFor(key, 'message', ['', undefined], 'Mensagem é obrigatória'),
        [key, { message: long(1000) }, accepted],
        [key, { message: long(1001) }, 'Mensagem muito longa'],
        ...rowsFor(key, 'displayDurationSeconds', [2, 31, 59, 61, 10.5], 'Entre 3 e 30 segundos.'),
        ...rowsFor(key, 'displayIntervalSeconds', [9, 301], 'Entre 10 e 300 segundos.'),
        ...rowsFor(key, 'backgroundColor', invalidColours, 'Cor de fundo deve ser um código hexadecimal válido'),
        ...rowsFor(key, 'textColor', invalidColours, 'Cor do texto deve ser um código hexadecimal válido'),
        [key, { backgroundColor: '#aAbB09' }, accepted],
        [key, { noticeType: 'global', targetUserId: '', targetPlayerId: 'x' }, accepted],
        [key, { targetPlayerId: '' }, accepted],
        [key, { targetUserId: null }, 'Selecione um usuário.'],
        [key, { noticeType: 'player', targetPlayerId: null }, 'Selecione uma tela.'],
      ]),
      ...rowsFor('POST /api/admin/categories', 'name', [' ', undefined], 'Nome da categoria é obrigatório'),
      ...rowsFor(
        'POST /api/admin/users/:userId/players/batch',
        'quantity',
        [0, 6, -1, 1.5e9],
        'Crie de 1 a 5 telas por vez.',
      ),
      ...rowsFor('PUT /api/radio-settings', 'volume', [-1, 101], 'O volume vai de 0 a 100.'),
      ...rowsFor('PUT /api/radio-settings', 'volume', [0, 100], accepted),
      ['PUT /api/radio-settings', { selectedRadioId: null }, accepted],
      ['POST /api/player/activate', { activationCode: 'AAAAAAAAAA' }, 'Código de ativação inválido', 404],
      [
        'POST /api/player/activate',
        { activationCode: ` ${world.app.codes.deviceResetCode.toLowerCase()} ` },
        'Dispositivo resetado com sucesso. Digite o código da tela.',
        409,
      ],
      // Refusals (contract/README 12.2)
      ['POST /api/admin/categories', {}, 'Apenas administradores podem acessar esta área.', 403, 'common'],
    ];
    for (const [key, change, sentence, status = 400, caller = callerOf(key)] of table) {
      const what = `${key} ${shortJson(change)}`;
      const body = { ...(world.calls[key].body as object), ...change };
      const { effect, ...response } = await world.attemptCall(caller, key, { ...world.calls[key], body } as SampleCall);
      if (sentence === undefined) {
        assert.ok(response.status < 300, `${what}: ${response.status} ${shortJson(response.body)}`);
        continue;
      }
      const { message, fields } = assertGoodRefusal(response, what);
      assert.deepEqual([response.status, message, effect], [status, sentence, noEffect], what);
      if (status === 400 && Object.keys(change).length === 1 && caller === callerOf(key))
        assert.deepEqual(fields, { [Object.keys(change)[0] ?? '']: sentence }, what);
    }
  });

  await t.test('fields that the schema does not have change nothing', async () => {
    const ids = { id: 1, userId: world.app.admin.user.id, ownerId: 1, user_id: 1, screenId: 'AAAAAA', token: 'meu' };
    const rights = { role: 'admin', userType: 'admin', status: 'approved', isAdmin: true, is_platform_video: 1 };
    const amounts = { storageLimit: 1e6, storageUsed: 0, maxVideos: 1e6, maxPlaylists: 1e3, sizeBytes: 1 };
    const states = { processingStatus: 'completed', processing_status: 'completed', password: 'outra-senha' };
    const files = { sha256: 'a'.repeat(64), originalR2Path: 'antessala.db', original_r2_path: 'antessala.db' };
    const times = { createdAt: 0, created_at: 0, expiresAt: '2099-01-01' };
    const forged = { ...ids, ...rights, ...amounts, ...states, ...files, ...times, constructor: 'x', toString: 1 };
    const statusAndTables = async (key: ApiKey, body: unknown): Promise<[number, Dump]> => {
      const { status } = await attempt(key, body);
      return [status, world.tables.dumpMasked()];
    };
    for (const key of keysWithJsonBody) {
      const schemaFields = new Set(fieldsOf(key).map(({ path }) => path[0]));
      const unknown = Object.fromEntries(Object.entries(forged).filter(([name]) => !schemaFields.has(name)));
      const validBody = world.calls[key].body as object;
      assert.deepEqual(
        await statusAndTables(key, { ...unknown, ...validBody }),
        await statusAndTables(key, validBody),
        key,
      );
    }
  });
});
