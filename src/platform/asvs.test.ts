/** Tests asvs.md: it lists every requirement of levels 1 and 2 once, and the tests that it cites exist. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');

/** Requirements of levels 1 and 2 in ASVS 5.0.0, by section. `10.x` is a whole chapter, in one row because it does not apply. */
const levels1And2 = `
  1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2
  2.1:1-3 2.2:1-3 2.3:1-4 2.4:1
  3.2:1-2 3.3:1-4 3.4:1-6 3.5:1-5 3.7:1-2
  4.1:1-3 4.2:1 4.3:1-2 4.4:1-4
  5.1:1 5.2:1-3 5.3:1-2 5.4:1-3
  6.1:1-3 6.2:1-12 6.3:1-4 6.4:1-4 6.5:1-5 6.6:1-3 6.8:1-4
  7.1:1-3 7.2:1-4 7.3:1-2 7.4:1-5 7.5:1-2 7.6:1-2
  8.1:1-2 8.2:1-3 8.3:1 8.4:1
  9.1:1-3 9.2:1-4
  10.x
  11.1:1-2 11.2:1-3 11.3:1-3 11.4:1-4 11.5:1 11.6:1
  12.1:1-3 12.2:1-2 12.3:1-4
  13.1:1 13.2:1-5 13.3:1-2 13.4:1-5
  14.1:1-2 14.2:1-4 14.3:1-3
  15.1:1-3 15.2:1-3 15.3:1-7
  16.1:1 16.2:1-5 16.3:1-4 16.4:1-3 16.5:1-3
  17.x`;

const idsBetween = (section: string, first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, i) => `${section}.${first + i}`);

const required = levels1And2
  .trim()
  .split(/\s+/)
  .flatMap((range) => {
    const [section = '', numbers] = range.split(':');
    const [first = 0, last = first] = (numbers ?? '').split('-').map(Number);
    return numbers === undefined ? [section] : idsBetween(section, first, last);
  });

const rows = readFileSync(join(import.meta.dirname, 'asvs.md'), 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, ids = '']) => /^\d+\.(\d|x)/.test(ids));

/** Returns the ids in a cell such as '1.2.6 to 1.2.8' or '1.3.1, 1.3.5'. */
const idsOf = (cell: string): string[] =>
  cell.split(', ').flatMap((part) => {
    const [from = '', to] = part.split(' to ');
    if (to === undefined) return [from];
    const [section, number] = [from.slice(0, from.lastIndexOf('.')), (id: string) => Number(id.split('.')[2])];
    return idsBetween(section, number(from), number(to));
  });

test('every requirement of levels 1 and 2 is listed once', () => {
  const listed = rows.flatMap(([, ids = '']) => idsOf(ids));
  assert.deepEqual(
    listed.filter((id, i) => listed.indexOf(id) !== i),
    [],
    'ids that are listed twice',
  );
  assert.deepEqual(listed.toSorted(), required.toSorted());
});

/** Fails unless a cell links to documents, and each document has the part whose number its link contains. */
function assertLinksToDocuments(ids: string, cell: string): void {
  const links = [...cell.matchAll(/\]\(([^)#]+)(?:#(\d)(\d)[^)]*)?\)(?:, (\d\.\d))?/g)];
  assert.ok(links.length > 0, `${ids}: neither a test nor a document`);
  for (const [, path = '', chapter, part, number = chapter && `${chapter}.${part}`] of links) {
    const text = readFileSync(join(import.meta.dirname, path), 'utf8');
    if (number) assert.ok(text.includes(`# ${number} `), `${ids}: ${path} has no ${number}`);
  }
}

test('each requirement has a result and a reason, and each met requirement refers to existing tests or documents', () => {
  for (const [, ids = '', result = '', why = '', tests = ''] of rows) {
    assert.match(result, /^(yes|partly|no|none)$/, ids);
    assert.ok(why.length > 3, ids);
    if (result === 'yes' && !tests.includes('.test.ts')) assertLinksToDocuments(ids, why);
    for (const [, path = ''] of tests.matchAll(/`([^`]+)`/g)) {
      const fullPath = path.replace(/^http\//, 'platform/http/');
      assert.ok(existsSync(join(root, /^(scripts|web)\//.test(fullPath) ? '' : 'src', fullPath)), `${ids}: ${path}`);
    }
  }
});
