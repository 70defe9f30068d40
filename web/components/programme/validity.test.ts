import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validityBadge } from './validity.ts';

test('a content says when it ends, a week ahead, and that it has ended or not begun', () => {
  const on = (validFrom: string | null, validUntil: string | null) =>
    validityBadge({ validFrom, validUntil }, '2026-11-29')?.text;
  assert.equal(on(null, null), undefined);
  assert.equal(on(null, '2026-12-02'), 'vence em 3 dias');
  assert.equal(on('2026-11-01', '2026-11-30'), 'vence amanhã');
  assert.equal(on(null, '2026-11-29'), 'vence hoje');
  assert.equal(on(null, '2026-11-28'), 'venceu, fora da TV');
  assert.equal(on(null, '2026-12-07'), undefined);
  assert.equal(on('2026-12-01', '2026-12-02'), 'a partir de 01/12/2026');
});
