import assert from 'node:assert/strict';
import { test } from 'node:test';
import { image } from '../testing/items.ts';
import { createLastError } from './last-error.ts';

const [a, b] = [image(1), image(2)] as const;

function createTv() {
  let now = 1_000;
  const stored = new Set<string>();
  const error = createLastError(() => now);
  return {
    ...error,
    store: ({ sha256 }: { sha256: string }) => void stored.add(sha256),
    pass: (ms: number) => void (now += ms),
    reported: (items = [a, b]) => error.report(items, ({ sha256 }) => stored.has(sha256)).lastError,
  };
}

test('an error of storing an item is reported until the item is stored, an error of showing it until it is shown', () => {
  const tv = createTv();
  assert.equal(tv.reported(), null);
  tv.record('1: Erro de conexão', { item: a, until: 'stored' });
  tv.store(b);
  tv.recordShown(a);
  tv.pass(1e9);
  assert.equal(tv.reported(), '1: Erro de conexão', 'a streamed item is not stored');
  tv.store(a);
  assert.equal(tv.reported(), null);

  tv.record('2: vídeo parado', { item: b, until: 'shown' });
  assert.equal(tv.reported(), '2: vídeo parado', 'a stored item is not yet shown');
  tv.recordShown(b);
  assert.equal(tv.reported(), null);
});

test('an error of an item that is no longer in the playlist is not reported', () => {
  const tv = createTv();
  tv.record('1: Sem espaço', { item: a, until: 'stored' });
  assert.equal(tv.reported(), '1: Sem espaço');
  assert.equal(tv.reported([b]), null);
});

test('an error of the page itself is reported for an hour, within the length limit of the heartbeat', () => {
  const tv = createTv();
  tv.record('x'.repeat(400));
  tv.pass(3_599_999);
  assert.equal(tv.reported([])?.length, 300);
  tv.pass(1);
  assert.equal(tv.reported([]), null);
});
