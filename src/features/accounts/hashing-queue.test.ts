import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHashingQueue } from './hashing-queue.ts';

const stranger = (address: string) => ({ address, isKnown: false });

test('addresses take turns, and known devices have places that strangers cannot fill', () => {
  const queue = createHashingQueue<string>({ strangers: 4, known: 2 });
  for (let i = 0; i < 4; i += 1) assert.equal(queue.add(stranger('greedy'), `greedy ${i}`), undefined);
  assert.equal(queue.add(stranger('greedy'), 'one too many'), 'one too many');
  assert.equal(queue.add(stranger('honest'), 'honest'), 'greedy 3', 'who has most gives a place');
  assert.equal(queue.add({ address: 'greedy', isKnown: true }, 'owner'), undefined);
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6].map(() => queue.next()),
    ['owner', 'greedy 0', 'honest', 'greedy 1', 'greedy 2', undefined],
  );
});

test('where each address has one place nobody is pushed out', () => {
  const queue = createHashingQueue<string>({ strangers: 2, known: 1 });
  for (const address of ['a', 'b']) queue.add(stranger(address), address);
  assert.equal(queue.add(stranger('c'), 'c'), 'c');
  assert.deepEqual(queue.drain(), ['a', 'b']);
});
