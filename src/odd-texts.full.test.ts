/** Sends malformed and extreme texts in fields, forms and URLs, and random requests: nothing may break. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { api, type ApiKey } from './contract/api/index.ts';
import { limits } from './contract/limits.ts';
import type { Video } from './contract/media.ts';
import {
  assertStatus,
  bodyWith,
  callerOf,
  fieldsOf,
  json,
  nameOf,
  shortJson,
  keysWithJsonBody,
} from './testing/bodies.ts';
import { methodAndPath } from './testing/client.ts';
import { acceptedForgedCalls, fuzz } from './testing/fuzz.ts';
import { apiKeys, type SampleCall } from './testing/sample-calls.ts';
import type { changes } from './testing/tables.ts';
import { type Caller, createWorld, type Effect, noEffect, type WorldResponse } from './testing/world.ts';
import { processorMs } from './testing/until.ts';

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

/** True for text that is not valid UTF-8, not displayable, or longer than any text of the product. */
function isIllFormed(text: string): boolean {
  return (
    /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]|\p{Surrogate}/u.test(text) ||
    text.length > 16 * limits.notice.messageLength
  );
}

/** Returns the ill-formed texts in the added rows, including those inside JSON columns. */
function illFormedTexts(changed: ReturnType<typeof changes>): string[] {
  const added = Object.values(changed).flatMap((table) => table.added.flatMap((row) => textsIn(JSON.parse(row))));
  const nested = added
    .filter((text) => /^[[{]/.test(text))
    .flatMap((text) => {
      try {
        return textsIn(JSON.parse(text));
      } catch {
        return [];
      }
    });
  return [...added, ...nested].filter(isIllFormed);
}

/** Unexpected texts that people and programs send. */
const oddTexts: Record<string, string> = {
  'a hundred thousand letters': 'ã'.repeat(100_000),
  'a hundred thousand combining marks': `a${'\u0301'.repeat(100_000)}`,
  NUL: 'Sala\u0000 1',
  'only control characters': '\u0000\u0001\u001b\u007f',
  'halves of emoji': '\ud83d Sala \udc4d',
  'half an emoji': '\ud83d',
  'marks that change the direction of writing': '\u202eSala\u200f \u2066um\u2069',
  'emoji of several parts': '👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽',
  'a long row of emoji': '👩‍👩‍👧‍👦'.repeat(100),
  SQL: `Sala'); DROP TABLE users; --" OR 1=1`,
  'a page': '<img src=x onerror=alert(1)></script>',
  'lines and headers': 'Sala\r\nSet-Cookie: a=b\n\ttab',
  'a path': '../../../etc/passwd%00',
  'a template': '${7*7} {{7*7}} %s%n __proto__ constructor',
  'only invisible marks': '\u200b\u2060\u200e',
  blank: ' \u00a0\u2003\ufeff\n',
  empty: '',
};

/** Fields of a fixed format get the odd text as a part of their value. */
const formattedValues: Record<string, (odd: string) => string> = {
  email: (odd) => `ana${odd}@clinica.test`,
  upstreamUrl: (odd) => `https://ana:${odd}@radio.test/${odd}?a=${odd}#${odd}`,
  contentType: (odd) => `image/png; a=${odd}`,
  fileType: (odd) => `image/png; a=${odd}`,
  playingSince: (odd) => `2026-03-02${odd}`,
};

/** Returns the defects of a response and of the stored data, one line each. */
function defects(response: WorldResponse & { effect: Effect }): string[] {
  const found: string[] = [];
  try {
    assertStatus(response, 'response');
  } catch (error) {
    found.push((error as Error).message);
  }
  if (response.status >= 400 && !isDeepStrictEqual(response.effect, noEffect))
    found.push(`refused with ${response.status}, but ${JSON.stringify(response.effect).slice(0, 300)}`);
  found.push(...illFormedTexts(response.effect.changed).map((text) => `stored ${shortJson(text)}`));
  // A downloaded table may be long: check each line.
  const texts = typeof response.body === 'string' ? response.body.split('\n') : textsIn(response.body);
  found.push(...texts.filter(isIllFormed).map((text) => `response with ${shortJson(text)}`));
  return found;
}

test('odd texts', async (t) => {
  const world = await createWorld(t);
  const attempt = (key: ApiKey, body: unknown) =>
    world.attempt(callerOf(key), async () => {
      const response = await world.send(callerOf(key), {
        ...methodAndPath(key, world.calls[key]),
        content: JSON.stringify(body),
        type: json,
      });
      // Heartbeats are written some seconds later.
      if (key === 'POST /api/player/heartbeat' && response.status < 300)
        world.app.clock.advance(limits.heartbeatFlushMs);
      return response;
    });

  /** Returns the sample's form with its image and other fields. */
  function formWith(fields: Record<string, string>, fileName = 'sala.png'): FormData {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', world.clinic.form.get('file') as File, fileName);
    return form;
  }

  const upload = (content: FormData, caller: Caller = 'common') =>
    world.attemptCall(caller, 'POST /api/upload', { raw: { content } });

  await t.test('every text field accepts or refuses every text, and stored texts are valid', async () => {
    const problems: string[] = [];
    let stored = 0;
    for (const key of keysWithJsonBody) {
      const texts = fieldsOf(key)
        .filter(({ types }) => types.has('string'))
        .map(({ path }) => path);
      if (texts.some(([name]) => name === 'deviceInfo'))
        texts.push(['deviceInfo', 'userAgent'], ['deviceInfo', 'screen', 'name']);
      for (const path of texts) {
        for (const [name, text] of Object.entries(oddTexts)) {
          const startedAt = processorMs();
          const response = await attempt(
            key,
            bodyWith(key, world, path, (formattedValues[nameOf(path)] ?? ((odd) => odd))(text)),
          );
          if (processorMs() - startedAt > 3_000) problems.push(`${key} ${nameOf(path)}: ${name}: too slow`);
          problems.push(...defects(response).map((defect) => `${key} ${nameOf(path)}: ${name}: ${defect}`));
          if (Object.keys(response.effect.changed).length > 0) stored += 1;
        }
      }
    }
    assert.equal(problems.join('\n'), '');
    assert.ok(stored > 50, `${stored}`);
  });

  await t.test('only an administrator can create platform content by sending `isPlatformVideo`', async () => {
    const key = 'POST /api/videos';
    const { categoryId } = world.calls['POST /api/admin/users/:userId/categories/:categoryId'].params ?? {
      categoryId: 0,
    };
    const body = { ...world.calls[key].body, isPlatformVideo: true, categoryId } as never;
    for (const caller of ['common', 'other', 'gestor'] as const) {
      const response = await world.attemptCall(caller, key, { body });
      assert.deepEqual([response.status, response.effect], [403, noEffect], caller);
      const form = formWith({ isPlatformVideo: 'true', categoryId: String(categoryId) });
      const sent = await upload(form, caller);
      assert.deepEqual([sent.status, sent.effect], [403, noEffect], `${caller}, multipart`);
    }
    const response = await world.attemptCall('common', key, {
      body: { ...world.calls[key].body, categoryId } as never,
    });
    const { isPlatformVideo, categoryId: storedCategoryId } = response.body as Video;
    assert.deepEqual(
      [response.status, isPlatformVideo, storedCategoryId],
      [201, false, null],
      "a customer's content has no category",
    );
  });

  await t.test('every field of a multipart upload accepts or refuses every text', async () => {
    const switches = ['useAmbientBackground', 'isPlatformVideo'];
    const fields = ['name', 'fileName', 'displayDuration', 'categoryId', 'desconhecido', ...switches];
    const problems: string[] = [];
    for (const [name, text] of Object.entries(oddTexts)) {
      // A form cannot contain lone surrogates: the client sends U+FFFD.
      if (/\p{Surrogate}/u.test(text)) continue;
      for (const field of fields) {
        const form = field === 'fileName' ? formWith({}, text) : formWith({ [field]: text });
        const response = await upload(form);
        problems.push(...defects(response).map((defect) => `${field}: ${name}: ${defect}`));
      }
    }
    const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
    const manyParts = Array.from(
      { length: 100 },
      (_, index) => `--x\r\nContent-Disposition: form-data; name="f${index}"\r\n\r\n1\r\n`,
    ).join('');
    for (const [content, type, status] of [
      ['--x--\r\n', 'multipart/form-data; boundary=x', 400],
      [part, 'multipart/form-data; boundary=x', 400],
      [`${part}texto\r\n--x--\r\n`, 'multipart/form-data; boundary=x', 415],
      [`${manyParts}${part}texto\r\n--x--\r\n`, 'multipart/form-data; boundary=x', 400],
      ['--x--', 'multipart/form-data', 415],
      ['--x--', 'multipart/form-data; boundary=', 400],
      ['{}', json, 415],
    ] as const) {
      const response = await world.attempt('common', () =>
        world.send('common', { method: 'POST', path: '/api/upload', content, type }),
      );
      if (response.status !== status)
        problems.push(`${type} ${content.slice(0, 60)}: ${response.status} instead of ${status}`);
      problems.push(...defects(response).map((defect) => `${type} ${content.slice(0, 60)}: ${defect}`));
    }
    assert.equal(problems.join('\n'), '');
  });

  await t.test('every odd value in a path or query gets a well-formed response', async () => {
    const encoded = ['%00', '%ED%A0%80', '%ff', '..%2f..%2fantessala.db', "'%20OR%201=1--", '%F0%9F%91%8D', '%31'];
    const numbers = ['0', '-1', '1e3', '0x10', '1.0', '99999999999999999999', 'NaN'];
    const problems: string[] = [];
    for (const key of apiKeys) {
      const [method = '', template = ''] = key.split(' ');
      const names = [...template.matchAll(/:(\w+)/g)].map(([name]) => name);
      for (const piece of [...encoded, ...numbers, 'a'.repeat(3000)]) {
        const paths = names.map((name) => template.replace(name, piece).replace(/:\w+/g, '1'));
        const query =
          'query' in api[key]
            ? [
                `${methodAndPath(key, { ...world.calls[key], query: undefined } as SampleCall).path}?e=${piece}&s=${piece}&playerId=${piece}&userId=${piece}&e=2`,
              ]
            : [];
        for (const path of [...paths, ...query]) {
          const caller = callerOf(key);
          const { body } = world.calls[key];
          const response = await world.attempt(caller, () =>
            world.send(caller, { method, path, ...(body ? { content: JSON.stringify(body), type: json } : {}) }),
          );
          // A response to HEAD has no body.
          const found = method === 'HEAD' && response.status < 500 ? [] : defects(response);
          problems.push(...found.map((defect) => `${method} ${path.slice(0, 120)}: ${defect}`));
        }
      }
    }
    assert.equal(problems.join('\n'), '');
  });

  // This is the last step, because random calls change state in memory.
  await t.test('five hundred random requests cause no fault', async () => {
    const { counts, faults } = await fuzz(world, { seed: 20_261_122, requests: 500 });
    assert.deepEqual(faults, [], JSON.stringify(counts));
    assert.ok((counts['400'] ?? 0) > 20 && (counts['404'] ?? 0) > 20, JSON.stringify(counts));
  });

  await t.test("calls from a foreign host or origin with a signed-in person's cookie are refused", async () => {
    assert.deepEqual(await acceptedForgedCalls(world, { seed: 1, requests: 100 }), []);
  });
});
