import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Call, CallReceipt, DayOfCalls, Ticket } from '../calls.ts';
import type { Video } from '../media.ts';
import type { MyPlayer } from '../players.ts';
import type { UrgentDetails, UrgentPage, UrgentReceipt } from '../urgent.ts';
import { applyPatch } from './patches.ts';

const call = (id: number, more: Partial<Call> = {}): Call => ({
  ...{
    id,
    label: `P${id}`,
    roomId: 1,
    roomName: 'Guichê 1',
    colour: '#112233',
    ticketId: null,
    isPriority: false,
    times: 1,
  },
  ...{ isTest: false, isAbsent: false, ticketStatus: null, createdAt: '2026-11-22T12:00:00.000Z' },
  ...{ targets: { online: 1, offline: [] }, receipts: [], queued: [], ...more },
});
const ticket = (id: number, status: Ticket['status'] = 'waiting'): Ticket => ({
  ...{ id, label: `N00${id}`, kind: 'normal', number: id, serviceId: null, toRoomId: null, status },
  ...{ createdAt: '2026-11-22T12:00:00.000Z', queuedAt: '2026-11-22T12:00:00.000Z' },
});
const receipt = (playerId: number, delayMs: number, hadSound = true): CallReceipt => ({
  ...{ playerId, playerName: `Tela ${playerId}`, delayMs, hadSound },
});
const noWaiting = { normal: 0, preferential: 0, over80: 0 };
const day: DayOfCalls = {
  day: '2026-11-22',
  ...{
    calls: [call(3), call(2)],
    next: null,
    tickets: [ticket(1), ticket(2, 'absent')],
    waiting: { ...noWaiting, normal: 1 },
    lastKinds: [],
    leftOver: { count: 0, isCarried: false },
  },
};
const of = 'GET /api/calls';
const idsOf = (data: DayOfCalls | undefined) => data?.calls.map(({ id }) => id);

test('a new call comes first, a repetition replaces the repeated call, and a receipt changes only its own call', () => {
  assert.deepEqual(idsOf(applyPatch(day, { of, day: day.day, calls: [call(4)] })), [4, 3, 2]);
  const repeated = applyPatch(day, { of, day: day.day, calls: [call(4, { times: 2 })], replaced: [2] });
  assert.deepEqual(idsOf(repeated), [4, 3]);
  const first = applyPatch(day, {
    of,
    receipts: [
      { callId: 3, ...receipt(7, 400) },
      { callId: 9, ...receipt(7, 400) },
    ],
  });
  const second = first && applyPatch(first, { of, receipts: [{ callId: 3, ...receipt(5, 300) }] });
  const later = second && applyPatch(second, { of, receipts: [{ callId: 3, ...receipt(7, 400, false) }] });
  assert.deepEqual(later?.calls[0]?.receipts, [receipt(5, 300), receipt(7, 400, false)]);
  assert.deepEqual(later?.calls[1], day.calls[1]);
});

test("a screen's report replaces the queue of its previous one; a call that the screen has shown no longer waits there", () => {
  const waits = (callId: number, position: number, startsInMs: number | null) => ({ callId, position, startsInMs });
  const queued = (data: DayOfCalls | undefined) =>
    data?.calls.map(({ queued }) => queued.map(({ playerId, position }) => `${playerId}:${position}`).join());
  const one = applyPatch(day, { of, queue: { playerId: 7, calls: [waits(3, 1, null), waits(9, 2, 1)] } });
  const two = one && applyPatch(one, { of, queue: { playerId: 5, calls: [waits(2, 1, 90), waits(3, 2, 900)] } });
  assert.deepEqual(queued(two), ['5:2,7:1', '5:1']);
  assert.deepEqual(queued(two && applyPatch(two, { of, queue: { playerId: 5, calls: [] } })), ['7:1', '']);
  const shown = two && applyPatch(two, { of, receipts: [{ callId: 3, ...receipt(5, 300) }] });
  assert.deepEqual(queued(shown), ['7:1', '5:1']);
  const later = shown && applyPatch(shown, { of, queue: { playerId: 5, calls: [waits(3, 1, 0), waits(2, 2, 90)] } });
  assert.deepEqual(queued(later), ['7:1', '5:2'], 'a report that was sent before the receipt');
});

test('a called ticket leaves the queue, an absent one stays, and a new one is the last', () => {
  const waiting = { ...noWaiting, normal: 5 };
  const patched = applyPatch(day, { of, day: day.day, tickets: [ticket(1, 'called'), ticket(3)], waiting });
  assert.deepEqual([patched?.tickets.map(({ id }) => id), patched?.waiting], [[2, 3], waiting]);
});

test("after rows of the next day, today's list is read again, a chosen day's list only if a call of it is replaced", () => {
  const tomorrow = { of, day: '2026-11-23', calls: [call(9)] } as const;
  assert.equal(applyPatch(day, tomorrow), undefined);
  assert.equal(applyPatch(day, tomorrow, { query: { day: day.day } }), day);
  assert.equal(applyPatch(day, { ...tomorrow, replaced: [2] }, { query: { day: day.day } }), undefined);
});

test('a page of older calls gets changed rows, but no new ones', () => {
  const query = { before: 4 };
  const patched = applyPatch(day, { of, day: day.day, calls: [call(9), call(2, { isAbsent: true })] }, { query });
  assert.deepEqual(idsOf(patched), [3, 2]);
  assert.equal(patched?.calls[1]?.isAbsent, true);
});

