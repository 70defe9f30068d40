import assert from 'node:assert/strict';
import { test } from 'node:test';
import { screenFilterFrom, screensHref } from './screen-filter.ts';

test('a link says which screens the page shows first', () => {
  assert.equal(screenFilterFrom(new URL(screensHref('/admin/screens', 'problem'), 'http://a.test').search), 'problem');
  assert.equal(screenFilterFrom('?mostrar=online'), 'online');
  for (const query of ['', '?mostrar=', '?mostrar=all', '?outra=coisa']) assert.equal(screenFilterFrom(query), 'all');
});
