import assert from 'node:assert/strict';
import { test } from 'node:test';
import { momentText } from './moment.ts';

test('the time of a backup is shown with hoje, ontem or its date', () => {
  const now = Date.parse('2026-11-27T15:00:00Z');
  const textFor = (day: number) => momentText(`2026-11-${day}T13:35:00.000Z`, now);
  assert.deepEqual([textFor(27), textFor(26), textFor(25)], ['hoje às 10:35', 'ontem às 10:35', '25/11/2026 às 10:35']);
});
