import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../contract/errors.ts';
import { ManualClock } from './clock.ts';
import { createThrottle, throttleAddress } from './throttle.ts';

function retryAfter(run: () => void): number | undefined {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, 'too_many_requests');
    return error.retryAfterS;
  }
  return undefined;
}

test('the first five failures are free, then the wait doubles up to a minute', () => {
  const clock = new ManualClock();
  const throttle = createThrottle({ clock });
  const keys = ['login:account:ana'];
  for (let i = 0; i < 4; i += 1) throttle.failed(keys);
  assert.equal(
    retryAfter(() => throttle.check(keys)),
    undefined,
  );
  const waits: (number | undefined)[] = [];
  for (let i = 0; i < 9; i += 1) {
    throttle.failed(keys);
    const waitS = retryAfter(() => throttle.check(keys));
    waits.push(waitS);
    clock.advance((waitS ?? 0) * 1000);
    assert.equal(
      retryAfter(() => throttle.check(keys)),
      undefined,
      'after the wait an attempt is allowed',
    );
  }
  assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 60, 60, 60]);
});

test('a refused attempt does not lengthen the wait, and a quiet quarter of an hour forgets everything', () => {
  const clock = new ManualClock();
  const throttle = createThrottle({ clock });
  const keys = ['login:account:ana'];
  for (let i = 0; i < 20; i += 1) throttle.failed(keys);
  for (let i = 0; i < 100; i += 1)
    assert.equal(
      retryAfter(() => throttle.check(keys)),
      60,
    );
  clock.advance(15 * 60_000);
  throttle.failed(keys);
  assert.equal(
    retryAfter(() => throttle.check(keys)),
    undefined,
  );
});

test('a jump of the wall clock neither ends nor lengthens a wait', () => {
  const clock = new ManualClock();
  const throttle = createThrottle({ clock });
  for (let i = 0; i < 8; i += 1) throttle.failed(['a']);
  for (const jump of [-86_400_000, 2 * 86_400_000]) {
    clock.jump(jump);
    assert.equal(
      retryAfter(() => throttle.check(['a'])),
      8,
    );
  }
});

test('success forgets the account but not the shared address', () => {
  const clock = new ManualClock();
  const throttle = createThrottle({ clock });
  const address = 'login:address:203.0.113.7';
  for (let i = 0; i < 20; i += 1) {
    throttle.failed([`login:account:${i}`, address]);
    throttle.succeeded(['login:account:own', address]);
  }
  assert.equal(
    retryAfter(() => throttle.check([address])),
    1,
  );
  for (let i = 0; i < 6; i += 1) throttle.failed(['login:account:ana']);
  throttle.succeeded(['login:account:ana']);
  assert.equal(
    retryAfter(() => throttle.check(['login:account:ana'])),
    undefined,
  );
});

test('attempts at the same time cannot pass the free failures', async () => {
  const throttle = createThrottle({ clock: new ManualClock() });
  let finish = () => {};
  const gate = new Promise<void>((resolve) => (finish = resolve));
  let started = 0;
  const attempts = Array.from({ length: 50 }, () =>
    throttle.attempt(['login:account:ana'], async () => {
      started += 1;
      await gate;
      return false;
    }),
  );
  const settled = Promise.allSettled(attempts);
  finish();
  const outcomes = await settled;
  assert.equal(started, 5);
  assert.equal(outcomes.filter((outcome) => outcome.status === 'rejected').length, 45);
  assert.equal(
    retryAfter(() => throttle.check(['login:account:ana'])),
    1,
  );
});

test('work that fails for another reason counts as neither', async () => {
  const throttle = createThrottle({ clock: new ManualClock(), freeFailures: 1 });
  await assert.rejects(
    throttle.attempt(['a'], () => Promise.reject(new AppError('unavailable'))),
    { code: 'unavailable' },
  );
  assert.equal(await throttle.attempt(['a'], () => Promise.resolve(true)), true);
  assert.equal(await throttle.attempt(['a'], () => Promise.resolve(false)), false);
  await assert.rejects(
    throttle.attempt(['a'], () => Promise.resolve(true)),
    { code: 'too_many_requests' },
  );
});

test('memory is bounded: the least recently failing key is forgotten first', () => {
  const throttle = createThrottle({ clock: new ManualClock(), freeFailures: 1, maxKeys: 3 });
  for (const key of ['a', 'b', 'c', 'a', 'd']) throttle.failed([key]);
  assert.equal(
    retryAfter(() => throttle.check(['b'])),
    undefined,
  );
  for (const key of ['a', 'c', 'd']) assert.ok(retryAfter(() => throttle.check([key])));
});

test('an IPv6 subscriber counts as one address', () => {
  assert.equal(throttleAddress('203.0.113.7'), '203.0.113.7');
  assert.equal(throttleAddress('::ffff:203.0.113.7'), '203.0.113.7');
  assert.equal(throttleAddress('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64');
  assert.equal(throttleAddress('2001:0db8:0001:0002:ffff:ffff:ffff:ffff'), '2001:db8:1:2::/64');
  assert.equal(throttleAddress('2001:db8::9'), '2001:db8:0:0::/64');
  assert.equal(throttleAddress('::1'), '0:0:0:0::/64');
});
