/** What comes in from outside: every body of the contract, wrong in every way, and texts nobody should send. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { api, type ApiKey } from './contract/api.ts';
import { type ErrorBody, errorStatus } from './contract/errors.ts';
import { limits } from './contract/limits.ts';
import { type changes, type Dump } from './testing/tables.ts';
import { addressOf, apiKeys, type Caller, createWorld, type Effect, noEffect, type SampleCall, type World, type WorldAnswer } from './testing/world.ts';

type Path = readonly (string | number)[];
type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'object' | 'array';
type JsonSchema = z.core.JSONSchema.BaseSchema;

interface Field {
  path: Path;
  types: ReadonlySet<JsonType>;
  /** One of these texts only. */
  choices: readonly unknown[] | undefined;
  isRequired: boolean;
}

const withJsonBody = apiKeys.filter((key) => 'body' in api[key] && typeof api[key].body !== 'string');
const json = 'application/json';

/** The schema's fields, nested ones too; an array's items stand for all of them as index 0. */
function fieldsOf(key: ApiKey): Field[] {
  const { body } = api[key] as { body?: unknown };
  const found: Field[] = [];
  visit(z.toJSONSchema(body as z.ZodType, { io: 'input', unrepresentable: 'any' }), []);
  return found.filter(({ path }) => path.length > 0);

  function visit(schema: JsonSchema, path: Path, isRequired = false): void {
    const alternatives = (schema.anyOf as JsonSchema[] | undefined) ?? [schema];
    const types = new Set(alternatives.flatMap(({ type }) => (type ?? []) as JsonType | JsonType[]));
    found.push({ path, types, choices: schema.enum, isRequired });
    for (const { properties, required, items } of alternatives) {
      for (const [name, property] of Object.entries(properties ?? {})) visit(property as JsonSchema, [...path, name], required?.includes(name));
      if (items) visit(items as JsonSchema, [...path, 0]);
    }
  }
}

/** A copy of the sample body with another value at a path; `undefined` takes the field away. */
function bodyWith(key: ApiKey, world: World, path: Path, value: unknown): unknown {
  const body = structuredClone(world.calls[key].body) as Record<string | number, unknown>;
  let place = body;
  for (const step of path.slice(0, -1)) place = (typeof place[step] === 'object' ? place[step] : (place[step] = {})) as typeof place;
  const last = path.at(-1) ?? '';
  if (value === undefined) delete place[last];
  else place[last] = value;
  return body;
}

/** Whoever may call with success. */
function callerOf(key: ApiKey): Caller {
  const { access } = api[key];
  if (key === 'POST /api/player/renew-token' || access === 'player') return 'player';
  return access === 'anyone' ? 'nobody' : access === 'manager' || access === 'administrator' ? 'administrator' : 'common';
}

const nameOf = (path: Path) => path.join('.');
const show = (value: unknown) => (JSON.stringify(value) ?? 'undefined').slice(0, 80);

/** Sentences in Portuguese, a known code with its status, and nothing of the inside. */
function assertGoodRefusal({ status, body }: WorldAnswer, what: string): ErrorBody {
  assert.ok(status >= 400 && status < 500, `${what}: ${status} ${show(body)}`);
  const refusal = body as ErrorBody;
  assert.equal(errorStatus[refusal.code], status, what);
  for (const sentence of [refusal.message, ...Object.values(refusal.fields ?? {})]) {
    assert.match(sentence, /^\p{Lu}.*\p{L}/u, `${what}: ${sentence}`);
    assert.doesNotMatch(sentence, /\b(invalid|expected|received|required|must|too|string|number|boolean|object|array|undefined|null|nan|not|error|failed|request|sqlite\w*|constraint|zod\w*)\b/i, `${what}: ${sentence}`);
  }
  return refusal;
}

