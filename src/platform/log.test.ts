import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from './clock.ts';
import { createLog, createSampledLog, cut } from './log.ts';

test('what strangers cause is written twenty times a second, and then counted', () => {
  const clock = new ManualClock();
  const lines: { message: string; leftOut?: number }[] = [];
  const log = createSampledLog(
    createLog('info', clock, (line) => lines.push(JSON.parse(line) as { message: string })),
    clock,
  );
  for (let i = 0; i < 5_000; i += 1) log.info('request', { path: cut('/'.repeat(4_000)) });
  assert.equal(lines.length, 20);
  assert.ok(JSON.stringify(lines[0]).length < 400);
  clock.advance(1_000);
  assert.equal(lines.at(-1)?.leftOut, 4_980);
  log.info('request');
  assert.equal(lines.length, 22);
});
