import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../contract/errors.ts';
import { ManualClock } from './clock.ts';
import { createThrottles, type Guess, networkOf, type ThrottleOptions } from './throttle.ts';

type Throttle = ReturnType<typeof createThrottle>;

const createThrottle = (options: ThrottleOptions) => createThrottles(options).action('login');
/** Returns a guess at an account, from an address that guesses at no other account. */
const guessAt = (subject: string): Guess => ({ address: `of ${subject}`, subject });

/** Returns the seconds that a guess has to wait; undefined when it may be made at once. */
function waitOf(throttle: Throttle, guess: Guess): number | undefined {
  try {
    throttle.check(guess);
  } catch (error) {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, 'too_many_requests');
    return error.retryAfterS;
  }
  return undefined;
}

test('the fifth failure causes a wait of a second, and each further failure doubles it, up to a minute', () => {
  const clock = new ManualClock();
  const throttle = createThrottle({ clock });
  const guess = guessAt('ana');
  for (let i = 0; i < 4; i += 1) throttle.failed(guess);
  assert.equal(waitOf(throttle, guess), undefined);
  const waits: (number | undefined)[] = [];
  for (let i = 0; i < 9; i += 1) {
    throttle.failed(guess);
    const waitS = waitOf(throttle, guess);
    waits.push(waitS);
    clock.advance((waitS ?? 0) * 1000);
    assert.equal(waitOf(throttle, guess), undefined, 'after the wait an attempt is allowed');
  }
  assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 60, 60, 60]);
});

test('a refused attempt does not lengthen the wait, and a quarter of an hour after the last failure everything is forgotten', () => {
  const clock = new ManualClock();
  const throttle = createThrottle({ clock });
  const guess = guessAt('ana');
  for (let i = 0; i < 20; i += 1) throttle.failed(guess);
  for (let i = 0; i < 100; i += 1) assert.equal(waitOf(throttle, guess), 60);
  clock.advance(15 * 60_000);
  throttle.failed(guess);
  assert.equal(waitOf(throttle, guess), undefined);
});

test('a jump of the wall clock neither ends nor lengthens a wait', () => {
  const clock = new ManualClock();
  const throttle = createThrottle({ clock });
  for (let i = 0; i < 8; i += 1) throttle.failed(guessAt('a'));
  for (const jump of [-86_400_000, 2 * 86_400_000]) {
    clock.jump(jump);
    assert.equal(waitOf(throttle, guessAt('a')), 8);
  }
});

test('a success resets the count of the account, but not that of the shared address', () => {
  const clock = new ManualClock();
  const throttle = createThrottle({ clock });
  const address = '203.0.113.7';
  for (let i = 0; i < 20; i += 1) {
    throttle.failed({ subject: String(i), address });
    throttle.succeeded({ subject: 'own', address });
  }
  assert.equal(waitOf(throttle, { address }), 1);
  for (let i = 0; i < 6; i += 1) throttle.failed(guessAt('ana'));
  throttle.succeeded(guessAt('ana'));
  assert.equal(waitOf(throttle, guessAt('ana')), undefined);
});

