/** A boundary of the programme as the timeline sees it: what is prepared before it, and what leaves when. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlayItem } from '../../../../src/contract/playlists.ts';
import { image, video } from '../../testing/items.ts';
import { step } from './timeline.ts';
import { emptyTimeline, type TimelineEvent } from './timeline-state.ts';

/**
 * A screen on which everything opens at once, unless it is `absent`, `broken` or `slow` (5 s), and is seen at once, or when it is `late`, 2 s later;
 * what is prepared meanwhile takes its layer. Videos last as long as they say, but for `standing` ones.
 */
function screen({
  absent = [],
  broken = [],
  standing = [],
  late = [],
  slow = [],
}: { absent?: number[]; broken?: number[]; standing?: number[]; late?: number[]; slow?: number[] } = {}) {
  let state = emptyTimeline(5);
  let now = 0;
  const shown: string[] = [];
  const prepared: string[] = [];
  const cleared: number[] = [];
  const banners: number[] = [];
  const ends = new Map<number, number>();
  const following: TimelineEvent[] = [];
  let unseen: { ticket: number; at: number } | undefined;
  let opening: { ticket: number; at: number } | undefined;
  function send(event: TimelineEvent): void {
    const result = step(state, event, {
      now,
      isHere: ({ id }) => absent.indexOf(id) < 0,
      isComing: () => false,
    });
    state = result.state;
    for (const command of result.commands) {
      if (command.type === 'prepare') {
        prepared.push(`${command.item.id} at ${now / 1000}`);
        unseen = undefined;
        if (slow.includes(command.item.id)) opening = { ticket: command.ticket, at: now + 5_000 };
        else following.push({ type: broken.includes(command.item.id) ? 'failed' : 'ready', ticket: command.ticket });
      }
      if (command.type === 'show') {
        shown.push(`${command.item.id} at ${now / 1000}`);
        if (late.includes(command.item.id)) unseen = { ticket: command.ticket, at: now + 2_000 };
        else following.push({ type: 'shown', ticket: command.ticket });
        if (command.item.mediaType === 'video' && !standing.includes(command.item.id))
          ends.set(command.ticket, now + (command.item.durationS ?? 0) * 1000);
      }
      if (command.type === 'clear') cleared.push(now);
      if (command.type === 'notify') banners.push(now);
    }
    const next = following.shift();
    if (next) send(next);
  }
  return {
    shown,
    prepared,
    cleared,
    banners,
    send,
    get state() {
      return state;
    },
    assign: (items: PlayItem[], byClock = false) => send({ type: 'assign', items, isRandom: false, byClock }),
    update: (items: PlayItem[]) => send({ type: 'update', items, isRandom: false, byClock: true }),
    preload: (items: PlayItem[], at: number) =>
      send({ type: 'preload', next: { items, isRandom: false, at: at * 1000 } }),
    runTo(seconds: number) {
      while (now < seconds * 1000) {
        now += 250;
        const { current } = state;
        if (unseen && now >= unseen.at) {
          send({ type: 'shown', ticket: unseen.ticket });
          unseen = undefined;
        }
        if (opening && now >= opening.at) {
          send({ type: 'ready', ticket: opening.ticket });
          opening = undefined;
        }
        if (current && now >= (ends.get(current.ticket) ?? Infinity)) send({ type: 'ended', ticket: current.ticket });
        send({ type: 'tick' });
      }
    },
  };
}

const long = (id: number) => image(id, { displayDuration: 300 });

test('what would stay for more than a minute is cut at the boundary, by an item that was prepared 12 s before', () => {
  const tv = screen();
  tv.assign([long(1), image(2)]);
  tv.runTo(87);
  tv.preload([image(5), image(6)], 100);
  tv.runTo(99.75);
  assert.deepEqual(tv.shown, ['1 at 0']);
  assert.deepEqual(tv.prepared, ['1 at 0', '5 at 88']);
  tv.runTo(100);
  tv.assign([image(5), image(6)], true);
  tv.runTo(121);
  assert.deepEqual(tv.shown, ['1 at 0', '5 at 100', '6 at 120']);
  assert.equal(tv.prepared.filter((one) => one.startsWith('5')).length, 1);
  assert.deepEqual([tv.cleared, tv.banners], [[], []]);
});

test('an item that is about to be seen when the boundary comes near keeps its layer', () => {
  const tv = screen({ late: [2] });
  tv.assign([image(1), video(2, { durationS: 30 })]);
  tv.runTo(19);
  tv.preload([image(5), image(6)], 33);
  tv.runTo(32.75);
  assert.deepEqual(tv.shown, ['1 at 0', '2 at 20']);
  assert.deepEqual(tv.prepared.at(-1), '5 at 22');
  tv.send({ type: 'assign', items: [image(5), image(6)], isRandom: false, byClock: true, isExact: true });
  tv.runTo(33.25);
  assert.equal(tv.shown.at(-1)?.startsWith('5 at 3'), true);
  assert.deepEqual(tv.cleared, []);
});

