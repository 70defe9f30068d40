import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { changelog, compareVersions, newestVersion, releasesSince } from './changelog.ts';

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
    assert.ok(release.news.length > 0 && release.news.length <= 8, release.version);
    for (const sentence of release.news) assert.ok(sentence.length <= 120 && sentence.endsWith('.'), sentence);
  }
});

test('releasesSince returns the changes of later releases, and none at the first visit', () => {
  const releases = [
    { version: '0.10.0', date: '', news: ['C.'] },
    { version: '0.9.0', date: '', news: ['B.'] },
    { version: '0.1.0', date: '', news: ['A.'] },
  ];
  assert.deepEqual(releasesSince('0.1.0', releases), ['C.', 'B.']);
  assert.deepEqual(releasesSince('0.9.0', releases), ['C.']);
  assert.deepEqual(releasesSince('0.10.0', releases), []);
  assert.deepEqual(releasesSince(null, releases), []);
});
