import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlayItem } from '../../../../src/contract/playlists.ts';
import { image, video } from '../../testing/items.ts';
import { step } from './timeline.ts';
import { emptyTimeline, type TimelineCommand, type TimelineEvent } from './timeline-state.ts';

/** Simulates a screen whose stage fails as `broken`, `slow` and `absent` say; `run` advances the time. */
function screen(options: { broken?: number[]; slow?: number[]; absent?: number[]; coming?: number[] } = {}) {
  const broken = new Set(options.broken);
  const slow = new Set(options.slow);
  const absent = new Set([...(options.absent ?? []), ...(options.coming ?? [])]);
  const coming = new Set(options.coming);
  let state = emptyTimeline(5);
  let now = 0;
  const videoEnds = new Map<number, number>();
  const shown: { at: number; id: number }[] = [];
  const log: TimelineCommand[] = [];
  const queue: TimelineEvent[] = [];

  const send = (event: TimelineEvent) => {
    const result = step(state, event, {
      now,
      isHere: (item) => !absent.has(item.id),
      isComing: (item) => coming.has(item.id),
    });
    state = result.state;
    for (const command of result.commands) {
      log.push(command);
      if (command.type === 'prepare' && !slow.has(command.item.id)) {
        const isBroken = broken.has(command.item.id) || absent.has(command.item.id);
        queue.push({ type: isBroken ? 'failed' : 'ready', ticket: command.ticket });
      }
      if (command.type === 'show') {
        shown.push({ at: now, id: command.item.id });
        queue.push({ type: 'shown', ticket: command.ticket });
        if (command.item.mediaType === 'video')
          videoEnds.set(command.ticket, now + (command.item.durationS ?? 0) * 1000);
      }
    }
    const following = queue.shift();
    if (following) send(following);
  };

  return {
    /** Completes the pending download. */
    arrive(id: number) {
      coming.delete(id);
      absent.delete(id);
      send({ type: 'arrived' });
    },
    broken,
    slow,
    absent,
    shown,
    log,
    send,
    get state() {
      return state;
    },
    get now() {
      return now;
    },
    get upcoming() {
      return state.next ? { id: state.next.item.id, isReady: state.next.isReady } : null;
    },
    get onScreen() {
      return state.current?.item.id ?? null;
    },
    ids: () => shown.map((one) => one.id),
    count: (type: TimelineCommand['type']) => log.filter((command) => command.type === type).length,
    assign: (items: PlayItem[], isRandom = false) => send({ type: 'assign', items, isRandom }),
    update: (items: PlayItem[], isRandom = false) => send({ type: 'update', items, isRandom }),
    /** No event at all for this long, then a tick. */
    sleep(seconds: number) {
      now += seconds * 1000;
      send({ type: 'tick' });
    },
    run(seconds: number) {
      for (const end = now + seconds * 1000; now < end;) {
        now += 250;
        for (const [ticket, at] of videoEnds) {
          if (at > now) continue;
          videoEnds.delete(ticket);
          send({ type: 'ended', ticket });
        }
        send({ type: 'tick' });
      }
    },
  };
}

test('images stay for their own time, else 20 s, and the order wraps around', () => {
  const tv = screen();
  tv.assign([image(1), image(2, { displayDuration: 5 }), image(3)]);
  tv.run(66);
  assert.deepEqual(tv.shown, [
    { at: 0, id: 1 },
    { at: 20_000, id: 2 },
    { at: 25_000, id: 3 },
    { at: 45_000, id: 1 },
    { at: 65_000, id: 2 },
  ]);
});

test('a video stays until it ends', () => {
  const tv = screen();
  tv.assign([video(1, { durationS: 90 }), image(2)]);
  tv.run(111);
  assert.deepEqual(tv.shown, [
    { at: 0, id: 1 },
    { at: 90_000, id: 2 },
    { at: 110_000, id: 1 },
  ]);
});

test('the next item is prepared before the end, not at the beginning', () => {
  const tv = screen();
  tv.assign([video(1, { durationS: 90 }), image(2)]);
  tv.run(77);
  assert.equal(tv.upcoming, null);
  tv.run(2);
  assert.deepEqual(tv.upcoming, { id: 2, isReady: true });
  assert.equal(tv.onScreen, 1);
});

test('one item alone goes on and on', () => {
  const tv = screen();
  tv.assign([video(1, { durationS: 10 })]);
  tv.run(35);
  assert.deepEqual(tv.ids(), [1, 1, 1, 1]);
  assert.equal(tv.count('clear'), 0);
});

