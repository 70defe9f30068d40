/** What comes in from outside: every body of the contract, wrong in every way, and texts nobody should send. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { api, type ApiKey } from './contract/api.ts';
import { type ErrorBody, errorStatus } from './contract/errors.ts';
import { limits } from './contract/limits.ts';
import { changes, type Dump } from './testing/tables.ts';
import { addressOf, apiKeys, type Caller, createWorld, noEffect, type SampleCall, type World, type WorldAnswer } from './testing/world.ts';

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
  const endpoint: { body?: unknown } = api[key];
  const found: Field[] = [];
  visit(z.toJSONSchema(endpoint.body as z.ZodType, { io: 'input', unrepresentable: 'any' }), []);
  return found.filter(({ path }) => path.length > 0);

  function visit(schema: JsonSchema, path: Path, isRequired = false): void {
    const alternatives = (schema.anyOf as JsonSchema[] | undefined) ?? [schema];
    const types = new Set(alternatives.flatMap(({ type }) => (type === undefined ? [] : [type as JsonType])));
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
  for (const step of path.slice(0, -1)) place = (place[step] ??= {}) as typeof place;
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

test('what comes in', { timeout: 240_000 }, async (t) => {
  const world = await createWorld(t);
  const attempt = (key: ApiKey, body: unknown, sample: SampleCall = world.calls[key]) =>
    world.attempt(callerOf(key), () => world.send(callerOf(key), { ...addressOf(key, sample), content: JSON.stringify(body), type: json }));

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
      if (known.has('state')) assert.deepEqual(await done(key, { ...plain, state: { ...forged, lastError: null } }), await done(key, { ...plain, state: { lastError: null } }), key);
    }
  });

  await t.test('platform content is not made by saying so', async () => {
    const key = 'POST /api/videos';
    const { categoryId } = world.calls['POST /api/admin/users/:userId/categories/:categoryId'].params ?? { categoryId: 0 };
    const body = { ...world.calls[key].body, isPlatformVideo: true, categoryId } as never;
    for (const caller of ['common', 'other', 'gestor'] as const) {
      const answer = await world.attempt(caller, () => world.call(caller, key, { body }));
      assert.deepEqual([answer.status, answer.effect], [403, noEffect], caller);
      const form = new FormData();
      form.set('isPlatformVideo', 'true');
      form.set('categoryId', String(categoryId));
      form.set('file', new Blob([new Uint8Array(await (world.calls['POST /api/upload'].raw?.content as FormData | undefined)?.get('file') instanceof Blob ? 1 : 0)]), 'a.png');
      const multipart = await world.attempt(caller, () => world.call(caller, 'POST /api/upload', { raw: { content: form } }));
      assert.ok([403, 415].includes(multipart.status) && Object.keys(multipart.effect.changed).length === 0, `${caller} ${multipart.status}`);
    }
    const mine = await world.attempt('common', () => world.call('common', key, { body: { ...world.calls[key].body, categoryId } as never }));
    assert.equal(mine.status, 201);
    assert.deepEqual([(mine.body as { categoryId: unknown }).categoryId, (mine.body as { isPlatformVideo: unknown }).isPlatformVideo], [null, false], "a customer's content has no category");
  });

  await t.test('every text field takes every text or refuses it; what is stored is whole', async () => {
    let stored = 0;
    for (const key of withJsonBody) {
      const texts = fieldsOf(key).filter(({ types }) => types.has('string')).map(({ path }) => path);
      if (texts.some(([name]) => name === 'deviceInfo')) texts.push(['deviceInfo', 'userAgent']);
      for (const path of texts) {
        for (const [name, text] of Object.entries(oddTexts)) {
          const what = `${key} ${nameOf(path)}: ${name}`;
          const startedAt = performance.now();
          const answer = await attempt(key, bodyWith(key, world, path, text));
          assertAnswered(answer, what);
          assert.ok(performance.now() - startedAt < 3_000, `${what}: too slow`);
          if (answer.status >= 400) assert.deepEqual(answer.effect, noEffect, what);
          assert.deepEqual(illFormedTexts(answer.effect.changed).map(show), [], what);
          assert.deepEqual(textsIn(answer.body).filter(isIllFormed).map(show), [], `${what}: in the answer`);
          if (Object.keys(answer.effect.changed).length > 0) stored += 1;
        }
      }
    }
    assert.ok(stored > 50, `${stored}`);
  });
});
