import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCoalescer } from './coalesce.ts';
import type { ResourceKey } from './resource.ts';

test('the keys of the first `add` are passed on at once, and those of the next 299 together after the interval', () => {
  const passed: (readonly ResourceKey[])[] = [];
  const timers: (() => void)[] = [];
  const coalescer = createCoalescer(
    (keys) => passed.push(keys),
    500,
    (run) => timers.push(run),
  );
  for (let screen = 0; screen < 300; screen += 1) coalescer.add(['GET /api/urgent', 'GET /api/urgent/:id']);
  assert.deepEqual(passed, [['GET /api/urgent', 'GET /api/urgent/:id']]);
  timers.shift()?.();
  assert.equal(passed.length, 2);
  coalescer.add(['GET /api/calls']);
  assert.equal(passed.length, 2, 'a new interval begins when keys are passed on');
  timers.shift()?.();
  assert.deepEqual(passed[2], ['GET /api/calls']);
  timers.shift()?.();
  assert.equal(timers.length, 0, 'no timer runs while no key is invalidated');
  coalescer.add(['GET /api/calls']);
  assert.equal(passed.length, 4);
});

test('after `clear` the keys that waited are not passed on', () => {
  const passed: (readonly ResourceKey[])[] = [];
  const timers: (() => void)[] = [];
  const coalescer = createCoalescer(
    (keys) => passed.push(keys),
    500,
    (run) => timers.push(run),
  );
  coalescer.add(['GET /api/calls']);
  coalescer.add(['GET /api/videos']);
  coalescer.clear();
  timers.shift()?.();
  assert.deepEqual(passed, [['GET /api/calls']]);
});
