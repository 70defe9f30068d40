import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallError } from '../../api/client.ts';
import { doAll, runAll } from './do-all.ts';

test('runs every call, a few at a time, even when some fail', async () => {
  let running = 0;
  let most = 0;
  const call = (index: number) => async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    if (index % 3 === 0) throw new Error(String(index));
  };
  const result = await runAll(
    Array.from({ length: 10 }, (_, index) => call(index)),
    3,
  );
  assert.equal(most, 3);
  assert.equal(result.done, 6);
  assert.deepEqual(
    result.errors.map((error) => (error as Error).message),
    ['0', '3', '6', '9'],
  );
});

test('tells how many were done and why the first failed, after all are done', async () => {
  const done: number[] = [];
  const calls = [1, 2, 3].map((index) => async () => {
    if (index === 1) throw new CallError(500, '{"message":"Erro interno do servidor"}');
    done.push(index);
  });
  await assert.rejects(doAll(calls), { status: 500, message: '2 de 3 deram certo. Erro interno do servidor' });
  await assert.rejects(doAll(calls.slice(0, 1)), { message: 'Erro interno do servidor' });
  await assert.rejects(doAll([...calls.slice(0, 1), ...calls.slice(0, 1)]), {
    message: 'Nada foi feito. Erro interno do servidor',
  });
  assert.deepEqual(done, [2, 3]);
  await doAll([]);
});
