/** Tests the timeline at a boundary of the programme: the prepared turn, and when the present one leaves. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { image, video } from '../../testing/items.ts';
import { simulateImages, simulateScreen } from '../../testing/timeline.ts';

const long = (id: number) => image(id, { displayDuration: 300 });

test('an item with more than a minute left is cut at the boundary, by an item that was prepared 12 s before', () => {
  const tv = simulateScreen();
  tv.assign([long(1), image(2)]);
  tv.runTo(87);
  tv.preload([image(5), image(6)], 100);
  tv.runTo(99.75);
  assert.deepEqual(tv.shown, ['1 at 0']);
  assert.deepEqual(tv.prepared, ['1 at 0', '5 at 88']);
  tv.runTo(100);
  tv.assign([image(5), image(6)], { byClock: true });
  tv.runTo(121);
  assert.deepEqual(tv.shown, ['1 at 0', '5 at 100', '6 at 120']);
  assert.equal(tv.prepared.filter((one) => one.startsWith('5')).length, 1);
  assert.deepEqual([tv.cleared, tv.banners], [[], []]);
});

test('near a boundary the next playlist is not prepared before the present item is painted', () => {
  const tv = simulateScreen({ late: [2] });
  tv.assign([image(1), video(2, { durationS: 30 })]);
  tv.runTo(19);
  tv.preload([image(5), image(6)], 33);
  tv.runTo(32.75);
  assert.deepEqual(tv.shown, ['1 at 0', '2 at 20']);
  assert.deepEqual(tv.prepared.at(-1), '5 at 22');
  tv.assign([image(5), image(6)], { byClock: true, isExact: true });
  tv.runTo(33.25);
  assert.equal(tv.shown.at(-1)?.startsWith('5 at 3'), true);
  assert.deepEqual(tv.cleared, []);
});

for (const [name, isExact, seconds, shown] of [
  ['an item that ends within a minute plays to its end', false, 91, ['1 at 0', '2 at 20', '5 at 70', '6 at 90']],
  [
    'at an exact boundary an item that ends within a minute is cut by the prepared item',
    true,
    81,
    ['1 at 0', '2 at 20', '5 at 60', '6 at 80'],
  ],
] as const)
  test(name, () => {
    for (const last of [image(2, { displayDuration: 50 }), video(2, { durationS: 50 })]) {
      const tv = simulateScreen();
      tv.assign([image(1), last, image(3)]);
      tv.runTo(48);
      tv.preload([image(5), image(6)], 60);
      tv.runTo(60);
      tv.assign([image(5), image(6)], { byClock: true, isExact });
      tv.runTo(seconds);
      assert.deepEqual(tv.shown, shown);
      assert.equal(tv.prepared.filter((one) => one.startsWith('5')).length, 1);
      assert.deepEqual([tv.cleared, tv.banners], [[], []]);
    }
  });

test('changes by people cut the present item at once', () => {
  const tv = simulateImages([1], 5);
  tv.assign([image(5)]);
  assert.deepEqual(tv.shown, ['1 at 0', '5 at 5']);
});

test('a video that does not reach its end is cut a minute after the boundary', () => {
  const tv = simulateScreen({ endless: [1] });
  tv.assign([video(1, { durationS: 40 })]);
  tv.runTo(10);
  tv.assign([image(5)], { byClock: true });
  tv.runTo(71);
  assert.deepEqual(tv.shown, ['1 at 0', '5 at 70']);
});

test('an item that ends before the boundary is followed by the next item of its playlist, unless it ends in the last second', () => {
  const tv = simulateImages([1, 2]);
  tv.preload([image(5)], 30);
  tv.runTo(30);
  tv.assign([image(5)], { byClock: true });
  tv.runTo(41);
  assert.deepEqual(tv.shown, ['1 at 0', '2 at 20', '5 at 40']);

  const near = simulateImages([1, 2]);
  near.preload([image(5), image(6)], 20.75);
  near.runTo(21);
  near.assign([image(5), image(6)], { byClock: true });
  near.runTo(41);
  assert.deepEqual(near.shown, ['1 at 0', '5 at 20', '6 at 40']);
});

test('a boundary that is cancelled leaves the old cycle unchanged', () => {
  const tv = simulateScreen();
  tv.assign([image(1, { displayDuration: 30 }), image(2), image(3)]);
  tv.preload([image(5)], 25);
  tv.runTo(20);
  assert.equal(tv.state.next?.item.id, 5);
  tv.send({ type: 'arrived' });
  assert.equal(tv.state.next?.item.id, 5, 'arrived items change nothing');
  tv.send({ type: 'preload', next: null });
  tv.runTo(51);
  assert.deepEqual(tv.shown, ['1 at 0', '2 at 30', '3 at 50']);
});

test('if the prepared item of the next playlist does not open, or is not stored, the present playlist continues', () => {
  for (const options of [{ broken: [5] }, { absent: [5] }]) {
    const tv = simulateScreen(options);
    tv.assign([image(1, { displayDuration: 30 }), image(2)]);
    tv.preload([image(5), ...('absent' in options ? [] : [image(6)])], 29);
    tv.runTo(51);
    assert.deepEqual(tv.shown, ['1 at 0', '2 at 30', '1 at 50']);
    assert.deepEqual(tv.cleared, []);
  }
});

test('the previous button within the last minute of an old playlist does not restore that playlist', () => {
  const tv = simulateImages([1, 2, 3], 25);
  tv.assign([image(5), image(6), image(7)], { byClock: true });
  tv.runTo(30);
  tv.send({ type: 'previous' });
  tv.runTo(100);
  assert.deepEqual(
    tv.shown.map((one) => Number(one[0])).filter((id) => id < 5),
    [1, 2],
  );
});

test('an item whose hours end plays to its end if that is near; the item after it follows, without a banner', () => {
  const tv = simulateImages([1, 2, 3], 25);
  tv.update([image(1), image(3)], { byClock: true });
  tv.runTo(61);
  assert.deepEqual(tv.shown, ['1 at 0', '2 at 20', '3 at 40', '1 at 60']);
  assert.deepEqual(tv.banners, []);
  const other = simulateScreen();
  other.assign([long(1), image(2)]);
  other.runTo(25);
  other.update([image(2)], { byClock: true });
  other.runTo(26);
  assert.deepEqual(other.shown, ['1 at 0', '2 at 25']);
});

test('an item whose hours end stays until a slow successor is shown; a deleted item leaves after 2 s', () => {
  for (const byClock of [true, false]) {
    const tv = simulateScreen({ slow: [2] });
    tv.assign([long(1), video(2)]);
    tv.runTo(25);
    tv.update([video(2)], { byClock });
    tv.runTo(31);
    assert.deepEqual(tv.shown, ['1 at 0', '2 at 30']);
    assert.deepEqual(tv.cleared, byClock ? [] : [27_000]);
  }
});
