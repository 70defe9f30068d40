import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextNames, sortByPresenceAndName } from './rules.ts';

/** Sorts without yielding. */
function sorted<S extends { id: number; isOnline: boolean; name: string }>(screens: S[]): S[] {
  const work = sortByPresenceAndName(screens);
  for (let part = work.next(); ; part = work.next()) if (part.done) return part.value;
}

test('screens sort online first, then by name in numeric order', () => {
  const screens = [
    { id: 1, name: 'Tela 10', isOnline: false },
    { id: 2, name: 'recepção', isOnline: true },
    { id: 3, name: 'Tela 2', isOnline: false },
    { id: 4, name: 'Área', isOnline: true },
  ];
  assert.deepEqual(
    sorted(screens).map(({ name }) => name),
    ['Área', 'recepção', 'Tela 2', 'Tela 10'],
  );
});

test('sorting 2,000 names with yields gives the same order as without, and equal names keep their order', () => {
  const names = Array.from({ length: 2_000 }, (_, at) => `${at % 3 === 0 ? 'tela' : 'Tela'} ${(at * 7_919) % 1_500}`);
  const screens = names.map((name, id) => ({ id, name, isOnline: id % 5 === 0 }));
  const collator = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' });
  const expected = [...screens].sort(
    (a, b) => Number(b.isOnline) - Number(a.isOnline) || collator.compare(a.name, b.name),
  );
  const work = sortByPresenceAndName([...screens]);
  let parts = 1;
  for (; !work.next().done;) parts += 1;
  assert.ok(parts > 10, 'in parts');
  assert.deepEqual(sorted(screens), expected);
});

test("new screens continue the account's numbers, and no name is used twice", () => {
  assert.deepEqual(nextNames([], 3), ['Tela 1', 'Tela 2', 'Tela 3']);
  assert.deepEqual(nextNames(['Recepção'], 1), ['Tela 2']);
  assert.deepEqual(nextNames(['Tela 1', 'Tela 3'], 2), ['Tela 4', 'Tela 5']);
  assert.deepEqual(nextNames(['Tela 2', 'Tela 4', 'Sala'], 2), ['Tela 5', 'Tela 6']);
});