test('in shuffle mode every cycle has all items, and no item follows itself', () => {
  const tv = screen();
  tv.assign([image(1), image(2), image(3), image(4)], true);
  tv.run(20 * 40);
  const ids = tv.ids();
  assert.deepEqual(ids.slice(0, 4), [1, 2, 3, 4]);
  for (let cycle = 0; cycle < 10; cycle += 1)
    assert.deepEqual(ids.slice(cycle * 4, cycle * 4 + 4).sort(), [1, 2, 3, 4]);
  ids.forEach((id, index) => assert.notEqual(id, ids[index - 1]));
  assert.notDeepEqual(ids.slice(4, 12), [1, 2, 3, 4, 1, 2, 3, 4]);
});

test('an item that cannot be opened is skipped before the old one leaves, and tried again in the next cycle', () => {
  const tv = screen({ broken: [2] });
  tv.assign([image(1), image(2), image(3)]);
  tv.run(41);
  assert.deepEqual(tv.shown, [
    { at: 0, id: 1 },
    { at: 20_000, id: 3 },
    { at: 40_000, id: 1 },
  ]);
  tv.broken.clear();
  tv.run(20);
  assert.equal(tv.onScreen, 2);
});

test('an item that hangs while it is opened is skipped after 6 s; the old picture stays until then', () => {
  const tv = screen({ slow: [2] });
  tv.assign([image(1), image(2), image(3)]);
  tv.run(25.5);
  assert.equal(tv.onScreen, 1);
  tv.run(1);
  assert.equal(tv.onScreen, 3);
  assert.equal(tv.count('clear'), 0);
});

test('a video that breaks in the middle gives way to the next item', () => {
  const tv = screen();
  tv.assign([video(1), image(2)]);
  tv.run(10);
  tv.send({ type: 'failed', ticket: tv.state.current?.ticket ?? 0 });
  tv.run(1);
  assert.equal(tv.onScreen, 2);
});

test('a turn that is shown but never painted is given up after 6 s', () => {
  let state = emptyTimeline(1);
  let now = 0;
  const send = (event: TimelineEvent) => {
    const result = step(state, event, { now, isHere: () => true, isComing: () => false });
    state = result.state;
    return result.commands;
  };
  send({ type: 'assign', items: [video(1), image(2)], isRandom: false });
  send({ type: 'ready', ticket: 1 });
  assert.equal(state.current?.item.id, 1);
  now = 3_000;
  assert.deepEqual(send({ type: 'tick' }), []);
  now = 6_000;
  assert.deepEqual(send({ type: 'tick' }), [{ type: 'prepare', ticket: 2, item: image(2) }]);
  assert.deepEqual(send({ type: 'ready', ticket: 2 }), [{ type: 'show', ticket: 2, item: image(2) }]);
});

test('late answers about an older turn change nothing', () => {
  const tv = screen();
  tv.assign([image(1), image(2)]);
  tv.run(21);
  const before = tv.state;
  tv.send({ type: 'ended', ticket: 1 });
  tv.send({ type: 'failed', ticket: 1 });
  tv.send({ type: 'shown', ticket: 1 });
  assert.deepEqual(tv.state, before);
});

test('when every item fails the screen rests for 5 s, then 10, 20, 40 and at most 60', () => {
  const tv = screen({ broken: [1, 2] });
  tv.assign([image(1), image(2)]);
  const rests: number[] = [];
  let until: number | null = null;
  for (let second = 0; second < 280; second += 0.25) {
    if (tv.state.restUntil !== null && tv.state.restUntil !== until) {
      until = tv.state.restUntil;
      rests.push(Math.round((until - tv.now) / 1000));
    }
    tv.run(0.25);
  }
  assert.deepEqual(rests.slice(0, 6), [5, 10, 20, 40, 60, 60]);
  assert.equal(tv.onScreen, null);
});

test('a rest ends at once when an item arrives', () => {
  const tv = screen({ absent: [1, 2] });
  tv.assign([image(1), image(2)]);
  assert.notEqual(tv.state.restUntil, null);
  tv.absent.delete(2);
  tv.send({ type: 'arrived' });
  assert.equal(tv.onScreen, 2);
});

test('the last good picture leaves when everything else and it itself fails', () => {
  const tv = screen();
  tv.assign([image(1), image(2)]);
  tv.run(5);
  tv.broken.add(1).add(2);
  tv.run(16);
  assert.equal(tv.onScreen, null);
  assert.equal(tv.count('clear'), 1);
});

test('one good item among many broken ones stays on the screen', () => {
  const tv = screen({ broken: [2, 3, 4, 5, 6] });
  tv.assign([1, 2, 3, 4, 5, 6].map((id) => image(id)));
  tv.run(200);
  assert.equal(tv.count('clear'), 0);
  assert.ok(tv.ids().every((id) => id === 1));
});

