import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Database } from './database.ts';
import { inOrder, inBatches } from './purge.ts';

function tableOf(t: TestContext, rows: number) {
  const database = new Database(':memory:');
  t.after(() => database.close());
  database.exec(`CREATE TABLE a (id INTEGER PRIMARY KEY) STRICT;
    INSERT INTO a WITH RECURSIVE each (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM each WHERE n < ${rows}) SELECT n FROM each`);
  const count = database.prepare<[], { rows: number }>('SELECT count(*) AS rows FROM a');
  const remove = database.prepare<[number]>('DELETE FROM a WHERE id IN (SELECT id FROM a LIMIT ?)');
  return {
    database,
    countRows: () => count.get()?.rows ?? 0,
    remove: (limit: number) => remove.run(limit).changes,
  };
}

test('rows are deleted in batches, with events handled in between', async (t) => {
  const { database, countRows, remove } = tableOf(t, 5_000);
  const rowCounts: number[] = [];
  let isFinished = false;
  const watch = () => {
    if (isFinished) return;
    rowCounts.push(countRows());
    setImmediate(watch);
  };
  setImmediate(watch);
  assert.equal(await inBatches(database, remove), 5_000);
  isFinished = true;
  assert.equal(countRows(), 0);
  assert.ok(rowCounts.some((rows) => rows > 0 && rows < 5_000));
});

test('an aborted purge stops between two batches, and a failed batch changes nothing', async (t) => {
  const { database, countRows, remove } = tableOf(t, 5_000);
  const controller = new AbortController();
  const removed = await inBatches(
    database,
    (limit) => {
      controller.abort();
      return remove(limit);
    },
    controller.signal,
  );
  assert.equal(countRows(), 5_000 - removed);
  const fail = (limit: number) => {
    remove(limit);
    throw new Error('stop');
  };
  await assert.rejects(inBatches(database, fail), /stop/);
  assert.equal(countRows(), 5_000 - removed);
});

test('inOrder repeats each batch until it changes no more rows, and then runs the next', async (t) => {
  const { database } = tableOf(t, 1);
  const order: string[] = [];
  const twice = (name: string) => () => (order.filter((entry) => entry === name).length < 2 ? order.push(name) : 0);
  await inBatches(database, inOrder(twice('receipts'), twice('calls')));
  assert.deepEqual(order, ['receipts', 'receipts', 'calls', 'calls']);
});
