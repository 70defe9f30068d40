import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { changelog, compareVersions, newestVersion, changesSince } from './changelog.ts';

test('the changelog begins with the current version, lists newer releases first, and has short sentences', () => {
  const { version, releaseDate } = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  ) as Record<string, string>;
  assert.deepEqual([newestVersion, changelog[0]?.date], [version, releaseDate], 'every release has an entry');
  for (const [index, release] of changelog.entries()) {
    const previous = changelog[index + 1];
    if (previous)
      assert.ok(
        compareVersions(release.version, previous.version) > 0 && release.date > previous.date,
        release.version,
      );
    assert.ok(release.changes.length > 0 && release.changes.length <= 8, release.version);
    for (const sentence of release.changes) assert.ok(sentence.length <= 120 && sentence.endsWith('.'), sentence);
  }
});

test('changesSince returns the changes of later releases, and none at the first visit', () => {
  const releases = [
    { version: '0.10.0', date: '', changes: ['C.'] },
    { version: '0.9.0', date: '', changes: ['B.'] },
    { version: '0.1.0', date: '', changes: ['A.'] },
  ];
  assert.deepEqual(changesSince('0.1.0', releases), ['C.', 'B.']);
  assert.deepEqual(changesSince('0.9.0', releases), ['C.']);
  assert.deepEqual(changesSince('0.10.0', releases), []);
  assert.deepEqual(changesSince(null, releases), []);
});
