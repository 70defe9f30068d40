import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Video } from '../../../../../src/contract/media.ts';
import { itemsOf } from './items-of.ts';

test('the items of a playlist come in its order, own and platform ones mixed', () => {
  const video = (id: number, ...places: [playlistId: number, position: number][]) =>
    ({
      id,
      assignments: places.map(([playlistId, position]) => ({ id, position, playlist: { id: playlistId, name: '' } })),
    }) as unknown as Video;
  const contents = [video(1, [7, 2]), video(2, [7, 0], [8, 0]), video(3), video(4, [7, 1])];
  assert.deepEqual(
    itemsOf(7, contents).map(({ id }) => id),
    [2, 4, 1],
  );
  assert.deepEqual(itemsOf(9, contents), []);
});
