import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noPlaylistId, rulesWhileClosed } from './opening-hours.ts';
import { itemAt, shownAt } from './programme.ts';

const offsets = { minutes: 0, changes: [] };
const workdays = [0, 1, 2, 3, 4];

test('the rules for closed hours cover each minute outside the windows, except the first one after a window', () => {
  const windows = [
    { days: workdays, from: 420, to: 720 },
    { days: workdays, from: 780, to: 1080 },
    { days: [5, 6], from: 1320, to: 120 },
    { days: [6], from: 480, to: 0 },
  ];
  const rules = rulesWhileClosed({ windows, outside: 'dark' });
  const isOpen = (ms: number) => itemAt({ validFrom: null, validUntil: null, windows }, offsets, ms).isShown;
  const monday = Date.parse('2026-11-23T00:00:00Z');
  for (let at = monday; at < monday + 7 * 86_400_000; at += 60_000) {
    const { playlistId } = shownAt({ base: 1, rules, offsets }, () => null, at);
    const playsBase = isOpen(at) || isOpen(at - 60_000);
    assert.equal(playlistId, playsBase ? 1 : 'dark', new Date(at).toISOString());
  }
});

test("a clinic without closed hours gets no rules; with outside: 'base' the base playlist replaces stored rules in closed hours", () => {
  assert.deepEqual(rulesWhileClosed({ windows: [], outside: 'dark' }), []);
  assert.deepEqual(
    rulesWhileClosed({ windows: [{ days: [0, 1, 2, 3, 4, 5, 6], from: 0, to: 0 }], outside: 'dark' }),
    [],
  );
  const stored = {
    id: 1,
    plays: 2,
    target: 'screen',
    priority: 9,
    weeks: 'every',
    firstDate: null,
    lastDate: null,
  } as const;
  const closed = rulesWhileClosed({ windows: [{ days: workdays, from: 420, to: 1080 }], outside: 'base' });
  const rules = [{ ...stored, days: workdays, from: 0, to: 0 }, ...closed];
  const plays = (clock: string) =>
    shownAt({ base: 1, rules, offsets }, (id) => (id === noPlaylistId ? [] : null), Date.parse(`2026-11-23T${clock}Z`))
      .playlistId;
  assert.deepEqual([plays('06:59'), plays('07:00'), plays('18:00'), plays('18:01')], [1, 2, 2, 1]);
});
