import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { createAutosave } from './autosave.ts';

interface Settings {
  volume: number;
  isEnabled: boolean;
}

function setUp(t: { after(fn: () => void): void }) {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const sent: Partial<Settings>[] = [];
  const responses: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const errors: unknown[] = [];
  let unsaved: Partial<Settings> = {};
  const saver = createAutosave<Settings>({
    send: (changes) => {
      sent.push(changes);
      return new Promise<void>((resolve, reject) => responses.push({ resolve, reject }));
    },
    onChange: (next) => {
      unsaved = next;
    },
    onError: (error) => errors.push(error),
  });
  const respond = async (act: () => void) => {
    act();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { saver, sent, responses, errors, respond, unsaved: () => unsaved };
}

test('values of a moving slider are reported at once, and only the last one is sent', async (t) => {
  const { saver, sent, responses, respond, unsaved } = setUp(t);
  for (const volume of [35, 40, 45]) {
    saver.update({ volume }, 300);
    mock.timers.tick(100);
  }
  assert.deepEqual([sent, unsaved()], [[], { volume: 45 }]);
  mock.timers.tick(300);
  assert.deepEqual([sent, unsaved()], [[{ volume: 45 }], { volume: 45 }]);
  await respond(() => responses[0]?.resolve());
  assert.deepEqual(unsaved(), {});
});

test('a change during a request is sent after it, and is not reset by the response', async (t) => {
  const { saver, sent, responses, respond, unsaved } = setUp(t);
  saver.update({ volume: 50 });
  mock.timers.tick(1);
  saver.update({ volume: 60, isEnabled: true });
  mock.timers.tick(1);
  assert.equal(sent.length, 1);
  await respond(() => responses[0]?.resolve());
  assert.deepEqual(
    [sent[1], unsaved()],
    [
      { volume: 60, isEnabled: true },
      { volume: 60, isEnabled: true },
    ],
  );
  await respond(() => responses[1]?.resolve());
  assert.deepEqual([sent.length, unsaved()], [2, {}]);
});

test('a change that the server refuses is reported and discarded', async (t) => {
  const { saver, sent, responses, errors, respond, unsaved } = setUp(t);
  saver.update({ isEnabled: true });
  mock.timers.tick(1);
  await respond(() => responses[0]?.reject(new Error('403')));
  assert.deepEqual([errors.length, sent.length, unsaved()], [1, 1, {}]);
});

test('leaving the page sends unsaved changes', (t) => {
  const { saver, sent } = setUp(t);
  saver.update({ volume: 5 }, 300);
  saver.flush();
  assert.deepEqual(sent, [{ volume: 5 }]);
});
