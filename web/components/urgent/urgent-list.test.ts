import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UrgentNotice, UrgentPage } from '../../../src/contract/urgent.ts';
import { joined, listToReadOn } from './urgent-list.ts';

const notice = (id: number, isPlatform = false) => ({ id, isPlatform }) as UrgentNotice;
const page = (ids: readonly number[], next: number | null, isPlatform = false): UrgentPage => ({
  notices: ids.map((id) => notice(id, isPlatform)),
  next,
});
const idsOf = (list: ReturnType<typeof joined>) => list.map(({ notice: { id } }) => id);

test('two lists are one, as far as both are read', () => {
  const [own, ofAll] = [[page([9, 7, 5], 5)], [page([8, 2, 1], null, true)]];
  assert.deepEqual(idsOf(joined(own, ofAll, true)), [9, 8, 7, 5]);
  assert.equal(listToReadOn(own, ofAll), 'own');
  const further = [...own, page([3], null)];
  assert.deepEqual(idsOf(joined(further, ofAll, true)), [9, 8, 7, 5, 3, 2, 1]);
  assert.equal(listToReadOn(further, ofAll), undefined);
});

test('the list whose known part ends later is read on, so that what is known grows', () => {
  assert.equal(listToReadOn([page([9], 9)], [page([20, 12], 12, true)]), 'ofAll');
});

test("a manager's own share of what is for everybody is shown once, an account's is", () => {
  const own = [{ notices: [notice(4, true), notice(3)], next: null }];
  assert.deepEqual(
    joined(own, [page([4], null, true)], true).map(({ notice: { id }, isOfAll }) => [id, isOfAll]),
    [
      [4, true],
      [3, false],
    ],
  );
  assert.deepEqual(idsOf(joined(own, [], false)), [4, 3]);
});

test('a page that is read again beside an older copy of it wins', () => {
  const fresh = { ...notice(21), text: 'novo' } as UrgentNotice;
  const list = joined([{ notices: [notice(22), fresh], next: 21 }, page([21, 20], 20)], [], false);
  assert.deepEqual(idsOf(list), [22, 21, 20]);
  assert.equal(list[1]?.notice, fresh);
});
