import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { hashSync } from 'bcryptjs';
import { startThread } from '../../../platform/process/threads.ts';
import { processorMs } from '../../../testing/until.ts';
import { createPasswords, type PasswordOptions } from './passwords.ts';

function startPasswords(t: TestContext, options: PasswordOptions) {
  const passwords = createPasswords(options);
  t.after(() => passwords.close());
  return passwords;
}

test('only the correct password is accepted, also beyond the 72 bytes that bcrypt reads', async (t) => {
  const passwords = startPasswords(t, { cost: 4 });
  const long = 'a'.repeat(100);
  const hash = await passwords.hash(long);
  assert.match(hash, /^\$2b\$04\$/);
  assert.equal(await passwords.verify(long, hash), true);
  assert.equal(
    await passwords.verify(`${'a'.repeat(99)}b`, hash),
    false,
    'bcrypt alone would ignore all after 72 bytes',
  );
  assert.equal(await passwords.verify('', hash), false);
});

test('two ways to type an accented letter make the same password', async (t) => {
  const passwords = startPasswords(t, { cost: 4 });
  const hash = await passwords.hash('Recep\u00e7\u00e3o');
  assert.equal(await passwords.verify('Recepc\u0327a\u0303o', hash), true);
});

test('refusing a password takes as long for an unknown user as for a known one', async (t) => {
  const passwords = startPasswords(t, { cost: 10 });
  const hash = await passwords.hash('segredo1');
  const time = async (stored: string | undefined) => {
    const start = processorMs();
    assert.equal(await passwords.verify('errada', stored), false);
    return processorMs() - start;
  };
  // Take turns and compare the shortest times, so that other work of this process makes no difference.
  let [wrong, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let i = 0; i < 5; i += 1) {
    wrong = Math.min(wrong, await time(hash));
    unknown = Math.min(unknown, await time(undefined));
  }
  assert.ok(unknown > wrong / 2 && unknown < wrong * 2, `${unknown} ms against ${wrong} ms`);
});

test('a full queue refuses further requests at once, and the waiting requests are served', async (t) => {
  const passwords = startPasswords(t, { cost: 4, maxWaiting: 3 });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 6 }, () => passwords.hash('segredo1', { address: 'a' })),
  );
  assert.deepEqual(
    outcomes.map((outcome) => outcome.status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'],
  );
  const refused = outcomes[5];
  assert.ok(refused?.status === 'rejected');
  assert.equal(refused.reason.code, 'unavailable');
  assert.equal(refused.reason.retryAfterS, 5);
});

test('the event loop stays free while the thread computes', async (t) => {
  const passwords = startPasswords(t, { cost: 11 });
  await passwords.hash('so that the thread has started');
  const measure = async () => {
    let longestMs = 0;
    let last = performance.now();
    const heartbeat = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - last);
      last = performance.now();
    }, 2);
    const start = performance.now();
    await passwords.hash('segredo1');
    clearInterval(heartbeat);
    return { longestMs, hashMs: performance.now() - start };
  };
  // Hashing in this thread would block it for the whole hash each time; a busy machine blocks it only sometimes.
  const isFree = ({ longestMs, hashMs }: Awaited<ReturnType<typeof measure>>) => longestMs < Math.max(60, hashMs / 2);
  let measured = await measure();
  for (let again = 0; again < 4 && !isFree(measured); again += 1) measured = await measure();
  assert.ok(isFree(measured), `blocked for ${measured.longestMs} of ${measured.hashMs} ms`);
});

test('a malformed stored hash is an error, not a wrong password', async (t) => {
  const passwords = startPasswords(t, { cost: 4 });
  await assert.rejects(passwords.verify('segredo1', 'x'.repeat(60)), /Verifying failed/);
  assert.equal(await passwords.verify('segredo1', hashSync('other', 4)), false, 'the thread continues');
});

test('a request is repeated after a crash of the thread, and fails after the second crash', async (t) => {
  let crashes = 1;
  let starts = 0;
  const start: typeof startThread = (name, options) => {
    starts += 1;
    const thread = startThread(name, options);
    return {
      ...thread,
      send: (message) => {
        thread.send(message);
        if (crashes > 0) void thread.end();
        crashes -= 1;
      },
    };
  };
  const passwords = startPasswords(t, { cost: 4, start });
  const hashes = await Promise.all([passwords.hash('a'), passwords.hash('b')]);
  assert.equal(starts, 2);
  assert.equal(await passwords.verify('a', hashes[0]), true);

  crashes = 2;
  const [first, second] = await Promise.allSettled([passwords.hash('c'), passwords.hash('d')]);
  assert.equal(first?.status, 'rejected');
  assert.equal(second?.status, 'fulfilled');
});

test('closing refuses the waiting requests', async () => {
  const passwords = createPasswords({ cost: 12 });
  const outcomes = Promise.allSettled([passwords.hash('a'), passwords.hash('b')]);
  await passwords.close();
  for (const outcome of await outcomes) {
    assert.ok(outcome.status === 'rejected');
    assert.equal(outcome.reason.code, 'unavailable');
  }
  await assert.rejects(passwords.hash('c'), { code: 'unavailable' });
});
