import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditFilterFrom, historyHref } from './audit-filter.ts';
import { screenFilterFrom, screensHref } from './screen-filter.ts';
import { screenOf } from './screen-of.ts';

test("a screen's history is an address, and what is no id narrows nothing", () => {
  const { search } = new URL(historyHref('/admin/audit', 7), 'http://tv.lan');
  assert.deepEqual(auditFilterFrom(search), { screenId: 7, accountId: undefined });
  assert.deepEqual(auditFilterFrom('?conta=3&tela=x'), { screenId: undefined, accountId: 3 });
  assert.deepEqual(auditFilterFrom('?tela=-1&conta=1.5'), { screenId: undefined, accountId: undefined });
});

test('a link says which screens the page shows first', () => {
  assert.equal(screenFilterFrom(new URL(screensHref('/admin/screens', 'problem'), 'http://a.test').search), 'problem');
  assert.equal(screenFilterFrom('?mostrar=online'), 'online');
  for (const query of ['', '?mostrar=', '?mostrar=all', '?outra=coisa']) assert.equal(screenFilterFrom(query), 'all');
});

const at = (address: string) => {
  const { pathname: path, search } = new URL(address, 'http://studio.test');
  return screenOf({ path, search });
};

test('another page, tab or section is another screen; another order of it is not', () => {
  assert.notEqual(at('/manage?aba=playlists'), at('/manage?aba=telas'));
  assert.notEqual(at('/admin/settings?secao=email'), at('/admin/settings'));
  assert.notEqual(at('/manage'), at('/radio'));
  assert.equal(at('/Manage?aba=conteudos&ordem=nome'), at('/manage?aba=conteudos'));
});