/** What is wrong with an answer and with what it left behind; nothing, or one line each. */
function defects(answer: WorldAnswer & { effect: Effect }): string[] {
  const found: string[] = [];
  try {
    assertAnswered(answer, 'answer');
  } catch (error) {
    found.push((error as Error).message);
  }
  if (answer.status >= 400 && !isDeepStrictEqual(answer.effect, noEffect)) found.push(`refused with ${answer.status}, but ${JSON.stringify(answer.effect).slice(0, 300)}`);
  found.push(...illFormedTexts(answer.effect.changed).map((text) => `stored ${show(text)}`));
  found.push(...textsIn(answer.body).filter(isIllFormed).map((text) => `answered ${show(text)}`));
  return found;
}

function assertAnswered(answer: WorldAnswer, what: string): void {
  assert.ok(answer.status < 500, `${what}: ${answer.status} ${show(answer.body)}`);
  if (answer.status >= 400) assertGoodRefusal(answer, what);
}

const textsIn = (value: unknown): string[] => (typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []);

/** Not whole UTF-8 text that any screen can show, or longer than anything the product has. */
function isIllFormed(text: string): boolean {
  return /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]|\p{Surrogate}/u.test(text) || text.length > 16 * limits.notice.messageLength;
}

/** Texts that came into the tables, those inside JSON columns too, that should not be there. */
function illFormedTexts(changed: ReturnType<typeof changes>): string[] {
  const come = Object.values(changed).flatMap((table) => table.come.flatMap((row) => textsIn(JSON.parse(row))));
  const nested = come.filter((text) => /^[[{]/.test(text)).flatMap((text) => {
    try {
      return textsIn(JSON.parse(text));
    } catch {
      return [];
    }
  });
  return [...come, ...nested].filter(isIllFormed);
}

/** What people and programs send that one does not expect. */
const oddTexts: Record<string, string> = {
  'a hundred thousand letters': 'ã'.repeat(100_000),
  'a hundred thousand combining marks': `a${'\u0301'.repeat(100_000)}`,
  NUL: 'Sala\u0000 1',
  'only control characters': '\u0000\u0001\u001b\u007f',
  'halves of emoji': '\ud83d Sala \udc4d',
  'half an emoji': '\ud83d',
  'marks that turn the direction': '\u202eSala\u200f \u2066um\u2069',
  'emoji of several parts': '👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽',
  'a long row of emoji': '👩‍👩‍👧‍👦'.repeat(100),
  SQL: `Sala'); DROP TABLE users; --" OR 1=1`,
  'a page': '<img src=x onerror=alert(1)></script>',
  'lines and headers': 'Sala\r\nSet-Cookie: a=b\n\ttab',
  'a path': '../../../etc/passwd%00',
  'a template': '${7*7} {{7*7}} %s%n __proto__ constructor',
  blank: ' \u00a0\u2003\ufeff\n',
  empty: '',
};

/** Fields of a certain form get the odd text as a part of it. */
const disguises: Record<string, (odd: string) => string> = {
  email: (odd) => `ana${odd}@clinica.test`,
  upstreamUrl: (odd) => `https://ana:${odd}@radio.test/${odd}?a=${odd}#${odd}`,
  contentType: (odd) => `image/png; a=${odd}`,
  fileType: (odd) => `image/png; a=${odd}`,
  playingSince: (odd) => `2026-03-02${odd}`,
};

test('what comes in', { timeout: 240_000 }, async (t) => {
  const world = await createWorld(t);
  const attempt = (key: ApiKey, body: unknown, flushes = false) =>
    world.attempt(callerOf(key), async () => {
      const answer = await world.send(callerOf(key), { ...addressOf(key, world.calls[key]), content: JSON.stringify(body), type: json });
      // Heartbeats are written some seconds later.
      if (key === 'POST /api/player/heartbeat' && flushes && answer.status < 300) world.app.clock.advance(limits.heartbeatFlushMs);
      return answer;
    });

  /** The sample's picture with other fields. */
  function formWith(fields: Record<string, string>, fileName = 'sala.png'): FormData {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', (world.calls['POST /api/upload'].raw?.content as FormData).get('file') as File, fileName);
    return form;
  }

  await t.test('the sample bodies are accepted, and have every field of their schema', async () => {
    for (const key of withJsonBody) {
      const { status, body } = await attempt(key, world.calls[key].body);
      assert.ok(status < 300, `${key}: ${status} ${show(body)}`);
      for (const { path } of fieldsOf(key)) {
        if (path.includes(0) || path[0] === 'state') continue;
        const isOther = ['accessCode', 'isPlatformVideo', 'categoryId', 'targetPlayerId'].includes(nameOf(path)) || key.startsWith('PUT /api/admin/notices');
        assert.ok(isOther || Object.hasOwn(world.calls[key].body as object, path[0] ?? ''), `${key} ${nameOf(path)}`);
      }
    }
    assert.ok(withJsonBody.length > 30);
  });

  await t.test('every field refuses every wrong type by its name, and nothing happens', async () => {
    const values: [JsonType, unknown][] = [['string', '¬'], ['number', 12.5], ['boolean', true], ['null', null], ['object', {}], ['array', []]];
    let tries = 0;
    for (const key of withJsonBody) {
      for (const { path, types, choices, isRequired } of fieldsOf(key)) {
        const wrong = values.filter(([type]) => types.size > 0 && (!types.has(type) || (type === 'string' && choices))).map(([, value]) => value);
        if (isRequired) wrong.push(undefined);
        for (const value of wrong) {
          const answer = await attempt(key, bodyWith(key, world, path, value));
          const what = `${key} ${nameOf(path)} = ${show(value)}`;
          const refusal = assertGoodRefusal(answer, what);
          assert.deepEqual([refusal.code, answer.effect], ['invalid_input', noEffect], what);
          assert.ok(refusal.fields?.[nameOf(path)], `${what}: ${show(refusal)}`);
          tries += 1;
        }
      }
    }
    assert.ok(tries > 300, `${tries}`);
  });

  await t.test('numbers beyond measure are refused or take their place', async () => {
    for (const key of withJsonBody) {
      for (const { path, types } of fieldsOf(key)) {
        if (!types.has('number') && !types.has('integer')) continue;
        for (const value of ['-1', '0', '1e999', '-1e999', '1e308', '5e-324', '9007199254740991', '9007199254740993', '-9007199254740991', '1.0000000000000002']) {
          const what = `${key} ${nameOf(path)} = ${value}`;
          const content = JSON.stringify(bodyWith(key, world, path, '@')).replace('"@"', value);
          const answer = await world.attempt(callerOf(key), () => world.send(callerOf(key), { ...addressOf(key, world.calls[key]), content, type: json }));
          assertAnswered(answer, what);
          if (answer.status >= 400) assert.deepEqual(answer.effect, noEffect, what);
        }
      }
    }
  });

  await t.test('what is no JSON, no object, too deep, too large or of another type is refused before anything else', async () => {
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
      [400, deep(100_000), json],
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
    for (const key of withJsonBody) {
      for (const [status, content, type] of cases) {
        const what = `${key} ${typeof content === 'string' ? content.slice(0, 40) : 'bytes'} as ${type}`;
        const answer = await world.attempt(callerOf(key), () => world.send(callerOf(key), { ...addressOf(key, world.calls[key]), content, type }));
        assertGoodRefusal(answer, what);
        assert.deepEqual([answer.status, answer.effect], [status, noEffect], what);
      }
    }
  });

  await t.test('the deepest allowed nesting in a field nobody knows is ignored', async () => {
    for (const key of withJsonBody) {
      const body = { ...(world.calls[key].body as object), desconhecido: JSON.parse('['.repeat(limits.jsonDepth - 1) + ']'.repeat(limits.jsonDepth - 1)) as unknown };
      const { status } = await attempt(key, body);
      assert.ok(status < 300, `${key}: ${status}`);
    }
  });

  await t.test('refusals say what the specification says, and limits are where it puts them', async () => {
    const wrongCode = 'Código inválido. Entre em contato com nossa equipe comercial.';
    const shortPassword = 'A senha deve ter pelo menos 6 caracteres.';
    const negative = 'Os valores das quotas devem ser positivos.';
    const long = (length: number) => 'x'.repeat(length);
    const fine = undefined;
    const messages = ['POST /api/breaking-news', 'PATCH /api/breaking-news/:id'] as const;
    const notices = ['POST /api/admin/notices', 'PUT /api/admin/notices/:id'] as const;
    const contents = ['POST /api/videos', 'PATCH /api/videos/:id'] as const;
    /** What of the sample body is another; the sentence, or undefined where the value is still good; the status if not 400. */
    const table: [key: ApiKey, change: Record<string, unknown>, sentence: string | undefined, status?: number, caller?: Caller][] = [
      // Document 1, section 5
      ['POST /api/login', { email: 'sem-arroba' }, 'Email inválido'],
      ['POST /api/login', { email: '' }, 'Email inválido'],
      ['POST /api/login', { email: undefined }, 'Email inválido'],
      ['POST /api/login', { password: '' }, 'Senha é obrigatória'],
      ['POST /api/login', { password: undefined }, 'Senha é obrigatória'],
      ['POST /api/login', { password: 'errada' }, 'Email ou senha incorretos', 401],
      ['POST /api/login', {}, 'Conta aguardando aprovação do administrador', 403, 'pending'],
      ['POST /api/login', {}, 'Conta bloqueada', 403, 'blocked'],
      ['POST /api/register', { email: 'a@b' }, 'Email inválido'],
      ['POST /api/register', { email: undefined }, 'Email inválido'],
      ['POST /api/register', { password: long(5) }, shortPassword],
      ['POST /api/register', { password: long(6) }, fine],
      ['POST /api/register', { accessCode: 'ERRADO' }, wrongCode, 403],
      ['POST /api/register', { accessCode: undefined }, wrongCode, 403],
      ['POST /api/register/validate-code', { code: 'ERRADO' }, wrongCode, 403],
      ['POST /api/register/validate-code', { code: '' }, wrongCode, 403],
      ...contents.flatMap((key): typeof table => [
        [key, { name: '' }, 'Por favor, selecione um arquivo e insira um nome.'],
        [key, { name: ' \n' }, 'Por favor, selecione um arquivo e insira um nome.'],
        [key, { name: long(80) }, fine],
        [key, { name: long(81) }, 'O nome deve ter no máximo 80 caracteres.'],
      ]),
      ['POST /api/videos', { name: undefined }, 'Por favor, selecione um arquivo e insira um nome.'],
      ['POST /api/videos', { isPlatformVideo: true }, 'Por favor, preencha todos os campos obrigatórios.', 400, 'administrator'],
      ['POST /api/videos', { isPlatformVideo: true, categoryId: 999_999 }, 'Por favor, preencha todos os campos obrigatórios.', 400, 'administrator'],
      ['POST /api/playlists', { name: ' ' }, 'Dê um nome à playlist.'],
      ['POST /api/playlists', { name: undefined }, 'Dê um nome à playlist.'],
      ...[0, 4, -1, 1.5].map((frequency): (typeof table)[0] => ['POST /api/videos/:videoId/assignments', { frequency }, 'A frequência deve ser 1, 2 ou 3.']),
      ...[1, 2, 3, undefined].map((frequency): (typeof table)[0] => ['POST /api/videos/:videoId/assignments', { frequency }, fine]),
      ['POST /api/admin/users/:id/reset-password', { newPassword: long(5) }, shortPassword],
      ['POST /api/admin/users/:id/reset-password', { newPassword: '' }, shortPassword],
      ['POST /api/admin/users/:id/reset-password', { newPassword: long(6) }, fine],
      ...['maxStorageGb', 'maxPlaylists', 'maxVideos', 'maxPlayers'].flatMap((name): typeof table => [
        ['PUT /api/admin/users/:id/quotas', { [name]: -1 }, negative],
        ['PUT /api/admin/users/:id/quotas', { [name]: 0 }, fine],
      ]),
      ['PUT /api/admin/users/:id/quotas', { maxStorageGb: 100, maxPlaylists: 50, maxPlayers: 10 }, fine],
      ['PUT /api/admin/users/:id/quotas', { maxStorageGb: 101 }, 'No máximo 100 GB.'],
      ['PUT /api/admin/users/:id/quotas', { maxPlaylists: 51 }, 'No máximo 50 playlists.'],
      ['PUT /api/admin/users/:id/quotas', { maxPlayers: 11 }, 'No máximo 10 telas.'],
      ['PATCH /api/my-players/:id/rename', { name: long(255) }, fine],
      ['PATCH /api/my-players/:id/rename', { name: long(256) }, 'No máximo 255 caracteres.'],

      // Document 2, section 5
      ...messages.flatMap((key): typeof table => [
        [key, { title: long(32) }, fine],
        [key, { title: '' }, fine],
        [key, { title: null }, fine],
        [key, { title: long(33) }, 'Título deve ter no máximo 32 caracteres'],
        [key, { message: long(220) }, fine],
        [key, { message: long(221) }, 'Mensagem deve ter no máximo 220 caracteres'],
        [key, { message: ' \n ' }, 'Mensagem é obrigatória'],
      ]),
      ['POST /api/breaking-news', { message: undefined }, 'Mensagem é obrigatória'],
      ...notices.flatMap((key): typeof table => [
        [key, { title: '' }, 'Título é obrigatório'],
        [key, { title: undefined }, 'Título é obrigatório'],
        [key, { title: long(100) }, fine],
        [key, { title: long(101) }, 'Título muito longo'],
        [key, { message: '' }, 'Mensagem é obrigatória'],
        [key, { message: undefined }, 'Mensagem é obrigatória'],
        [key, { message: long(500) }, fine],
        [key, { message: long(501) }, 'Mensagem muito longa'],
        ...['red', '#12345', '#1234567', '#GGGGGG', '112233', '#112233\n', ''].flatMap((colour): typeof table => [
          [key, { backgroundColor: colour }, 'Cor de fundo deve ser um código hexadecimal válido'],
          [key, { textColor: colour }, 'Cor do texto deve ser um código hexadecimal válido'],
        ]),
        [key, { backgroundColor: '#aAbB09' }, fine],
      ]),
      ['POST /api/admin/categories', { name: ' ' }, 'Nome da categoria é obrigatório'],
      ['POST /api/admin/categories', { name: undefined }, 'Nome da categoria é obrigatório'],
      ...[0, 6, -1, 1.5e9].map((quantity): (typeof table)[0] => ['POST /api/admin/users/:userId/players/batch', { quantity }, 'Crie de 1 a 5 telas por vez.']),
      ...[-1, 101].map((volume): (typeof table)[0] => ['PUT /api/radio-settings', { volume }, 'O volume vai de 0 a 100.']),
      ...[0, 100].map((volume): (typeof table)[0] => ['PUT /api/radio-settings', { volume }, fine]),
      ['PUT /api/radio-settings', { selectedRadioId: null }, fine],
      ['POST /api/player/activate', { activationCode: 'AAAAAAAAAA' }, 'Código de ativação inválido', 404],
      ['POST /api/player/activate', { activationCode: ` ${world.app.codes.deviceResetCode.toLowerCase()} ` }, 'Dispositivo resetado com sucesso. Digite o código da tela.', 409],
      // Section 8
      ['POST /api/admin/categories', {}, 'Apenas administradores podem acessar esta área.', 403, 'common'],
    ];
    for (const [key, change, sentence, status = 400, caller = callerOf(key)] of table) {
      const what = `${key} ${show(change)}`;
      const { effect, ...answer } = await world.attempt(caller, () => world.call(caller, key, { ...world.calls[key], body: { ...(world.calls[key].body as object), ...change } } as SampleCall));
      if (sentence === undefined) {
        assert.ok(answer.status < 300, `${what}: ${answer.status} ${show(answer.body)}`);
        continue;
      }
      const { message, fields } = assertGoodRefusal(answer, what);
      assert.deepEqual([answer.status, message, effect], [status, sentence, noEffect], what);
      if (status === 400 && Object.keys(change).length === 1 && caller === callerOf(key)) assert.deepEqual(fields, { [Object.keys(change)[0] ?? '']: sentence }, what);
    }
  });

  await t.test('forged fields change nothing', async () => {
    const forged = {
      id: 1, userId: world.app.admin.user.id, ownerId: 1, role: 'admin', userType: 'admin', status: 'approved', isAdmin: true, storageLimit: 1e6, storageUsed: 0, maxVideos: 1e6,
      maxPlaylists: 1e3, password: 'outra-senha', createdAt: 0, created_at: 0, processingStatus: 'completed', processing_status: 'completed', sizeBytes: 1, sha256: 'a'.repeat(64),
      originalR2Path: 'antessala.db', original_r2_path: 'antessala.db', user_id: 1, is_platform_video: 1, screenId: 'AAAAAA', token: 'meu', expiresAt: '2099-01-01', constructor: 'x', toString: 1,
    };
    const done = async (key: ApiKey, body: unknown): Promise<[number, Dump]> => {
      const { status } = await attempt(key, body);
      return [status, world.tables.dumpMasked()];
    };
    for (const key of withJsonBody) {
      const known = new Set(fieldsOf(key).map(({ path }) => path[0]));
      const unknown = Object.fromEntries(Object.entries(forged).filter(([name]) => !known.has(name)));
      const plain = world.calls[key].body as object;
      assert.deepEqual(await done(key, { ...unknown, ...plain }), await done(key, plain), key);
    }
  });

  await t.test('platform content is not made by saying so', async () => {
    const key = 'POST /api/videos';
    const { categoryId } = world.calls['POST /api/admin/users/:userId/categories/:categoryId'].params ?? { categoryId: 0 };
    const body = { ...world.calls[key].body, isPlatformVideo: true, categoryId } as never;
    for (const caller of ['common', 'other', 'gestor'] as const) {
      const answer = await world.attempt(caller, () => world.call(caller, key, { body }));
      assert.deepEqual([answer.status, answer.effect], [403, noEffect], caller);
      const form = formWith({ isPlatformVideo: 'true', categoryId: String(categoryId) });
      const sent = await world.attempt(caller, () => world.call(caller, 'POST /api/upload', { raw: { content: form } }));
      assert.deepEqual([sent.status, sent.effect], [403, noEffect], `${caller}, multipart`);
    }
    const mine = await world.attempt('common', () => world.call('common', key, { body: { ...world.calls[key].body, categoryId } as never }));
    assert.equal(mine.status, 201);
    assert.deepEqual([(mine.body as { categoryId: unknown }).categoryId, (mine.body as { isPlatformVideo: unknown }).isPlatformVideo], [null, false], "a customer's content has no category");
  });

  await t.test('every text field takes every text or refuses it; what is stored is whole', async () => {
    const problems: string[] = [];
    let stored = 0;
    for (const key of withJsonBody) {
      const texts = fieldsOf(key).filter(({ types }) => types.has('string')).map(({ path }) => path);
      if (texts.some(([name]) => name === 'deviceInfo')) texts.push(['deviceInfo', 'userAgent'], ['deviceInfo', 'screen', 'name']);
      for (const path of texts) {
        for (const [name, text] of Object.entries(oddTexts)) {
          const startedAt = performance.now();
          const answer = await attempt(key, bodyWith(key, world, path, (disguises[nameOf(path)] ?? ((odd) => odd))(text)), true);
          if (performance.now() - startedAt > 3_000) problems.push(`${key} ${nameOf(path)}: ${name}: too slow`);
          problems.push(...defects(answer).map((defect) => `${key} ${nameOf(path)}: ${name}: ${defect}`));
          if (Object.keys(answer.effect.changed).length > 0) stored += 1;
        }
      }
    }
    assert.equal(problems.join('\n'), '');
    assert.ok(stored > 50, `${stored}`);
  });

  await t.test('a form takes every text or refuses it', async () => {
    const problems: string[] = [];
    for (const [name, text] of Object.entries(oddTexts)) {
      // A form cannot hold them: the client sends U+FFFD.
      if (/\p{Surrogate}/u.test(text)) continue;
      for (const field of ['name', 'fileName', 'displayDuration', 'useAmbientBackground', 'isPlatformVideo', 'categoryId', 'desconhecido']) {
        const form = field === 'fileName' ? formWith({}, text) : formWith({ [field]: text });
        const answer = await world.attempt('common', () => world.call('common', 'POST /api/upload', { raw: { content: form } }));
        problems.push(...defects(answer).map((defect) => `${field}: ${name}: ${defect}`));
      }
    }
    const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
    const many = Array.from({ length: 100 }, (_, at) => `--x\r\nContent-Disposition: form-data; name="f${at}"\r\n\r\n1\r\n`).join('');
    for (const [content, type, status] of [
      ['--x--\r\n', 'multipart/form-data; boundary=x', 400],
      [part, 'multipart/form-data; boundary=x', 400],
      [`${part}texto\r\n--x--\r\n`, 'multipart/form-data; boundary=x', 415],
      [`${many}${part}texto\r\n--x--\r\n`, 'multipart/form-data; boundary=x', 400],
      ['--x--', 'multipart/form-data', 415],
      ['--x--', 'multipart/form-data; boundary=', 400],
      ['{}', json, 415],
    ] as const) {
      const answer = await world.attempt('common', () => world.send('common', { method: 'POST', path: '/api/upload', content, type }));
      if (answer.status !== status) problems.push(`${type} ${content.slice(0, 60)}: ${answer.status} instead of ${status}`);
      problems.push(...defects(answer).map((defect) => `${type} ${content.slice(0, 60)}: ${defect}`));
    }
    assert.equal(problems.join('\n'), '');
  });

  await t.test('every address and query is answered', async () => {
    const pieces = ['%00', '%ED%A0%80', '%ff', '..%2f..%2fantessala.db', '%2e%2e', "'%20OR%201=1--", '%F0%9F%91%8D', '0', '-1', '1e3', '0x10', '1.0', '99999999999999999999', '%31', 'NaN', 'a'.repeat(3000)];
    const problems: string[] = [];
    for (const key of apiKeys) {
      const [method = '', template = ''] = key.split(' ');
      const names = [...template.matchAll(/:(\w+)/g)].map(([name]) => name);
      for (const piece of pieces) {
        const paths = names.map((name) => template.replace(name, piece).replace(/:\w+/g, '1'));
        const query = 'query' in api[key] ? [`${addressOf(key, { ...world.calls[key], query: undefined } as SampleCall).path}?e=${piece}&s=${piece}&playerId=${piece}&userId=${piece}&e=2`] : [];
        for (const path of [...paths, ...query]) {
          const caller = callerOf(key);
          const { body } = world.calls[key];
          const answer = await world.attempt(caller, () => world.send(caller, { method, path, ...(body ? { content: JSON.stringify(body), type: json } : {}) }));
          // A HEAD has no sentence.
          const defect = answer.status >= 500 || method === 'HEAD' ? (answer.status >= 500 ? [String(answer.status)] : []) : defects(answer);
          problems.push(...defect.map((what) => `${method} ${path.slice(0, 120)}: ${what}`));
        }
      }
    }
    assert.equal(problems.join('\n'), '');
  });
});