test('what ends within a minute comes to its end', () => {
  for (const last of [image(2, { displayDuration: 50 }), video(2, { durationS: 50 })]) {
    const tv = screen();
    tv.assign([image(1), last, image(3)]);
    tv.runTo(48);
    tv.preload([image(5), image(6)], 60);
    tv.runTo(60);
    tv.assign([image(5), image(6)], true);
    tv.runTo(91);
    assert.deepEqual(tv.shown, ['1 at 0', '2 at 20', '5 at 70', '6 at 90']);
    assert.deepEqual(tv.cleared, []);
  }
});

test('at the very minute what would end soon is cut too, by the item that was prepared', () => {
  for (const last of [image(2, { displayDuration: 50 }), video(2, { durationS: 50 })]) {
    const tv = screen();
    tv.assign([image(1), last, image(3)]);
    tv.runTo(48);
    tv.preload([image(5), image(6)], 60);
    tv.runTo(60);
    tv.send({ type: 'assign', items: [image(5), image(6)], isRandom: false, byClock: true, isExact: true });
    tv.runTo(81);
    assert.deepEqual(tv.shown, ['1 at 0', '2 at 20', '5 at 60', '6 at 80']);
    assert.equal(tv.prepared.filter((one) => one.startsWith('5')).length, 1);
    assert.deepEqual([tv.cleared, tv.banners], [[], []]);
  }
});

test('what people change is cut at once, as ever', () => {
  const tv = screen();
  tv.assign([image(1)]);
  tv.runTo(5);
  tv.assign([image(5)]);
  assert.deepEqual(tv.shown, ['1 at 0', '5 at 5']);
});

test('a video that does not come to its end is over a minute after the boundary', () => {
  const tv = screen({ standing: [1] });
  tv.assign([video(1, { durationS: 40 })]);
  tv.runTo(10);
  tv.assign([image(5)], true);
  tv.runTo(71);
  assert.deepEqual(tv.shown, ['1 at 0', '5 at 70']);
});

test('an item that ends before the boundary has its own successor; one that ends in its last second does not', () => {
  const tv = screen();
  tv.assign([image(1), image(2)]);
  tv.preload([image(5)], 30);
  tv.runTo(30);
  tv.assign([image(5)], true);
  tv.runTo(41);
  assert.deepEqual(tv.shown, ['1 at 0', '2 at 20', '5 at 40']);

  const near = screen();
  near.assign([image(1), image(2)]);
  near.preload([image(5), image(6)], 20.75);
  near.runTo(21);
  near.assign([image(5), image(6)], true);
  near.runTo(41);
  assert.deepEqual(near.shown, ['1 at 0', '5 at 20', '6 at 40']);
});

test('a boundary that does not come leaves the old cycle as it was', () => {
  const tv = screen();
  tv.assign([image(1, { displayDuration: 30 }), image(2), image(3)]);
  tv.preload([image(5)], 25);
  tv.runTo(20);
  assert.equal(tv.state.next?.item.id, 5);
  tv.send({ type: 'arrived' });
  assert.equal(tv.state.next?.item.id, 5, 'whatever arrives');
  tv.send({ type: 'preload', next: null });
  tv.runTo(51);
  assert.deepEqual(tv.shown, ['1 at 0', '2 at 30', '3 at 50']);
});

test('a foreseen item that does not open disturbs nothing, and one that is not here is not waited for', () => {
  for (const options of [{ broken: [5] }, { absent: [5] }]) {
    const tv = screen(options);
    tv.assign([image(1, { displayDuration: 30 }), image(2)]);
    tv.preload([image(5), ...('absent' in options ? [] : [image(6)])], 29);
    tv.runTo(51);
    assert.deepEqual(tv.shown, ['1 at 0', '2 at 30', '1 at 50']);
    assert.deepEqual(tv.cleared, []);
  }
});

test('Back within the last minute of an old playlist does not bring it back', () => {
  const tv = screen();
  tv.assign([image(1), image(2), image(3)]);
  tv.runTo(25);
  tv.assign([image(5), image(6), image(7)], true);
  tv.runTo(30);
  tv.send({ type: 'previous' });
  tv.runTo(100);
  assert.deepEqual(
    tv.shown.map((one) => Number(one[0])).filter((id) => id < 5),
    [1, 2],
  );
});

test('an item out of its hours comes to its end; its successor is the one that followed it, without a banner', () => {
  const tv = screen();
  tv.assign([image(1), image(2), image(3)]);
  tv.runTo(25);
  tv.update([image(1), image(3)]);
  tv.runTo(61);
  assert.deepEqual(tv.shown, ['1 at 0', '2 at 20', '3 at 40', '1 at 60']);
  assert.deepEqual(tv.banners, []);
  const still = screen();
  still.assign([long(1), image(2)]);
  still.runTo(25);
  still.update([image(2)]);
  still.runTo(26);
  assert.deepEqual(still.shown, ['1 at 0', '2 at 25']);
});

test('a picture whose hours end stays until its successor is seen, however slowly that opens; what people delete does not', () => {
  for (const byClock of [true, false]) {
    const tv = screen({ slow: [2] });
    tv.assign([long(1), video(2)]);
    tv.runTo(25);
    tv.send({ type: 'update', items: [video(2)], isRandom: false, byClock });
    tv.runTo(31);
    assert.deepEqual(tv.shown, ['1 at 0', '2 at 30']);
    assert.deepEqual(tv.cleared, byClock ? [] : [27_000]);
  }
});
