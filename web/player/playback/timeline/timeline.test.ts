import assert from 'node:assert/strict';
import { test } from 'node:test';
import { image, video } from '../../testing/items.ts';
import { simulateImages, simulateScreen } from '../../testing/timeline.ts';
import { step } from './timeline.ts';
import { emptyTimeline, type TimelineEvent } from './timeline-state.ts';

/** Creates a timeline whose stage sends no events by itself; `send` returns the commands. */
function stepByStep() {
  let state = emptyTimeline(1);
  let now = 0;
  return {
    state: () => state,
    setTime: (ms: number) => void (now = ms),
    send(event: TimelineEvent) {
      const result = step(state, event, { now, isAvailable: () => true, isDownloadPending: () => false });
      state = result.state;
      return result.commands;
    },
  };
}

for (const [name, items, broken, seconds, shown] of [
  [
    'images stay for their own time, by default 20 s, and the playlist repeats',
    [image(1), image(2, { displayDuration: 5 }), image(3)],
    [],
    66,
    ['1 at 0', '2 at 20', '3 at 25', '1 at 45', '2 at 65'],
  ],
  ['a video stays until it ends', [video(1, { durationS: 90 }), image(2)], [], 111, ['1 at 0', '2 at 90', '1 at 110']],
  ['a single item repeats', [video(1, { durationS: 10 })], [], 35, ['1 at 0', '1 at 10', '1 at 20', '1 at 30']],
  [
    'one good item among many broken ones is repeated',
    [1, 2, 3, 4, 5, 6].map((id) => image(id)),
    [2, 3, 4, 5, 6],
    79,
    ['1 at 0', '1 at 20', '1 at 40', '1 at 60'],
  ],
  [
    'items shorter than 3 s are shown for their own time while others fail',
    [image(1, { displayDuration: 2 }), image(2), video(3, { durationS: 2 }), image(4)],
    [2, 4],
    11,
    ['1 at 0', '3 at 2', '1 at 4', '3 at 6', '1 at 8', '3 at 10'],
  ],
] as const)
  test(name, () => {
    const tv = simulateScreen({ broken: broken.slice() });
    tv.assign(items.slice());
    tv.run(seconds);
    assert.deepEqual(tv.shown, shown);
    tv.run(200);
    assert.deepEqual(tv.cleared, []);
    assert.ok(tv.ids().every((id) => !broken.some((one) => one === id)));
  });

test('the next item is prepared before the end, not at the beginning', () => {
  const tv = simulateScreen();
  tv.assign([video(1, { durationS: 90 }), image(2)]);
  tv.run(77);
  assert.equal(tv.upcoming, null);
  tv.run(2);
  assert.deepEqual(tv.upcoming, { id: 2, isReady: true });
  assert.equal(tv.onScreen, 1);
});

test('in shuffle mode every cycle has all items, and no item follows itself', () => {
  const tv = simulateScreen();
  tv.assign([image(1), image(2), image(3), image(4)], { isRandom: true });
  tv.run(20 * 40);
  const ids = tv.ids();
  assert.deepEqual(ids.slice(0, 4), [1, 2, 3, 4]);
  for (let cycle = 0; cycle < 10; cycle += 1)
    assert.deepEqual(ids.slice(cycle * 4, cycle * 4 + 4).sort(), [1, 2, 3, 4]);
  ids.forEach((id, index) => assert.notEqual(id, ids[index - 1]));
  assert.notDeepEqual(ids.slice(4, 12), [1, 2, 3, 4, 1, 2, 3, 4]);
});

test('an item that cannot be opened is skipped before the old one leaves, and tried again in the next cycle', () => {
  const tv = simulateImages([1, 2, 3], 41, { broken: [2] });
  assert.deepEqual(tv.shown, ['1 at 0', '3 at 20', '1 at 40']);
  tv.broken.clear();
  tv.run(20);
  assert.equal(tv.onScreen, 2);
});

test('an item that hangs while it is opened is skipped after 6 s; the old picture stays until then', () => {
  const tv = simulateImages([1, 2, 3], 25.5, { hanging: [2] });
  assert.equal(tv.onScreen, 1);
  tv.run(1);
  assert.equal(tv.onScreen, 3);
  assert.equal(tv.cleared.length, 0);
});

test('a video that breaks in the middle is followed by the next item', () => {
  const tv = simulateScreen();
  tv.assign([video(1), image(2)]);
  tv.run(10);
  tv.send({ type: 'failed', turnId: tv.state.current?.turnId ?? 0 });
  tv.run(1);
  assert.equal(tv.onScreen, 2);
});

test('a turn that the stage is told to show but does not paint is skipped after 6 s', () => {
  const { send, state, setTime } = stepByStep();
  send({ type: 'assign', items: [video(1), image(2)], isRandom: false });
  send({ type: 'ready', turnId: 1 });
  assert.equal(state().current?.item.id, 1);
  setTime(3_000);
  assert.deepEqual(send({ type: 'tick' }), []);
  setTime(6_000);
  assert.deepEqual(send({ type: 'tick' }), [{ type: 'prepare', turnId: 2, item: image(2) }]);
  assert.deepEqual(send({ type: 'ready', turnId: 2 }), [{ type: 'show', turnId: 2, item: image(2) }]);
});