test('simultaneous attempts cannot exceed the free failures', async () => {
  const throttle = createThrottle({ clock: new ManualClock() });
  let finish = () => {};
  const gate = new Promise<void>((resolve) => (finish = resolve));
  let started = 0;
  const attempts = Array.from({ length: 50 }, () =>
    throttle.attempt(guessAt('ana'), async () => {
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
  assert.equal(waitOf(throttle, guessAt('ana')), 1);
});

test('an attempt that throws counts neither as success nor as failure', async () => {
  const throttle = createThrottle({ clock: new ManualClock(), freeFailures: 1 });
  await assert.rejects(
    throttle.attempt(guessAt('a'), () => Promise.reject(new AppError('unavailable'))),
    { code: 'unavailable' },
  );
  assert.equal(await throttle.attempt(guessAt('a'), () => Promise.resolve(true)), true);
  assert.equal(await throttle.attempt(guessAt('a'), () => Promise.resolve(false)), false);
  await assert.rejects(
    throttle.attempt(guessAt('a'), () => Promise.resolve(true)),
    { code: 'too_many_requests' },
  );
});

test('an address or account that must wait is never forgotten, however many other addresses and accounts a guesser uses', () => {
  const throttle = createThrottle({ clock: new ManualClock(), maxKeys: 100 });
  for (let i = 0; i < 20; i += 1) throttle.failed({ address: 'guesser' });
  for (let i = 0; i < 6; i += 1) throttle.failed(guessAt('ana'));
  for (let i = 0; i < 10_050; i += 1) throttle.failed({ address: `other ${i}`, subject: `nobody ${i}` });
  assert.ok(waitOf(throttle, { address: 'guesser' }));
  assert.ok(waitOf(throttle, guessAt('ana')));
});

test('failures at one action count at no other action', () => {
  const throttles = createThrottles({ clock: new ManualClock(), maxKeys: 3 });
  for (let i = 0; i < 20; i += 1) throttles.action('login').failed({ address: 'a' });
  for (let i = 0; i < 100; i += 1) throttles.action('renew').failed({ address: `b${i}` });
  assert.ok(waitOf(throttles.action('login'), { address: 'a' }));
  assert.equal(waitOf(throttles.action('renew'), { address: 'a' }), undefined);
});

test('when the table is full of addresses that must wait, all new addresses wait too, for a quarter of an hour; known callers do not', () => {
  const clock = new ManualClock();
  const throttle = createThrottle({ clock, freeFailures: 1, maxKeys: 3 });
  for (const address of ['a', 'b', 'c']) for (let i = 0; i < 4; i += 1) throttle.failed({ address });
  for (let i = 0; i < 4; i += 1) throttle.failed({ address: `unknown ${i}` });
  assert.ok(waitOf(throttle, { address: 'yet another' }));
  for (const address of ['a', 'b', 'c']) assert.ok(waitOf(throttle, { address }));
  assert.equal(waitOf(throttle, { address: 'a', knownCaller: 'device of ana' }), undefined);
  clock.advance(15 * 60_000);
  assert.equal(waitOf(throttle, { address: 'yet another' }), undefined);
});

test('a few addresses never make other addresses wait at an account, however long they guess', () => {
  const clock = new ManualClock();
  const throttle = createThrottle({ clock });
  for (const address of ['a', 'b', 'c']) for (let i = 0; i < 100; i += 1) throttle.failed({ address, subject: 'ana' });
  assert.equal(waitOf(throttle, { address: 'a', subject: 'ana' }), 60);
  assert.equal(waitOf(throttle, { address: 'new', subject: 'ana' }), undefined);
});

test('many addresses together make new browsers wait at an account, and the refusal says for how long', () => {
  const clock = new ManualClock();
  const throttle = createThrottle({ clock });
  const newBrowser = { address: 'new', subject: 'ana' };
  const failAll = () => {
    for (let i = 0; i < 20; i += 1) throttle.failed({ address: `10.0.0.${i}`, subject: 'ana' });
  };
  failAll();
  assert.equal(waitOf(throttle, newBrowser), 1);
  failAll();
  assert.equal(waitOf(throttle, newBrowser), 60);
  assert.throws(() => throttle.check(newBrowser), { message: /navegador novo entra em 60 s; os que já entraram/ });
  assert.equal(waitOf(throttle, { ...newBrowser, knownCaller: 'device' }), undefined);
  assert.equal(waitOf(throttle, { address: 'new', subject: 'bia' }), undefined);

  // One address alone cannot prolong the wait: the failures of the others are forgotten after a quarter of an hour.
  for (let minutes = 0; minutes < 16; minutes += 1) {
    clock.advance(60_000);
    throttle.failed({ address: '10.0.0.1', subject: 'ana' });
  }
  assert.equal(waitOf(throttle, newBrowser), undefined);
});

test('a known device has its own count: only its own failures delay it', () => {
  const throttle = createThrottle({ clock: new ManualClock() });
  const device: Guess = { address: 'a', subject: 'ana', knownCaller: 'device' };
  for (let i = 0; i < 100; i += 1) throttle.failed({ address: 'a', subject: 'ana' });
  assert.equal(waitOf(throttle, device), undefined);
  for (let i = 0; i < 5; i += 1) throttle.failed(device);
  assert.ok(waitOf(throttle, device));
  throttle.succeeded(device);
  assert.ok(
    waitOf(throttle, { address: 'a', subject: 'ana' }),
    'a success of the owner gives unknown callers no new guesses',
  );
});

test('300 addresses together have less than 70 guesses at one shared secret in a quarter of an hour, and at most 12 in the next hour', () => {
  const clock = new ManualClock();
  const throttle = createThrottles({ clock }).action('exit-code', { sharedFailures: 50 });
  /** Lets 300 addresses try every second, and returns how many guesses were allowed. */
  const guessesWithin = (minutes: number) => {
    let guesses = 0;
    for (let second = 0; second < minutes * 60; second += 1) {
      for (let i = 0; i < 300; i += 1) {
        const guess = { address: `10.0.${i >> 8}.${i & 255}` };
        if (waitOf(throttle, guess)) break;
        throttle.failed(guess);
        guesses += 1;
      }
      clock.advance(1_000);
    }
    return guesses;
  };
  const first = guessesWithin(15);
  assert.ok(first > 50 && first < 70, String(first));
  const next = guessesWithin(60);
  assert.ok(next <= 12, String(next));
  assert.equal(
    waitOf(throttle, { address: '10.0.0.1', knownCaller: 'screen 1' }),
    undefined,
    'a screen has its own count',
  );
  clock.advance(5 * 60_000);
  assert.equal(waitOf(throttle, { address: 'somebody new' }), undefined, 'the wait ends');
  clock.advance(6 * 3_600_000);
  const afterwards = guessesWithin(1);
  assert.ok(afterwards >= 40 && afterwards < 60, String(afterwards));
});

test('without a shared secret, failures of many addresses do not count together', () => {
  const throttle = createThrottle({ clock: new ManualClock() });
  for (let i = 0; i < 1_000; i += 1) throttle.failed({ address: `a ${i}` });
  assert.equal(waitOf(throttle, { address: 'somebody new' }), undefined);
});

test('an IPv6 subscriber counts as one address', () => {
  assert.equal(networkOf('203.0.113.7'), '203.0.113.7');
  assert.equal(networkOf('::ffff:203.0.113.7'), '203.0.113.7');
  assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64');
  assert.equal(networkOf('2001:0db8:0001:0002:ffff:ffff:ffff:ffff'), '2001:db8:1:2::/64');
  assert.equal(networkOf('2001:db8::9'), '2001:db8:0:0::/64');
  assert.equal(networkOf('::1'), '0:0:0:0::/64');
});

test('guessing a shared secret is reported once a day, and counts as continuing until an hour after the last failure', () => {
  const clock = new ManualClock();
  const reported: string[] = [];
  const throttles = createThrottles({ clock, onGuessing: (action) => reported.push(action) });
  const action = throttles.action('exit-code', { sharedFailures: 50 });
  throttles.action('login');
  // A few mistakes a day, and guesses at one account, are not reported.
  for (let i = 0; i < 49; i += 1) action.failed({ address: `10.0.0.${i}` });
  for (let i = 0; i < 200; i += 1) throttles.action('login').failed({ address: '10.0.0.1', subject: 'ana' });
  assert.deepEqual([reported, throttles.attackedActions()], [[], []]);
  // Authenticated callers are counted too: a screen or a signed-in account can also guess.
  action.failed({ address: '10.0.1.1', knownCaller: 'user 7' });
  assert.deepEqual([reported, throttles.attackedActions()], [['exit-code'], ['exit-code']]);
  for (let i = 0; i < 50; i += 1) {
    clock.advance(20 * 60_000);
    for (let j = 0; j < 4; j += 1) action.failed({ address: '10.0.1.2' });
    assert.deepEqual(throttles.attackedActions(), ['exit-code'], `${i}`);
  }
  assert.deepEqual(reported, ['exit-code'], 'one report a day');
  clock.advance(3_600_000 - 1);
  assert.deepEqual(throttles.attackedActions(), ['exit-code']);
  clock.advance(1);
  assert.deepEqual(throttles.attackedActions(), []);
  clock.advance(24 * 3_600_000);
  for (let i = 0; i < 50; i += 1) action.failed({ address: '10.0.1.3' });
  assert.deepEqual(reported, ['exit-code', 'exit-code']);
});
