import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHashingQueue } from './hashing-queue.ts';

const outsider = (address: string) => ({ address, isKnown: false });

test('addresses are served in turn, and unknown callers cannot fill the queue of known devices', () => {
  const queue = createHashingQueue<string>({ unknownCallers: 4, knownDevices: 2 });
  for (let i = 0; i < 4; i += 1) assert.equal(queue.add(outsider('greedy'), `greedy ${i}`), undefined);
  assert.equal(queue.add(outsider('greedy'), 'one too many'), 'one too many');
  assert.equal(queue.add(outsider('honest'), 'honest'), 'greedy 3', 'the address with most requests loses one');
  assert.equal(queue.add({ address: 'greedy', isKnown: true }, 'owner'), undefined);
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6].map(() => queue.next()),
    ['owner', 'greedy 0', 'honest', 'greedy 1', 'greedy 2', undefined],
  );
});

test('a full queue in which each address has one request refuses a request of another address', () => {
  const queue = createHashingQueue<string>({ unknownCallers: 2, knownDevices: 1 });
  for (const address of ['a', 'b']) queue.add(outsider(address), address);
  assert.equal(queue.add(outsider('c'), 'c'), 'c');
  assert.deepEqual(queue.drain(), ['a', 'b']);
});

test('a known device waits only for the request being hashed, and unknown callers get at least every fourth turn', () => {
  const queue = createHashingQueue<string>({ unknownCallers: 40, knownDevices: 8 });
  for (let i = 0; i < 40; i += 1) queue.add(outsider(`address ${i}`), `unknown ${i}`);
  for (let served = 0; served < 4; served += 1) {
    for (let i = 0; i <= served; i += 1) assert.match(queue.next() ?? '', /^unknown/);
    queue.add({ address: 'clinic', isKnown: true }, 'owner');
    assert.equal(queue.next(), 'owner');
  }
  for (let i = 0; i < 6; i += 1) queue.add({ address: `clinic ${i}`, isKnown: true }, 'owner');
  assert.match(queue.next() ?? '', /^owner|^unknown/);
  const turns = Array.from({ length: 8 }, () => queue.next() ?? '');
  assert.ok(
    turns.slice(0, 4).some((turn) => turn.startsWith('unknown')),
    turns.join(),
  );
  assert.equal(turns.filter((turn) => turn === 'owner').length, 5);
});