test('late responses about an older turn change nothing', () => {
  const tv = simulateImages([1, 2], 21);
  const stateBefore = tv.state;
  tv.send({ type: 'ended', turnId: 1 });
  tv.send({ type: 'failed', turnId: 1 });
  tv.send({ type: 'shown', turnId: 1 });
  assert.deepEqual(tv.state, stateBefore);
});

test('when every item fails the next attempt follows after 5 s, then 10, 20, 40 and at most 60', () => {
  const tv = simulateImages([1, 2], 0, { broken: [1, 2] });
  const pausesS: number[] = [];
  let until: number | null = null;
  for (let second = 0; second < 280; second += 0.25) {
    if (tv.state.backoffUntil !== null && tv.state.backoffUntil !== until) {
      until = tv.state.backoffUntil;
      pausesS.push(Math.round((until - tv.now) / 1000));
    }
    tv.run(0.25);
  }
  assert.deepEqual(pausesS.slice(0, 6), [5, 10, 20, 40, 60, 60]);
  assert.equal(tv.onScreen, null);
});

test('the delay after failures ends at once when an item is stored', () => {
  const tv = simulateImages([1, 2], 0, { absent: [1, 2] });
  assert.notEqual(tv.state.backoffUntil, null);
  tv.arrive(2);
  assert.equal(tv.onScreen, 2);
});

test('the last picture leaves when every item fails, including the one on the screen', () => {
  const tv = simulateImages([1, 2], 5);
  tv.broken.add(1).add(2);
  tv.run(16);
  assert.equal(tv.onScreen, null);
  assert.equal(tv.cleared.length, 1);
});

test('items that are not stored yet wait for a later cycle; stored items repeat', () => {
  const tv = simulateImages([1, 2, 3], 41, { absent: [2, 3] });
  assert.deepEqual(tv.ids(), [1, 1, 1]);
  tv.absent.delete(3);
  tv.run(41);
  assert.deepEqual(tv.ids().slice(3), [3, 1]);
  assert.equal(tv.cleared.length, 0);
});

test('an item that is stored before its turn plays in its turn', () => {
  const tv = simulateImages([1, 2, 3], 10, { absent: [2, 3] });
  assert.equal(tv.upcoming?.id, 1);
  tv.arrive(3);
  assert.equal(tv.upcoming?.id, 3);
  tv.arrive(2);
  tv.run(31);
  assert.deepEqual(tv.ids(), [1, 2, 3]);
});

test('an item that the previous button has chosen is still shown next when other items are stored', () => {
  const tv = simulateImages([1, 2, 3], 5, { hanging: [3] });
  tv.send({ type: 'previous' });
  tv.send({ type: 'arrived' });
  assert.equal(tv.upcoming?.id, 3);
});

test('a playlist begins with its first item, even if that item takes long to open', () => {
  const tv = simulateImages([1, 2], 0, { hanging: [1] });
  assert.equal(tv.upcoming?.id, 1);
});

test('an empty screen waits for downloads, and opens no item before it is stored', () => {
  const tv = simulateImages([1, 2], 30, { downloading: [1, 2] });
  assert.equal(tv.prepared.length, 0);
  assert.equal(tv.state.backoffUntil, null);
  tv.arrive(1);
  assert.equal(tv.onScreen, 1);
  tv.run(65);
  assert.deepEqual(tv.ids(), [1, 1, 1, 1], 'the stored item repeats until more items are stored');
  assert.equal(tv.cleared.length, 0);
  tv.arrive(2);
  tv.run(20);
  assert.equal(tv.onScreen, 2);
});

test('a first item that is still downloading delays stored ones for a second at most', () => {
  const tv = simulateImages([1, 2], 0.75, { downloading: [1] });
  assert.equal(tv.onScreen, null);
  tv.run(0.5);
  assert.equal(tv.onScreen, 2);
  tv.arrive(1);
  tv.run(20);
  assert.equal(tv.onScreen, 1);
});

test('a removed picture is replaced by a stored item while the new first item is downloading', () => {
  const tv = simulateImages([1, 2], 5, { downloading: [3] });
  tv.update([image(3), image(2)]);
  tv.run(2);
  assert.equal(tv.onScreen, 2);
  assert.equal(tv.cleared.length, 0);
});

test('an edited playlist keeps the current item if it is still there, and continues after it', () => {
  const tv = simulateImages([1, 2], 25);
  tv.update([image(1), image(4), image(2), image(3)]);
  assert.equal(tv.onScreen, 2);
  assert.equal(tv.banners.length, 1);
  tv.run(16);
  assert.equal(tv.onScreen, 3);
});

