import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noticeAt, type NoticeTurn, turnAt } from './notice-turns.ts';

/** Simulates a screen that checks once a second; `at` advances to a second and returns the id of the visible notice. */
function screen() {
  let turn: NoticeTurn | null = null;
  let now = 0;
  return {
    at(second: number, ids: readonly number[]): number | undefined {
      const notices = ids.map((id) => ({ id }));
      for (; now <= second; now += 1) turn = turnAt(turn, notices, now * 1000);
      return noticeAt(turn, notices, second * 1000)?.id;
    },
  };
}

test('a notice is shown for 60 s, hidden for 60 s, and then the next one follows', () => {
  const { at } = screen();
  assert.deepEqual(
    [0, 59, 60, 119, 120, 179, 180, 240, 359, 360, 400].map((second) => at(second, [3, 2, 1])),
    [3, 3, undefined, undefined, 2, 2, undefined, 1, undefined, 3, 3],
  );
});

test('a single notice is shown every 2 minutes, and an empty list shows none', () => {
  const { at } = screen();
  assert.deepEqual(
    [70, 130, 200].map((second) => at(second, [1])),
    [undefined, 1, undefined],
  );
  assert.equal(at(250, []), undefined);
});

test('an added notice is shown next and does not restart the visible one', () => {
  const { at } = screen();
  assert.equal(at(0, [2, 1]), 2);
  assert.equal(at(30, [3, 2, 1]), 2, 'the visible notice remains');
  assert.equal(at(59, [3, 2, 1]), 2);
  assert.equal(at(60, [3, 2, 1]), undefined, 'its minute was not restarted');
  assert.deepEqual(
    [120, 240, 360].map((second) => at(second, [3, 2, 1])),
    [3, 1, 3],
  );
});

test('a removed notice disappears at once, and the others keep their times', () => {
  const { at } = screen();
  assert.equal(at(10, [3, 2, 1]), 3);
  assert.equal(at(11, [2, 1]), undefined);
  assert.deepEqual(
    [119, 120, 180, 240, 360].map((second) => at(second, [2, 1])),
    [undefined, 2, undefined, 1, 2],
  );
  const other = screen();
  assert.equal(other.at(150, [3, 2, 1]), 2);
  assert.equal(other.at(151, [2, 1]), 2, 'the removal of another notice changes nothing');
  assert.equal(other.at(240, [2, 1]), 1);
});

test('a notice switched off and on again within its minute continues', () => {
  const { at } = screen();
  assert.deepEqual([at(5, [2, 1]), at(8, [1]), at(12, [2, 1]), at(60, [2, 1])], [2, undefined, 2, undefined]);
});

test('the first notice in an empty list appears at once', () => {
  const { at } = screen();
  assert.deepEqual(
    [at(5, [1]), at(100, []), at(101, [2]), at(160, [2]), at(161, [2])],
    [1, undefined, 2, 2, undefined],
  );
});

test('after the device slept, the notices keep their times', () => {
  const notices = [{ id: 3 }, { id: 2 }, { id: 1 }];
  const first = turnAt(null, notices, 0);
  const turns = 3 * 100_000 + 1;
  const later = turnAt(first, notices, turns * 120_000 + 5_000);
  assert.deepEqual([later?.id, later?.since], [2, turns * 120_000]);
});