test('items shorter than 3 s keep the screen too while others fail', () => {
  const tv = screen({ broken: [2, 4] });
  tv.assign([image(1, { displayDuration: 2 }), image(2), video(3, { durationS: 2 }), image(4)]);
  tv.run(60);
  assert.equal(tv.count('clear'), 0);
  assert.deepEqual(tv.ids().slice(0, 6), [1, 3, 1, 3, 1, 3]);
});

test('items that are not on the device yet wait for a later cycle; what is here repeats', () => {
  const tv = screen({ absent: [2, 3] });
  tv.assign([image(1), image(2), image(3)]);
  tv.run(41);
  assert.deepEqual(tv.ids(), [1, 1, 1]);
  tv.absent.delete(3);
  tv.run(41);
  assert.deepEqual(tv.ids().slice(3), [3, 1]);
  assert.equal(tv.count('clear'), 0);
});

test('an item that arrives before its turn takes it', () => {
  const tv = screen({ absent: [2, 3] });
  tv.assign([image(1), image(2), image(3)]);
  tv.run(10);
  assert.equal(tv.upcoming?.id, 1);
  tv.absent.delete(3);
  tv.send({ type: 'arrived' });
  assert.equal(tv.upcoming?.id, 3);
  tv.absent.delete(2);
  tv.send({ type: 'arrived' });
  tv.run(31);
  assert.deepEqual(tv.ids(), [1, 2, 3]);
});

test('what was asked for with the previous button stays, whatever arrives', () => {
  const tv = screen({ slow: [3] });
  tv.assign([image(1), image(2), image(3)]);
  tv.run(5);
  tv.send({ type: 'previous' });
  tv.send({ type: 'arrived' });
  assert.equal(tv.upcoming?.id, 3);
});

test('a playlist begins with its first item even when that must be fetched', () => {
  const tv = screen({ slow: [1] });
  tv.assign([image(1), image(2)]);
  assert.equal(tv.upcoming?.id, 1);
});

test('a screen that shows nothing waits for what is coming, and opens nothing before it is here', () => {
  const tv = screen({ coming: [1, 2] });
  tv.assign([image(1), image(2)]);
  tv.run(30);
  assert.equal(tv.count('prepare'), 0);
  assert.equal(tv.state.restUntil, null);
  tv.arrive(1);
  assert.equal(tv.onScreen, 1);
  tv.run(65);
  assert.deepEqual(tv.ids(), [1, 1, 1, 1], 'what is here repeats until more comes');
  assert.equal(tv.count('clear'), 0);
  tv.arrive(2);
  tv.run(20);
  assert.equal(tv.onScreen, 2);
});

test('a first item that is still coming keeps what is here waiting for a second at most', () => {
  const tv = screen({ coming: [1] });
  tv.assign([image(1), image(2)]);
  tv.run(0.75);
  assert.equal(tv.onScreen, null);
  tv.run(0.5);
  assert.equal(tv.onScreen, 2);
  tv.arrive(1);
  tv.run(20);
  assert.equal(tv.onScreen, 1);
});

test('a removed picture gives way to what is here while the new first item is coming', () => {
  const tv = screen({ coming: [3] });
  tv.assign([image(1), image(2)]);
  tv.run(5);
  tv.update([image(3), image(2)]);
  tv.run(2);
  assert.equal(tv.onScreen, 2);
  assert.equal(tv.count('clear'), 0);
});

test('an edited playlist keeps the current item if it is still there, and goes on behind it', () => {
  const tv = screen();
  tv.assign([image(1), image(2)]);
  tv.run(25);
  tv.update([image(1), image(4), image(2), image(3)]);
  assert.equal(tv.onScreen, 2);
  assert.equal(tv.count('notify'), 1);
  tv.run(16);
  assert.equal(tv.onScreen, 3);
});

test('an edited playlist without the current item jumps to its first item at once', () => {
  const tv = screen();
  tv.assign([image(1), image(2)]);
  tv.run(25);
  tv.update([image(5), image(1)]);
  assert.equal(tv.onScreen, 5);
  assert.equal(tv.count('notify'), 1);
  assert.equal(tv.count('clear'), 0);
});

test('a removed picture leaves within 2 s even when its successor is not ready', () => {
  const tv = screen();
  tv.assign([image(1), image(2)]);
  tv.run(5);
  tv.slow.add(2);
  tv.update([image(2)]);
  assert.equal(tv.onScreen, 1);
  tv.run(2);
  assert.equal(tv.onScreen, null);
});

test('a changed file under the same id counts as another item', () => {
  const tv = screen();
  tv.assign([image(1), image(2)]);
  tv.run(5);
  tv.update([image(1, { sha256: 'other' }), image(2)]);
  assert.equal(tv.state.current?.item.sha256, 'other');
});

