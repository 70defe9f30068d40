import assert from 'node:assert/strict';
import { test } from 'node:test';
import { screenOf } from './screen-of.ts';

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
