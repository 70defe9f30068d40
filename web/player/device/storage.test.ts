import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openStorage } from './storage.ts';

/** Simulates a browser that refuses the first `refusals` attempts to open, and then opens. */
function installRefusingStorage(t: TestContext, { refusals, name }: { refusals: number; name: string }): string[] {
  const requested: string[] = [];
  const respond = (request: Record<string, unknown>) =>
    queueMicrotask(() => {
      if (requested.filter((call) => call === 'open').length > refusals) {
        request['result'] = { close() {} };
        return (request['onsuccess'] as () => void)();
      }
      request['error'] = new DOMException('refused', name);
      (request['onerror'] as () => void)();
    });
  const indexedDB = {
    open() {
      requested.push('open');
      const request = {};
      respond(request);
      return request;
    },
    deleteDatabase() {
      requested.push('delete');
      const request: { onsuccess?: () => void } = {};
      queueMicrotask(() => request.onsuccess?.());
      return request;
    },
  };
  Object.assign(globalThis, { indexedDB });
  t.after(() => Reflect.deleteProperty(globalThis, 'indexedDB'));
  t.mock.timers.enable({ apis: ['setTimeout'] });
  return requested;
}

/** Advances the time in steps, because each delay begins when the previous one has ended. */
async function passTime(t: TestContext): Promise<void> {
  for (let step = 0; step < 5; step += 1) {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    t.mock.timers.tick(1_000);
  }
}

test('storage that is refused temporarily at the start keeps its contents', async (t) => {
  const requested = installRefusingStorage(t, { refusals: 2, name: 'UnknownError' });
  const opening = openStorage();
  await passTime(t);
  assert.equal((await opening).isResponding(), true);
  assert.deepEqual(requested, ['open', 'open', 'open']);
});

test('storage that is refused every time is emptied, because it would never open', async (t) => {
  const requested = installRefusingStorage(t, { refusals: 3, name: 'UnknownError' });
  const opening = openStorage();
  await passTime(t);
  assert.equal((await opening).isResponding(), true);
  assert.deepEqual(requested, ['open', 'open', 'open', 'delete', 'open']);
});

test('forbidden storage is not retried after delays: it is deleted and opened once more, then refused', async (t) => {
  const requested = installRefusingStorage(t, { refusals: 9, name: 'SecurityError' });
  await assert.rejects(openStorage(), { name: 'SecurityError' });
  assert.deepEqual(requested, ['open', 'delete', 'open']);
});

test('storage that does not open because of a full disk is not emptied', async (t) => {
  const requested = installRefusingStorage(t, { refusals: 9, name: 'QuotaExceededError' });
  const refused = assert.rejects(openStorage(), { name: 'QuotaExceededError' });
  await passTime(t);
  await refused;
  assert.deepEqual(requested, ['open', 'open', 'open']);
});
