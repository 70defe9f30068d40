import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCoalescer } from './coalesce.ts';
import type { ResourceKey } from './resource.ts';

test('the first call is passed on at once, 299 later ones of the same moment as one, and the last is never lost', () => {
  const passed: (readonly ResourceKey[])[] = [];
  const timers: (() => void)[] = [];
  const invalidate = createCoalescer(
    (keys) => passed.push(keys),
    500,
    (run) => timers.push(run),
  );
  for (let screen = 0; screen < 300; screen += 1) invalidate(['GET /api/urgent', 'GET /api/urgent/:id']);
  assert.deepEqual(passed, [['GET /api/urgent', 'GET /api/urgent/:id']]);
  timers.shift()?.();
  assert.equal(passed.length, 2);
  invalidate(['GET /api/calls']);
  assert.equal(passed.length, 2, 'the interval begins again when keys are passed on');
  timers.shift()?.();
  assert.deepEqual(passed[2], ['GET /api/calls']);
  timers.shift()?.();
  assert.equal(timers.length, 0, 'no timer runs while no key is invalidated');
  invalidate(['GET /api/calls']);
  assert.equal(passed.length, 4);
});
