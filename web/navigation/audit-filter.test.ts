import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditFilterFrom, historyHref } from './audit-filter.ts';

test("a screen's history is an address, and what is no id narrows nothing", () => {
  const { search } = new URL(historyHref('/admin/audit', 7), 'http://tv.lan');
  assert.deepEqual(auditFilterFrom(search), { screenId: 7, accountId: undefined });
  assert.deepEqual(auditFilterFrom('?conta=3&tela=x'), { screenId: undefined, accountId: 3 });
  assert.deepEqual(auditFilterFrom('?tela=-1&conta=1.5'), { screenId: undefined, accountId: undefined });
});