test('an edited playlist without the current item jumps to its first item at once', () => {
  const tv = simulateImages([1, 2], 25);
  tv.update([image(5), image(1)]);
  assert.equal(tv.onScreen, 5);
  assert.equal(tv.banners.length, 1);
  assert.equal(tv.cleared.length, 0);
});

test('a removed picture leaves within 2 s even when its successor is not ready', () => {
  const tv = simulateImages([1, 2], 5);
  tv.hanging.add(2);
  tv.update([image(2)]);
  assert.equal(tv.onScreen, 1);
  tv.run(2);
  assert.equal(tv.onScreen, null);
});

test('a changed file under the same id counts as another item', () => {
  const tv = simulateImages([1, 2], 5);
  tv.update([image(1, { sha256: 'other' }), image(2)]);
  assert.equal(tv.state.current?.item.sha256, 'other');
});

test('an update with the same items does not disturb a shuffle', () => {
  const tv = simulateScreen();
  tv.assign([image(1), image(2), image(3)], { isRandom: true });
  tv.run(5);
  const { queue } = tv.state;
  tv.update([image(3), image(1), image(2)], { isRandom: true });
  assert.deepEqual(tv.state.queue, queue);
  assert.equal(tv.banners.length, 0);
});

test('a changed duration takes effect although nothing else was edited', () => {
  const tv = simulateImages([1, 2, 3], 10, { absent: [2] });
  tv.update([image(1), image(2, { displayDuration: 5 }), image(3)]);
  tv.arrive(2);
  tv.run(16);
  assert.deepEqual(tv.shown.slice(1), ['2 at 20', '3 at 25']);
});

test('a new order of a sequential playlist takes effect without a banner', () => {
  const tv = simulateImages([1, 2, 3], 5);
  tv.update([image(1), image(3), image(2)]);
  tv.run(16);
  assert.equal(tv.onScreen, 3);
  assert.equal(tv.banners.length, 0);
});

test('a new playlist starts at its first item, over the old picture', () => {
  const tv = simulateImages([1, 2], 25);
  tv.assign([image(2), image(3)]);
  assert.equal(tv.cleared.length, 0);
  assert.deepEqual(tv.ids(), [1, 2, 2]);
  tv.run(20);
  assert.equal(tv.onScreen, 3);
});

test('an emptied or removed playlist clears the screen at once', () => {
  const tv = simulateImages([1]);
  tv.update([]);
  assert.equal(tv.onScreen, null);
  tv.assign([image(1)]);
  assert.equal(tv.onScreen, 1);
  tv.send({ type: 'stop' });
  assert.equal(tv.onScreen, null);
  assert.equal(tv.cleared.length, 2);
});

test('the previous button goes back, from the first to the last item, also several times in a row', () => {
  const tv = simulateImages([1, 2, 3], 5);
  tv.send({ type: 'previous' });
  assert.equal(tv.onScreen, 3);
  tv.run(5);
  tv.hanging.add(2).add(1);
  tv.send({ type: 'previous' });
  tv.send({ type: 'previous' });
  assert.equal(tv.upcoming?.id, 1);
  assert.equal(tv.onScreen, 3);
});

test('the previous button is ignored during a transition, for at most 3 s', () => {
  const { send, setTime } = stepByStep();
  send({ type: 'assign', items: [video(1), video(2)], isRandom: false });
  send({ type: 'ready', turnId: 1 });
  setTime(2_900);
  assert.deepEqual(send({ type: 'previous' }), []);
  setTime(3_100);
  assert.deepEqual(send({ type: 'previous' }), [{ type: 'prepare', turnId: 2, item: video(2) }]);
});

test('an item that was being opened when the device slept gets the whole time limit for opening again', () => {
  const tv = simulateImages([1, 2, 3], 21, { hanging: [2] });
  assert.deepEqual(tv.upcoming, { id: 2, isReady: false });
  tv.sleep(3_600);
  assert.deepEqual(tv.upcoming, { id: 2, isReady: false });
  assert.equal(tv.onScreen, 1);
  tv.run(6);
  assert.equal(tv.onScreen, 3);
});

test('an image whose time ended while the device slept is replaced when the device wakes', () => {
  const tv = simulateImages([1, 2], 5);
  tv.sleep(3_600);
  assert.equal(tv.onScreen, 2);
});

test('after a restart of the page playback continues at the same position', () => {
  const tv = simulateScreen();
  tv.assign([image(1), image(2), image(3)], { startIndex: 2 });
  assert.equal(tv.onScreen, 3);
  tv.run(20);
  assert.equal(tv.onScreen, 1);
});

test('a cycle is shuffled only when it wraps, not at every search for a stored item', () => {
  const ids = [1, 2, 3, 4, 5, 6];
  const tv = simulateScreen({ absent: ids, hanging: ids });
  tv.assign(
    ids.map((id) => image(id)),
    { isRandom: true },
  );
  const { seed } = tv.state;
  tv.run(20);
  assert.equal(tv.state.cursor, 3);
  assert.equal(tv.state.seed, seed);
  tv.run(30);
  assert.notEqual(tv.state.seed, seed);
});
