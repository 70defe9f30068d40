import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Video } from '../../../../src/contract/media.ts';
import { groupByCategory } from './group-by-category.ts';

test('categories are in alphabetical order, contents without a category last', () => {
  const video = (id: number, category: string | null) => ({ id, category }) as Video;
  const groups = groupByCategory([
    video(1, null),
    video(2, 'Saúde bucal'),
    video(3, 'Água'),
    video(4, 'Saúde bucal'),
    video(5, 'Zelo'),
  ]);
  assert.deepEqual(
    groups.map(({ name, videos }) => [name, ...videos.map(({ id }) => id)]),
    [
      ['Água', 3],
      ['Saúde bucal', 2, 4],
      ['Zelo', 5],
      ['Sem categoria', 1],
    ],
  );
});