test('an update with the same items does not disturb a shuffle', () => {
  const tv = screen();
  tv.assign([image(1), image(2), image(3)], true);
  tv.run(5);
  const { queue } = tv.state;
  tv.update([image(3), image(1), image(2)], true);
  assert.deepEqual(tv.state.queue, queue);
  assert.equal(tv.count('notify'), 0);
});

test('an item’s new time counts although nothing else was edited', () => {
  const tv = screen({ absent: [2] });
  tv.assign([image(1), image(2), image(3)]);
  tv.run(10);
  tv.update([image(1), image(2, { displayDuration: 5 }), image(3)]);
  tv.absent.delete(2);
  tv.send({ type: 'arrived' });
  tv.run(16);
  assert.deepEqual(tv.shown.slice(1), [
    { at: 20_000, id: 2 },
    { at: 25_000, id: 3 },
  ]);
});

test('a new order of a sequential playlist is followed without a banner', () => {
  const tv = screen();
  tv.assign([image(1), image(2), image(3)]);
  tv.run(5);
  tv.update([image(1), image(3), image(2)]);
  tv.run(16);
  assert.equal(tv.onScreen, 3);
  assert.equal(tv.count('notify'), 0);
});

test('another playlist starts at its first item, over the old picture', () => {
  const tv = screen();
  tv.assign([image(1), image(2)]);
  tv.run(25);
  tv.assign([image(2), image(3)]);
  assert.equal(tv.count('clear'), 0);
  assert.deepEqual(tv.ids(), [1, 2, 2]);
  tv.run(20);
  assert.equal(tv.onScreen, 3);
});

test('an emptied or removed playlist clears the screen at once', () => {
  const tv = screen();
  tv.assign([image(1)]);
  tv.update([]);
  assert.equal(tv.onScreen, null);
  tv.assign([image(1)]);
  assert.equal(tv.onScreen, 1);
  tv.send({ type: 'stop' });
  assert.equal(tv.onScreen, null);
  assert.equal(tv.count('clear'), 2);
});

test('previous goes back with wrap, also several times in a row', () => {
  const tv = screen();
  tv.assign([image(1), image(2), image(3)]);
  tv.run(5);
  tv.send({ type: 'previous' });
  assert.equal(tv.onScreen, 3);
  tv.run(5);
  tv.slow.add(2).add(1);
  tv.send({ type: 'previous' });
  tv.send({ type: 'previous' });
  assert.equal(tv.upcoming?.id, 1);
  assert.equal(tv.onScreen, 3);
});

test('previous is ignored while a transition is under way, for at most 3 s', () => {
  let now = 0;
  let state = emptyTimeline(1);
  const send = (event: TimelineEvent) => {
    const result = step(state, event, { now, isHere: () => true, isComing: () => false });
    state = result.state;
    return result.commands.map((command) => command.type);
  };
  send({ type: 'assign', items: [video(1), video(2)], isRandom: false });
  send({ type: 'ready', ticket: 1 });
  now = 2_900;
  assert.deepEqual(send({ type: 'previous' }), []);
  now = 3_100;
  assert.deepEqual(send({ type: 'previous' }), ['prepare']);
});

test('a device that slept gives what it was opening its whole time again', () => {
  const tv = screen({ slow: [2] });
  tv.assign([image(1), image(2), image(3)]);
  tv.run(21);
  assert.deepEqual(tv.upcoming, { id: 2, isReady: false });
  tv.sleep(3_600);
  assert.deepEqual(tv.upcoming, { id: 2, isReady: false });
  assert.equal(tv.onScreen, 1);
  tv.run(6);
  assert.equal(tv.onScreen, 3);
});

test('an image whose time passed in its sleep leaves when the device wakes', () => {
  const tv = screen();
  tv.assign([image(1), image(2)]);
  tv.run(5);
  tv.sleep(3_600);
  assert.equal(tv.onScreen, 2);
});

test('after a restart of the page playback goes on where it was', () => {
  const tv = screen();
  tv.send({ type: 'assign', items: [image(1), image(2), image(3)], isRandom: false, startIndex: 2 });
  assert.equal(tv.onScreen, 3);
  tv.run(20);
  assert.equal(tv.onScreen, 1);
});

test('a new order is made once a wrap, not at every look for something that is here', () => {
  const ids = [1, 2, 3, 4, 5, 6];
  const tv = screen({ absent: ids, slow: ids });
  tv.assign(
    ids.map((id) => image(id)),
    true,
  );
  const { seed } = tv.state;
  tv.run(20);
  assert.equal(tv.state.cursor, 3);
  assert.equal(tv.state.seed, seed);
  tv.run(30);
  assert.notEqual(tv.state.seed, seed);
});
