import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlayItem } from '../../../../src/contract/playlists.ts';
import type { DayWindow } from '../../../../src/contract/programme/programme.ts';
import type { ProgrammeTime } from '../../server/clock/clock.ts';
import { hoursOf, image, rule, rulePlaylist, assignmentOf } from '../../testing/items.ts';
import { choose, upcomingItems, type ReceivedProgramme } from './choice.ts';

/** Returns a time of a Monday in São Paulo. */
const at = (time: string): ProgrammeTime => ({
  utcMs: Date.parse(`2026-11-23T${time}:00-03:00`),
  offsets: { minutes: -180, changes: [] },
  isKnown: true,
});
const receivedProgramme = (
  base: PlayItem[],
  playlists: ReceivedProgramme['rules']['playlists'],
  rules: ReceivedProgramme['rules']['rules'],
): ReceivedProgramme => ({
  assignment: assignmentOf(1, base),
  rules: { revision: 'r', rules, playlists },
});
/** Returns the id and the items of the chosen playlist as text. */
const playing = (received: ReceivedProgramme, time: ProgrammeTime | null) => {
  const { assignment } = choose(received, time);
  const name = assignment.isDark ? 'dark' : (assignment.playlist?.id ?? '-');
  return `${name}: ${assignment.items.map(({ id }) => id).join()}`;
};
const hour = (from: number, to: number): DayWindow => ({ days: [0, 1, 2, 3, 4, 5, 6], from: from * 60, to: to * 60 });

test('a rule plays its playlist in its hours, and the assigned one plays in all others', () => {
  const received = receivedProgramme([image(1)], [rulePlaylist(2, [image(5)])], [rule(2, { ...hour(7, 12) })]);
  assert.equal(playing(received, at('06:59')), '1: 1');
  assert.equal(playing(received, at('07:00')), '2: 5');
  assert.equal(playing(received, at('12:00')), '1: 1');
  assert.equal(choose(received, at('06:59')).untilMs, at('07:00').utcMs);
});

test('an item outside its days or hours is omitted, and the choice is made again when that changes', () => {
  const morning = image(1, hoursOf({ windows: [hour(7, 12)] }));
  const old = image(2, hoursOf({ validUntil: '2026-11-22' }));
  const received = receivedProgramme([morning, old, image(3)], [], []);
  assert.equal(playing(received, at('09:00')), '1: 1,3');
  assert.equal(choose(received, at('09:00')).untilMs, at('12:00').utcMs);
  assert.equal(playing(received, at('12:00')), '1: 3');
});

test('a rule’s playlist without any item is replaced by the assigned one, and returns when it has an item', () => {
  const received = receivedProgramme(
    [image(1)],
    [rulePlaylist(2, [image(5, hoursOf({ windows: [hour(8, 9)] }))])],
    [rule(2, hour(7, 12))],
  );
  assert.equal(playing(received, at('07:30')), '1: 1');
  assert.equal(choose(received, at('07:30')).untilMs, at('08:00').utcMs);
  assert.equal(playing(received, at('08:00')), '2: 5');
  assert.equal(
    playing(receivedProgramme([image(1)], [rulePlaylist(2, [])], [rule(2, hour(0, 0))]), at('08:00')),
    '1: 1',
  );
});

test('only a rule makes a screen dark: a playlist without an item to show remains chosen', () => {
  assert.equal(playing(receivedProgramme([image(1)], [], [rule('dark', hour(0, 0))]), at('08:00')), 'dark: ');
  const expired = image(1, hoursOf({ validUntil: '2026-11-01' }));
  assert.equal(playing(receivedProgramme([expired], [rulePlaylist(2, [])], [rule(2, hour(0, 0))]), at('08:00')), '1: ');
  const withoutBase = {
    ...receivedProgramme([], [rulePlaylist(2, [])], [rule(2, hour(0, 0))]),
    assignment: assignmentOf(null, []),
  };
  assert.equal(playing(withoutBase, at('08:00')), '2: ');
});

test('without a known time the assigned playlist plays, without items that had ended or not begun at the last known time', () => {
  const items = [
    image(1, hoursOf({ windows: [hour(7, 8)] })),
    image(2, hoursOf({ validUntil: '2026-11-22' })),
    image(3, hoursOf({ validFrom: '2026-11-24' })),
  ];
  const received = receivedProgramme(items, [rulePlaylist(2, [image(5)])], [rule(2, hour(0, 0))]);
  assert.equal(playing(received, { ...at('12:00'), isKnown: false }), '1: 1');
  assert.equal(playing(received, null), '1: 1,2,3');
  assert.equal(choose(received, null).isClockUnknown, true);
  assert.equal(choose(receivedProgramme(items, [], []), null).isClockUnknown, false, 'there are no rules to follow');
});

test('a blocked screen stays blocked, and a paused one paused, regardless of the rules', () => {
  const received = receivedProgramme([image(1)], [rulePlaylist(2, [image(5)])], [rule(2, hour(0, 0))]);
  const blocked = { ...received, assignment: { status: 'blocked' as const, playlist: null, items: [] } };
  assert.deepEqual(choose(blocked, at('08:00')).assignment, blocked.assignment);
  const paused = { ...received, assignment: { ...received.assignment, status: 'paused' as const } };
  assert.equal(choose(paused, at('08:00')).assignment.status, 'paused');
});

test('items of the next seven days are downloaded, the nearest first, and always those of the assigned playlist', () => {
  const [later, soon, far] = [rulePlaylist(2, [image(5)]), rulePlaylist(3, [image(6)]), rulePlaylist(4, [image(7)])];
  const received = receivedProgramme(
    [image(1), image(2, hoursOf({ validUntil: '2026-11-01' })), image(3, hoursOf({ windows: [hour(20, 21)] }))],
    [later, soon, far],
    [
      rule(2, hour(18, 19)),
      rule(3, { ...hour(9, 10), id: 2 }),
      rule(4, { ...hour(0, 0), id: 3, firstDate: '2026-12-25', lastDate: '2026-12-25' }),
    ],
  );
  const upcomingIds = (time: ProgrammeTime | null) => upcomingItems(received, time).map(({ id }) => id);
  assert.deepEqual(upcomingIds(at('08:00')), [1, 3, 6, 5]);
  assert.deepEqual(upcomingIds(at('18:30')), [5, 1, 3, 6]);
  assert.deepEqual(upcomingIds(null), [5, 6, 7, 1, 2, 3]);
  const alwaysDark = { ...received, rules: { ...received.rules, rules: [rule('dark', hour(0, 0))] } };
  assert.deepEqual(
    upcomingItems(alwaysDark, at('08:00')).map(({ id }) => id),
    [1, 3],
  );
});
