import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLongList, longListToJson } from './json.ts';

test('a long list is serialized in parts to the same bytes as in one step', () => {
  const rows = Array.from(
    { length: 1_234 },
    (_, index) => [{ index, name: 'Recepção ☀' }, null, undefined, `"${index}"`][index % 4],
  );
  for (const length of [101, 200, 201, 1_234]) {
    const firstRows = rows.slice(0, length);
    assert.ok(isLongList(firstRows));
    const work = longListToJson(firstRows);
    let part = work.next();
    let turns = 0;
    for (; !part.done; part = work.next()) turns += 1;
    assert.equal(turns, Math.ceil(length / 100));
    assert.equal(part.value.toString(), JSON.stringify(firstRows));
  }
  assert.ok(!isLongList(rows.slice(0, 100)), 'a short list is not split');
});
