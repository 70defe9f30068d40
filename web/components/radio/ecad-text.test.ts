import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ecadReminder } from './ecad-text.ts';

test("the end of the contract with ECAD is announced from 30 days before, by dates in the clinic's time zone", () => {
  // 22 November in São Paulo.
  const now = Date.parse('2026-11-23T02:00:00Z');
  assert.equal(ecadReminder(null, now), undefined);
  assert.equal(ecadReminder('2026-12-23', now), undefined);
  assert.match(ecadReminder('2026-12-22', now) ?? '', /vence em 30 dias, em 22\/12\/2026\./);
  assert.match(ecadReminder('2026-11-23', now) ?? '', /vence amanhã\./);
  assert.match(ecadReminder('2026-11-22', now) ?? '', /vence hoje\./);
  assert.match(ecadReminder('2026-11-21', now) ?? '', /venceu em 21\/11\/2026\./);
});
