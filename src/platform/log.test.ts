import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from './clock.ts';
import { createLog, createSampledLog, truncateForLog } from './log.ts';

function logged() {
  const clock = new ManualClock();
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', clock, (line) => void lines.push(JSON.parse(line) as Record<string, unknown>));
  return { clock, lines, log };
}

test('equal warnings and errors are logged once a minute, with the number of repeats', () => {
  const { clock, lines, log } = logged();
  for (let second = 0; second < 150; second += 1) {
    log.error('disk failed', { requestId: `r${second}`, error: new Error('EIO') });
    log.info('request', { requestId: `r${second}` });
    clock.advance(1_000);
  }
  const errors = lines.filter(({ level }) => level === 'error');
  assert.deepEqual(
    errors.map(({ repeated }) => repeated),
    [undefined, 59, 60],
  );
  assert.equal(lines.filter(({ level }) => level === 'info').length, 150, 'other lines are not limited');
  clock.advance(180_000);
  assert.equal(lines.filter(({ level }) => level === 'error').length, 4, 'a failure that has ended is not repeated');
  log.error('disk failed', { error: new Error('EIO') });
  assert.equal(lines.filter(({ level }) => level === 'error').length, 5, 'a new failure is logged at once');
});

test('lines of one message that differ every time are limited too', () => {
  const { clock, lines, log } = logged();
  for (let item = 0; item < 10_000; item += 1) log.warn('media failed', { item });
  assert.ok(lines.length <= 31, `${lines.length} lines`);
  clock.advance(60_000);
  assert.equal(
    lines.reduce(
      (sum, { repeated }) => sum + Number(repeated ?? 0),
      lines.filter((line) => line.repeated === undefined).length,
    ),
    10_000,
  );
});

test('events caused by clients are logged at most twenty times a second, and further ones are counted', () => {
  const clock = new ManualClock();
  const lines: { message: string; leftOut?: number }[] = [];
  const log = createSampledLog(
    createLog('info', clock, (line) => lines.push(JSON.parse(line) as { message: string })),
    clock,
  );
  for (let i = 0; i < 5_000; i += 1) log.info('request', { path: truncateForLog('/'.repeat(4_000)) });
  assert.equal(lines.length, 20);
  assert.ok(JSON.stringify(lines[0]).length < 400);
  clock.advance(1_000);
  assert.equal(lines.at(-1)?.leftOut, 4_980);
  log.info('request');
  assert.equal(lines.length, 22);
});
