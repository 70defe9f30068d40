import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validityBadge } from './validity.ts';

test('the badge tells that a content ends within a week, has ended, or has not begun', () => {
  const badgeText = (validFrom: string | null, validUntil: string | null) =>
    validityBadge({ validFrom, validUntil }, '2026-11-29')?.text;
  assert.equal(badgeText(null, null), undefined);
  assert.equal(badgeText(null, '2026-12-02'), 'vence em 3 dias');
  assert.equal(badgeText('2026-11-01', '2026-11-30'), 'vence amanhã');
  assert.equal(badgeText(null, '2026-11-29'), 'vence hoje');
  assert.equal(badgeText(null, '2026-11-28'), 'venceu, fora da TV');
  assert.equal(badgeText(null, '2026-12-07'), undefined);
  assert.equal(badgeText('2026-12-01', '2026-12-02'), 'a partir de 01/12/2026');
});
