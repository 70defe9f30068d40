import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reachFrom, screensHref } from './screen-filter.ts';

test('a link says which screens the page shows first', () => {
  assert.equal(reachFrom(new URL(screensHref('/admin/screens', 'problem'), 'http://a.test').search), 'problem');
  assert.equal(reachFrom('?mostrar=online'), 'online');
  for (const query of ['', '?mostrar=', '?mostrar=all', '?outra=coisa']) assert.equal(reachFrom(query), 'all');
});
