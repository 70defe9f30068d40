import assert from 'node:assert/strict';
import { test } from 'node:test';
import { categoryInput } from '../categories.ts';
import { api, type ApiKey } from '../api/index.ts';
import { singleLine, text } from '../common.ts';
import { fold } from './folding.ts';
import { cut, graphemeCount } from './graphemes.ts';
import { limits } from '../limits.ts';
import { cleanText, fits, isBlank } from './clean.ts';
import { processorMs } from '../../testing/until.ts';

const family = '👩‍👩‍👧‍👦';
const familyOfTones = '👨🏿‍👩🏽‍👧🏻‍👦🏾';

test('a text is cut between characters, never inside one', () => {
  assert.equal(cut('Sala de espera', 4), 'Sala');
  assert.equal(cut(family.repeat(30), 80), family.repeat(30));
  assert.equal(cut(family.repeat(100), 80), family.repeat(80));
  assert.equal(cut('e\u0301e\u0301', 1), 'e\u0301');
  assert.deepEqual([graphemeCount(family), graphemeCount(''), graphemeCount('Olá')], [1, 0, 3]);
});

test('invisible text is blank', () => {
  const single = ['\ufe0f', '\u3164', '\u2800', '\u034f', '\u115f', '\u0301', '\u180e', '\u202e'];
  for (const invisible of ['', ' \n', '\u200b\u2060', '\u3164 \u2800\u0301', ...single])
    assert.equal(isBlank(invisible), true, JSON.stringify(invisible));
  for (const visible of ['a', '.', '0', 'e\u0301', '1️⃣', '❤️', family, '🇧🇷', '\u2801'])
    assert.equal(isBlank(visible), false, visible);
});

test('the longest emoji counts as one character, and stacked combining marks do not fit', () => {
  assert.equal(fits(familyOfTones.repeat(32), 32), true);
  assert.equal(fits(familyOfTones.repeat(33), 32), false);
  assert.equal(fits(`a${'\u0301'.repeat(1_000)}`, 32), false);
  assert.equal(fits(`a${'\u0301'.repeat(30)}`, 220), false, 'a single character with too many marks');
});

test('a single-line text loses line breaks and direction marks, and another text keeps its line breaks', () => {
  assert.equal(singleLine(30).parse(' Dra.\nAna \u00a0\t Lima\u2028'), 'Dra. Ana Lima');
  assert.equal(singleLine(30).parse('Sala\u0085\u000b1\r\n2'), 'Sala 1 2');
  assert.equal(singleLine(30).parse('Sala \u202etxt\u202c \u2066a\u2069'), 'Sala txt a');
  assert.equal(singleLine(30, { required: 'Falta' }).safeParse('\u202e\n').error?.issues[0]?.message, 'Falta');
  assert.equal(text(30).parse('Bom\ndia'), 'Bom\ndia');
});

test('a letter and its combining accent become one code point, and stacked marks are refused quickly', () => {
  assert.equal(cleanText('Sau\u0301de'), 'Sa\u00fade');
  const startedAt = processorMs();
  for (const stack of [`a${'\u0301'.repeat(60_000)}${'\u0323'.repeat(60_000)}`, `a${'\u0301\u0323'.repeat(60_000)}`])
    assert.equal(singleLine(30).safeParse(stack).success, false);
  assert.ok(processorMs() - startedAt < 1_000, 'NFC, which sorts the marks, would take ten seconds');
});

test('names that differ only in case, encoding of accents or invisible characters have the same folded form', () => {
  for (const [one, other] of [
    ['Saúde', 'SAÚDE'],
    ['Saúde', 'sau\u0301de'],
    ['ÁNA', 'ána'],
    ['Straße', 'STRASSE'],
    ['ΣΟΦΟΣ', 'σοφος'],
    ['Ana\u200b', 'ana'],
  ] as const) {
    assert.equal(fold(one), fold(other), `${one} ${other}`);
  }
  assert.notEqual(fold('Saude'), fold('Saúde'));
});

test('every name and title of the contract is put on one line, and every message keeps its line breaks', () => {
  const sent = 'Um\n\u202edois';
  const bodies: [key: ApiKey, field: string, rest: object, kept?: string][] = [
    ['POST /api/register', 'username', { email: 'a@clinica.test', password: 'segredo1' }],
    ['POST /api/videos', 'name', { r2Path: 'x' }],
    ['PATCH /api/videos/:id', 'name', {}],
    ['POST /api/playlists', 'name', {}],
    ['PATCH /api/playlists/:id', 'name', {}],
    ['PATCH /api/my-players/:id/rename', 'name', {}],
    ['PATCH /api/admin/players/:id', 'name', {}],
    ['POST /api/admin/categories', 'name', {}],
    ['PATCH /api/admin/categories/:id', 'name', {}],
    ['POST /api/breaking-news', 'title', { message: 'x' }],
    ['PATCH /api/breaking-news/:id', 'title', {}],
    ['POST /api/admin/notices', 'title', { message: 'x', noticeType: 'global' }],
    ['PUT /api/admin/notices/:id', 'title', { message: 'x', noticeType: 'global' }],
    ['POST /api/admin/radio-stations', 'name', { genre: 'x', upstreamUrl: 'https://radio.test/' }],
    ['POST /api/admin/radio-stations', 'genre', { name: 'x', upstreamUrl: 'https://radio.test/' }],
    ['POST /api/breaking-news', 'message', {}, sent],
    ['POST /api/admin/notices', 'message', { title: 'x', noticeType: 'global' }, sent],
  ];
  for (const [key, field, rest, kept = 'Um dois'] of bodies) {
    const { body } = api[key] as { body: { parse(input: unknown): Record<string, unknown> } };
    assert.equal(body.parse({ ...rest, [field]: sent })[field], kept, `${key} ${field}`);
  }
  assert.ok(sent.length < limits.message.titleLength, 'the sample fits everywhere');
});

test("a category's description is counted in grapheme clusters, and may be empty", () => {
  const description = (text: string) => categoryInput.safeParse({ name: 'Saúde', description: text });
  assert.equal(description('👩🏽‍⚕️'.repeat(500)).success, true);
  assert.equal(description('👩🏽‍⚕️'.repeat(501)).error?.issues[0]?.message, 'No máximo 500 caracteres.');
  assert.equal(description('  ').data?.description, null);
});
