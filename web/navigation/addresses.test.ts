import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditFilterFrom, screenAuditHref } from './audit-filter.ts';
import { screenFilterFrom, screensHref } from './screen-filter.ts';
import { viewKeyOf } from './view-key.ts';

test('the audit filter is read from the address, and an invalid id filters nothing', () => {
  const { search } = new URL(screenAuditHref('/admin/audit', 7), 'http://tv.lan');
  assert.deepEqual(auditFilterFrom(search), { screenId: 7, accountId: undefined });
  assert.deepEqual(auditFilterFrom('?conta=3&tela=x'), { screenId: undefined, accountId: 3 });
  assert.deepEqual(auditFilterFrom('?tela=-1&conta=1.5'), { screenId: undefined, accountId: undefined });
});

test('the screen filter is read from the address, and an unknown one shows all screens', () => {
  assert.equal(screenFilterFrom(new URL(screensHref('/admin/screens', 'problem'), 'http://a.test').search), 'problem');
  assert.equal(screenFilterFrom('?mostrar=online'), 'online');
  for (const query of ['', '?mostrar=', '?mostrar=all', '?outra=coisa']) assert.equal(screenFilterFrom(query), 'all');
});

const viewKeyAt = (address: string) => {
  const { pathname: path, search } = new URL(address, 'http://studio.test');
  return viewKeyOf({ path, search });
};

test('the view key differs between pages, tabs and sections, but not between orders of the same list', () => {
  assert.notEqual(viewKeyAt('/manage?aba=playlists'), viewKeyAt('/manage?aba=telas'));
  assert.notEqual(viewKeyAt('/admin/settings?secao=email'), viewKeyAt('/admin/settings'));
  assert.notEqual(viewKeyAt('/manage'), viewKeyAt('/radio'));
  assert.equal(viewKeyAt('/Manage?aba=conteudos&ordem=nome'), viewKeyAt('/manage?aba=conteudos'));
});