test("the first page has 30 calls and each room's last one; it is read again if a patch removes one of the 30", () => {
  const calls = Array.from({ length: 30 }, (_, index) => call(40 - index));
  const full: DayOfCalls = { ...day, calls: [...calls, call(5, { roomId: 2 })], next: 11 };
  const patched = applyPatch(full, { of, day: day.day, calls: [call(41)] });
  assert.deepEqual([idsOf(patched)?.length, idsOf(patched)?.slice(-2), patched?.next], [31, [12, 5], 12]);
  const moved = applyPatch(full, { of, day: day.day, calls: [call(41, { roomId: 2 })] });
  assert.deepEqual(idsOf(moved)?.slice(-2), [13, 12], 'the room has a newer call');
  const repeated = applyPatch(full, { of, day: day.day, calls: [call(41, { times: 2 })], replaced: [20] });
  assert.deepEqual([idsOf(repeated)?.slice(-2), repeated?.next], [[11, 5], 11]);
  assert.equal(applyPatch(full, { of, day: day.day, replaced: [20] }), undefined);
  const whole: DayOfCalls = { ...day, calls, next: null };
  const grown = applyPatch(whole, { of, day: day.day, calls: [call(41)] });
  assert.deepEqual([idsOf(grown)?.length, grown?.next], [30, 12]);
});

const screen = (id: number, name: string, isOnline: boolean) => ({ id, name, isOnline, lastPing: null }) as MyPlayer;
const video = (id: number, more: Partial<Video> = {}) =>
  ({ id, name: `V${id}`, uploadedAt: `2026-11-0${id}T12:00:00.000Z`, assignments: [], ...more }) as unknown as Video;

test('a screen that goes online moves to its place in the order, and a screen that is missing in the list requires a new read', () => {
  const list = [screen(1, 'Tela 10', true), screen(2, 'Área', false), screen(3, 'Tela 2', false)];
  const patched = applyPatch(list, { of: 'GET /api/my-players', rows: [{ id: 3, isOnline: true }] });
  assert.deepEqual(
    patched?.map(({ id }) => id),
    [3, 1, 2],
  );
  assert.equal(applyPatch(list, { of: 'GET /api/my-players', rows: [{ id: 9, isOnline: true }] }), undefined);
});

test('a complete content is added in order; single fields change a known content, and are ignored for an unknown one', () => {
  const of = 'GET /api/videos';
  const list = [video(3), video(1)];
  const added = applyPatch(list, { of, rows: [video(2)] });
  assert.deepEqual(
    added?.map(({ id }) => id),
    [3, 2, 1],
  );
  const progress = applyPatch(list, {
    of,
    rows: [
      { id: 1, processingProgress: 40 },
      { id: 7, processingProgress: 1 },
    ],
  });
  assert.deepEqual(progress, [video(3), video(1, { processingProgress: 40 })]);
  assert.deepEqual(applyPatch(list, { of, removed: [3, 8] }), [video(1)]);
});

test('a changed content leaves a list that it no longer matches, and enters a list if its place is in the part that was read', () => {
  const of = 'GET /api/videos';
  const named = (id: number, name: string) => video(id, { name });
  const list = [named(1, 'B'), named(2, 'D')];
  const last = named(2, 'D');
  const query = { sort: 'name-asc' } as const;
  const after = (row: Video) => applyPatch(list, { of, rows: [row] }, { query, last })?.map(({ name }) => name);
  assert.deepEqual(after(named(9, 'Ç')), ['B', 'Ç', 'D']);
  assert.deepEqual(after(named(9, 'E')), ['B', 'D'], 'E belongs to the next page');
  assert.deepEqual(after(named(1, 'Zelo')), ['D']);
  assert.deepEqual(applyPatch(list, { of, rows: [named(1, 'Zelo')] }, { query: { search: 'b' } }), [named(2, 'D')]);
});

test('a repeated receipt of an urgent notice counts once, receipts stay in order, and the lists get the counts', () => {
  const receipt = (playerId: number, more: Partial<UrgentReceipt> = {}): UrgentReceipt => ({
    ...{ playerId, name: `Tela ${playerId}`, owner: null, isOnline: true, delayMs: null, hadSound: null, ...more },
  });
  const notice = {
    id: 5,
    screens: { total: 2, shown: 0 },
    receipts: [receipt(1), receipt(2)],
  } as unknown as UrgentDetails;
  const shown = { playerId: 1, delayMs: 300, hadSound: true };
  const patch = { urgentId: 5, receipts: [shown], screens: { total: 2, shown: 1 } };
  const once = applyPatch(notice, { of: 'GET /api/urgent/:id', ...patch });
  assert.deepEqual(once?.receipts, [receipt(2), receipt(1, shown)]);
  assert.deepEqual(once && applyPatch(once, { of: 'GET /api/urgent/:id', ...patch }), once);
  assert.equal(applyPatch(notice, { of: 'GET /api/urgent/:id', ...patch, urgentId: 6 }), notice);
  const page = { notices: [notice], next: null } as UrgentPage;
  const patched = applyPatch(page, { of: 'GET /api/urgent', ...patch });
  assert.deepEqual(patched?.notices[0]?.screens, { total: 2, shown: 1 });
});
