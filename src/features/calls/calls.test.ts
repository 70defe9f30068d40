import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Call, CallSettings, Ticket } from '../../contract/calls.ts';
import type { Customer } from '../../testing/app.ts';
import { ManualClock, systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { type Client, refusal } from '../../testing/client.ts';
import { limits } from '../../contract/limits.ts';
import { Database } from '../../platform/storage/database.ts';
import { until } from '../../testing/until.ts';
import { filesContaining } from '../../testing/files-containing.ts';
import { shellAuthor } from '../audit/audit.ts';
import { dayIn } from './call-policies.ts';
import {
  assertRefused,
  drain,
  heartbeat,
  idsOf,
  pollScreen,
  postWithKey,
  startClinic,
  startClinics,
  startScreen,
} from '../../testing/steps.ts';
import {
  createRoom,
  call,
  repeatCall,
  issueTicket,
  callNext,
  callsOfToday,
  callReport,
  chooseNamePolicy,
  playerCalls,
  sendReceipt,
  labelsOf,
} from './testing/steps.ts';

test('a call is sent to the screens, its receipt keeps the first delay, and the day lists only its last repetition', async (t) => {
  const { app, clinic } = await startClinic(t);
  const [tv, offline] = [await app.screen(clinic), await app.screen(clinic)];
  await heartbeat(tv);
  const [socket, studio] = [await tv.socket(), await clinic.socket()];
  const roomId = await createRoom(clinic);
  assert.equal((await pollScreen(tv)).lastCallId, 0);

  const called = await call(clinic, ' p042 ', roomId, { isPriority: true });
  const targets = { online: 1, offline: ['Tela 2'] };
  const expected = { label: 'P042', roomName: 'Consultório 3', isPriority: true, times: 1, targets };
  assert.deepEqual(called, { ...called, ...expected });
  assert.equal((await socket.waitFor('patientCalled')).callId, called.id);
  await studio.waitFor('callsChanged');
  assert.equal((await pollScreen(tv)).lastCallId, called.id);
  const { calls, recent, lastCallId } = await playerCalls(tv);
  assert.deepEqual([labelsOf(calls), recent.length, lastCallId, calls[0]?.sounds], [['P042'], 1, called.id, []]);

  app.clock.advance(400);
  await sendReceipt(tv, called.id, false);
  app.clock.advance(5_000);
  // A second receipt can add that the sound was heard, but cannot remove it; the first delay remains.
  for (const hadSound of [false, true, true, false]) await sendReceipt(tv, called.id, hadSound);
  await drain(studio);
  const receipt = { type: 'callShown', callId: called.id, playerId: tv.playerId, playerName: 'Tela 1', delayMs: 400 };
  assert.deepEqual(
    studio.messages.filter(({ type }) => type === 'callShown').map((message) => ({ ...message, n: 0 })),
    [false, true].map((hadSound) => ({ ...receipt, hadSound, n: 0 })),
  );
  const [stored] = (await callsOfToday(clinic)).calls[0]?.receipts ?? [];
  assert.deepEqual([stored?.delayMs, stored?.hadSound], [400, true]);

  const [again, third] = [await repeatCall(clinic, called.id), await repeatCall(clinic, called.id)];
  assert.deepEqual([again.times, third.times, third.id > again.id], [2, 3, true]);
  assert.deepEqual(
    (await playerCalls(tv, called.id)).calls.map(({ id, times }) => [id, times]),
    [
      [again.id, 2],
      [third.id, 3],
    ],
  );
  const day = await callsOfToday(clinic);
  assert.deepEqual([idsOf(day.calls), (await callReport(clinic)).calls], [[third.id], 1]);
  app.clock.advance(15 * 60_000);
  assert.deepEqual((await playerCalls(tv)).calls, []);
  assert.equal((await playerCalls(offline)).recent.length, 1);
});

test("a receipt without sound says whether quiet hours muted the call; they are hours of the clinic's time zone", async (t) => {
  const { app, clinic } = await startClinic(t);
  const [tv, studio, roomId] = [await app.screen(clinic), await clinic.socket(), await createRoom(clinic)];
  await clinic.call('PUT /api/user/time-zone', { body: { timeZone: 'America/Manaus' } });
  // Manaus is four hours behind UTC all year.
  const from = (Math.floor(app.clock.now() / 60_000) - 240) % 1_440;
  const hours = { days: [0, 1, 2, 3, 4, 5, 6], from, to: (from + 60) % 1_440 };
  const mute = (mutesCalls: boolean) =>
    clinic.call('PATCH /api/my-players/:id/settings', {
      params: { id: tv.playerId },
      body: { quietHours: { ...hours, mutesCalls } },
    });
  const marks = async () => (await callsOfToday(clinic)).calls.map(({ receipts }) => receipts[0]?.isQuietTime);
  await mute(true);
  const called = await call(clinic, '1', roomId);
  await sendReceipt(tv, called.id, false);
  assert.equal((await studio.waitFor('callShown')).isQuietTime, true);
  assert.deepEqual(await marks(), [true]);
  await mute(false);
  assert.deepEqual(await marks(), [undefined], 'these quiet hours do not mute calls');
  await mute(true);
  await sendReceipt(tv, called.id, true);
  assert.deepEqual(await marks(), [undefined], 'the call was heard');
  app.clock.advance(3_600_000);
  await sendReceipt(tv, (await call(clinic, '2', roomId)).id, false);
  assert.equal((await marks())[0], undefined, 'the quiet hours have ended');
});

test('a call that a screen receives says whether its label is a name', async (t) => {
  const { app, clinic } = await startClinic(t);
  const [tv, roomId] = [await app.screen(clinic), await createRoom(clinic)];
  await chooseNamePolicy(clinic, 'full', true);
  for (const label of ['C80-001', 'Ana 12']) await call(clinic, label, roomId);
  assert.deepEqual(
    (await playerCalls(tv)).calls.map(({ label, isName }) => [label, isName]),
    [
      ['C80-001', false],
      ['Ana 12', true],
    ],
  );
});

test('a call to a room with chosen screens is shown on these screens only, and nowhere once the room is deleted', async (t) => {
  const { app, clinic, other } = await startClinics(t);
  const [near, far, foreign] = [await app.screen(clinic), await app.screen(clinic), await app.screen(other)];
  const [nearSocket, farSocket] = [await near.socket(), await far.socket()];
  const roomId = await createRoom(clinic, 'Sala 1', [near.playerId]);
  const called = await call(clinic, '7', roomId);
  assert.deepEqual(called.targets, { online: 0, offline: ['Tela 1'] });
  await nearSocket.waitFor('patientCalled');
  const labels = async (tv: Client) => labelsOf((await playerCalls(tv)).calls);
  assert.deepEqual([await labels(near), await labels(far), await labels(foreign)], [['7'], [], []]);
  assert.equal((await pollScreen(far)).lastCallId, 0);
  await drain(farSocket);
  assert.ok(!farSocket.messages.some(({ type }) => type === 'patientCalled'));
  await assertRefused(sendReceipt(far, called.id, true), 404, 'not_found');

  await clinic.call('DELETE /api/call-rooms/:id', { params: { id: roomId } });
  assert.deepEqual([await labels(near), await labels(far)], [[], []]);
  assert.equal((await callsOfToday(clinic)).calls[0]?.roomName, 'Sala 1');
  await createRoom(clinic, 'Sala Á');
  await assertRefused(createRoom(clinic, 'SALA á'), 409, 'conflict');
});

test("the screens of a room's groups show its calls; a change of a group applies to earlier calls, too", async (t) => {
  const { app, clinic, other } = await startClinics(t);
  const [first, later, alone] = [await app.screen(clinic), await app.screen(clinic), await app.screen(clinic)];
  const group = async (owner: Customer, name: string, playerIds: number[]) =>
    (await owner.call('POST /api/screen-groups', { body: { name, playerIds } })).id;
  const change = (id: number, playerIds: number[]) =>
    clinic.call('PATCH /api/screen-groups/:id', { params: { id }, body: { playerIds } });
  const hall = await group(clinic, 'Térreo', [first.playerId]);
  const body = { name: 'Triagem', groupIds: [hall] };
  const createdRoom = await clinic.call('POST /api/call-rooms', { body });
  assert.deepEqual([createdRoom.playerIds, createdRoom.groupIds], [[], [hall]]);
  assert.equal((await clinic.call('GET /api/screen-groups'))[0]?.callRoomCount, 1);
  const changeRoom = (body: { playerIds: number[] | null }) =>
    clinic.call('PATCH /api/call-rooms/:id', { params: { id: createdRoom.id }, body });
  const received = () =>
    Promise.all(
      [first, later, alone].map(async (tv) => {
        const { calls, lastCallId } = await playerCalls(tv);
        assert.equal((await pollScreen(tv)).lastCallId, lastCallId);
        return labelsOf(calls).join();
      }),
    );
  const socket = await later.socket();
  assert.equal((await call(clinic, '1', createdRoom.id)).targets.offline.length, 1);
  assert.deepEqual(await received(), ['1', '', '']);

  await change(hall, [first.playerId, later.playerId]);
  await socket.waitFor('callsChanged');
  assert.deepEqual(await received(), ['1', '1', '']);
  await call(clinic, '2', createdRoom.id);
  await socket.waitFor('patientCalled');
  // For the room, a screen of the group is also chosen directly: the call still appears once.
  assert.deepEqual((await changeRoom({ playerIds: [alone.playerId, first.playerId] })).groupIds, [hall]);
  assert.equal((await call(clinic, '3', createdRoom.id)).targets.offline.length, 3);
  assert.deepEqual(await received(), ['1,2,3', '1,2,3', '1,2,3']);
  await change(hall, [first.playerId]);
  assert.deepEqual(await received(), ['1,2,3', '', '1,2,3']);
  await clinic.call('DELETE /api/screen-groups/:id', { params: { id: hall } });
  assert.deepEqual((await clinic.call('GET /api/call-rooms'))[0]?.groupIds, []);

  const foreignGroup = await group(other, 'Deles', []);
  const foreign = { name: 'X', groupIds: [foreignGroup] };
  await assertRefused(clinic.call('POST /api/call-rooms', { body: foreign }), 404, 'not_found');
  assert.equal((await changeRoom({ playerIds: null })).playerIds, null);
});

test('the queue calls patients of 80 and older, then preferential, then normal ones, and starts again at midnight', async (t) => {
  const { app, clinic } = await startClinic(t, { clock: new ManualClock(Date.parse('2026-11-20T15:00:00Z')) });
  const roomId = await createRoom(clinic);
  for (const kind of ['normal', 'normal', 'preferential', 'over80', 'preferential'] as const)
    await issueTicket(clinic, kind);
  app.clock.advance(60_000);
  for (const label of ['80-001', 'P001', 'P002', 'N001']) assert.equal((await callNext(clinic, roomId)).label, label);
  const waiting = (await callsOfToday(clinic)).tickets.find(({ status }) => status === 'waiting');
  const waitingTicket = { ticketId: waiting?.id ?? 0, roomId };
  assert.equal((await clinic.call('POST /api/calls', { body: waitingTicket })).label, 'N002');
  await assertRefused(clinic.call('POST /api/calls', { body: waitingTicket }), 409, 'conflict');
  await assertRefused(callNext(clinic, roomId), 409, 'queue_empty');
  await clinic.call('PATCH /api/tickets/:id', { params: { id: waitingTicket.ticketId }, body: { status: 'absent' } });
  const { day, waiting: waitingCounts } = await callsOfToday(clinic);
  const reported = await callReport(clinic);
  const expected = { day, calls: 5, absent: 1, outsideHours: null, medianWaitMs: 60_000 };
  assert.deepEqual(reported, { ...reported, ...expected });
  const openUntil = async (to: number) => {
    const windows = [{ days: [4], from: 420, to }];
    await clinic.call('PUT /api/opening-hours', { body: { windows, outside: 'base' } });
    return (await callReport(clinic)).outsideHours;
  };
  assert.deepEqual([await openUntil(720), await openUntil(780)], [5, 0], 'the calls were at 12:01');
  await openUntil(720);
  const table = await (await clinic.request('/api/calls/report.csv')).text();
  assert.equal(table.match(/;sim;;[\d,]*;20\/11\/2026\r/g)?.length, 5, 'the CSV marks these calls, too');
  assert.deepEqual(waitingCounts, { normal: 0, preferential: 0, over80: 0 });

  await clinic.call('PUT /api/call-settings', { body: { alternation: 1 } });
  for (const kind of ['preferential', 'preferential', 'normal', 'normal'] as const) await issueTicket(clinic, kind);
  for (const label of ['P003', 'N003', 'P004', 'N004']) assert.equal((await callNext(clinic, roomId)).label, label);
  await issueTicket(clinic);
  await assertRefused(callNext(clinic, roomId, { kinds: ['over80'] }), 409, 'queue_empty');
  app.clock.advance(24 * 3_600_000);
  await assertRefused(callNext(clinic, roomId), 409, 'queue_empty', "yesterday's tickets are no longer in the queue");
  assert.deepEqual(
    [(await issueTicket(clinic)).label, (await issueTicket(clinic, 'preferential')).label],
    ['N001', 'P001'],
  );
});

test('the patient of a typed number can be marked as absent; the mark is counted, and removed when the call is repeated', async (t) => {
  const { clinic } = await startClinics(t);
  const roomId = await createRoom(clinic);
  const mark = (id: number, isAbsent = true) =>
    clinic.call('PATCH /api/calls/:id', { params: { id }, body: { isAbsent } });
  const day = async () => {
    const { calls, tickets } = await callsOfToday(clinic);
    const marked = calls.map(({ label, isAbsent }) => `${label}${isAbsent ? ' absent' : ''}`);
    return [marked.join(), tickets.map(({ status }) => status).join(), (await callReport(clinic)).absent];
  };
  const first = await call(clinic, '42', roomId);
  const studio = await clinic.socket();
  assert.equal((await mark(first.id)).isAbsent, true);
  await studio.waitFor('callsChanged');
  assert.deepEqual(await day(), ['42 absent', '', 1]);
  assert.match(await (await clinic.request('/api/calls/report.csv')).text(), /;sim;0;;não;;;[\d/]+\r\n$/);

  const repeated = await repeatCall(clinic, first.id);
  assert.deepEqual(await day(), ['42', '', 0]);
  // A client may know only the id of the first call: the mark goes to its repetition.
  assert.equal((await mark(first.id)).id, repeated.id);
  assert.equal((await mark(repeated.id, false)).isAbsent, false);

  const { id: ticketId } = await issueTicket(clinic);
  const issued = await callNext(clinic, roomId);
  await mark(issued.id);
  assert.deepEqual(await day(), ['N001 absent,42', 'absent', 1]);
  await mark(issued.id, false);
  assert.deepEqual(await day(), ['N001,42', '', 0]);
  await clinic.call('PATCH /api/tickets/:id', { params: { id: ticketId }, body: { status: 'waiting' } });
  await assertRefused(mark(issued.id), 409, 'conflict');
});

test('a typed number calls the waiting ticket with this number; a number that several tickets have is refused', async (t) => {
  const { app, clinic } = await startClinics(t);
  const roomId = await createRoom(clinic);
  const issued: Ticket[] = [];
  for (const kind of ['normal', 'normal', 'preferential'] as const) issued.push(await issueTicket(clinic, kind));
  const [n1, n2, p1] = issued;
  const program = await app.program(clinic, ['calls']);
  await assertRefused(call(program, '1', roomId), 409, {
    code: 'conflict',
    message: 'Há mais de uma senha com este número: N001, P001. Digite-a inteira.',
  });
  const studio = await clinic.socket();
  assert.deepEqual((await call(program, 'n1', roomId, { isTest: true })).ticketId, null, 'a test call calls no ticket');
  const called = await call(program, 'p1', roomId);
  assert.deepEqual([called.label, called.ticketId, called.isPriority], ['P001', p1?.id, true]);
  assert.equal((await call(clinic, '1', roomId, { isPriority: true })).ticketId, n1?.id);
  assert.equal((await callNext(clinic, roomId)).ticketId, n2?.id, 'nobody is called twice');
  assert.deepEqual(
    [(await call(clinic, 'N001', roomId)).ticketId, (await call(clinic, '1', roomId)).label],
    [null, '1'],
  );
  await drain(studio);
  const sentStatuses = studio.messages.flatMap((message) =>
    message.type === 'callsChanged' && message.patch?.tickets
      ? [message.patch.tickets.map(({ status }) => status)]
      : [],
  );
  assert.deepEqual(sentStatuses, [['called'], ['called'], ['called']]);
});

test('a screen reports the calls that wait on it, and the studios of its account receive only calls for that screen', async (t) => {
  const { app, clinic, other } = await startClinics(t);
  const [tv, foreign] = [await app.screen(clinic), await app.screen(other)];
  const roomId = await createRoom(clinic);
  const [first, second] = [await call(clinic, '1', roomId), await call(clinic, '2', roomId)];
  const hidden = await call(clinic, '3', await createRoom(clinic, 'Sala 1', []));
  const report = (screen: Client, ids: number[]) =>
    screen.call('PUT /api/player/calls/queue', {
      body: { calls: ids.map((id, index) => ({ id, startsInMs: index === 1 ? null : 9_000 })) },
    });
  // The day of the calls: it may end during the test.
  const query = { day: dayIn('America/Sao_Paulo', Date.parse(first.createdAt)) };
  const queued = async () => {
    const { calls } = await clinic.call('GET /api/calls', { query });
    return Object.fromEntries(calls.map((one) => [one.label, one.queued]));
  };
  const studio = await clinic.socket();
  await report(foreign, [first.id, second.id]);
  assert.deepEqual(await queued(), { 1: [], 2: [], 3: [] });
  await report(tv, [hidden.id, first.id, 9_999]);
  const { playerId } = tv;
  assert.deepEqual(await queued(), { 1: [{ playerId, position: 1, startsInMs: null }], 2: [], 3: [] });
  await report(tv, [second.id, first.id]);
  app.clock.advance(4_000);
  assert.deepEqual((await queued())[2], [{ playerId, position: 1, startsInMs: 5_000 }]);
  const { patch } = await studio.waitFor('callsChanged');
  const calls = [{ callId: first.id, position: 1, startsInMs: null }];
  assert.deepEqual(patch, { of: 'GET /api/calls', queue: { playerId, calls } });

  await sendReceipt(tv, second.id, true);
  assert.deepEqual((await queued())[2], [], 'a call that was shown waits no longer');
  app.clock.advance(15 * 60_000);
  assert.deepEqual((await queued())[1], [], 'without a report for a quarter of an hour, no call waits on the screen');
  const body = { calls: [{ id: 1, startsInMs: -1 }] };
  await assertRefused(tv.call('PUT /api/player/calls/queue', { body }), 400, 'invalid_input');
});

test("after the server's clock was set, no call is shown again, and none is lost", async (t) => {
  const clock = new ManualClock();
  const { app, clinic } = await startClinic(t, { clock });
  const tv = await app.screen(clinic);
  const roomId = await createRoom(clinic);
  const ages = async () => (await playerCalls(tv)).calls.map(({ label, ageMs }) => [label, ageMs]);
  const called = await call(clinic, '1', roomId);
  clock.advance(1_000);
  for (const ms of [-3_600_000, 2 * 3_600_000]) {
    clock.jump(ms);
    assert.deepEqual(await ages(), [['1', 1_000]]);
  }
  await sendReceipt(tv, called.id, true);
  assert.equal((await callsOfToday(clinic)).calls[0]?.receipts[0]?.delayMs, 1_000);
  clock.advance(120_000);
  clock.jump(-3_600_000);
  assert.deepEqual(await ages(), [['1', 121_000]]);

  // A restarted server does not know the age of these calls: one with a receipt counts as old, one without as new.
  await call(clinic, '2', roomId);
  clock.jump(-3_600_000);
  await app.restart();
  const { calls, recent } = await playerCalls(tv);
  assert.deepEqual(
    calls.map(({ label, ageMs }) => [label, ageMs > limits.calls.freshMs]),
    [
      ['1', true],
      ['2', false],
    ],
  );
  assert.deepEqual(labelsOf(recent), ['2', '1']);
  clock.jump(Date.parse(called.createdAt) + 30_000 - clock.now());
  const [shownCall] = (await playerCalls(tv)).calls;
  assert.ok(shownCall && shownCall.ageMs > limits.calls.freshMs, 'old, although its time is half a minute ago');
});

test('after a night in which the computer slept, the calls of the evening are neither announced nor listed', async (t) => {
  const clock = new ManualClock();
  const { app, clinic } = await startClinic(t, { clock });
  const tv = await app.screen(clinic);
  await call(clinic, '1', await createRoom(clinic));
  // As while a computer sleeps, `jump` does not advance the monotonic clock.
  clock.jump(13 * 3_600_000);
  const { calls, recent } = await playerCalls(tv);
  assert.deepEqual([calls, recent], [[], []]);
});

test('after a restore has made ids free again, a screen gets the calls that it has not shown, even if it knows their ids', async (t) => {
  const { app, clinic } = await startClinics(t);
  const tv = await app.screen(clinic);
  const roomId = await createRoom(clinic);
  const first = await call(clinic, '1', roomId);
  const lost = [await call(clinic, '2', roomId), await call(clinic, '3', roomId)];
  const before = await playerCalls(tv);
  const keys = before.calls.map(({ key }) => key);
  assert.deepEqual([new Set(keys).size, before.lastCallKey, (await pollScreen(tv)).lastCallKey], [3, keys[2], keys[2]]);
  const { connection } = app.parts.database;
  connection.exec(
    `DELETE FROM calls WHERE id > ${first.id}; UPDATE sqlite_sequence SET seq = ${first.id} WHERE name = 'calls'`,
  );

  const again = await call(clinic, '2', roomId);
  assert.equal(again.id, lost[0]?.id);
  const after = (id: number, afterKey?: string) =>
    tv.call('GET /api/player/calls', { query: { after: id, ...(afterKey && { afterKey }) } });
  assert.deepEqual(labelsOf((await after(3, keys[2])).calls), ['1', '2']);
  assert.deepEqual(labelsOf((await after(2, keys[1])).calls), ['1', '2'], 'another call now has this id');
  const response = await after(1, keys[0]);
  assert.deepEqual(
    [labelsOf(response.calls), response.calls[0]?.key === keys[1], response.lastCallKey],
    [['2'], false, response.calls[0]?.key],
  );
  assert.deepEqual(labelsOf((await after(2)).calls), [], 'the page of an older release sends no key');

  const receive = (key?: string) =>
    tv.call('POST /api/player/calls/:id/shown', { params: { id: again.id }, body: { hadSound: true, key } });
  await assertRefused(receive(keys[1]), 404, 'not_found', 'a receipt of the lost call is refused');
  const report = (key?: string) =>
    tv.call('PUT /api/player/calls/queue', { body: { calls: [{ id: again.id, startsInMs: 9, key }] } });
  await report(keys[1]);
  assert.equal((await callsOfToday(clinic)).calls[0]?.queued.length, 0);
  await report(response.lastCallKey);
  assert.equal((await callsOfToday(clinic)).calls[0]?.queued.length, 1);
  await receive(response.lastCallKey);
  assert.equal((await callsOfToday(clinic)).calls[0]?.receipts.length, 1);
  // A call that an older release stored without a key is identified by its id and time.
  connection.exec("UPDATE calls SET key = ''");
  assert.match((await after(0)).calls[0]?.key ?? '', /^1-\d{13}$/);
});

test('a screen that was removed from the room of its last call gets only newer calls', async (t) => {
  const { app, clinic } = await startClinic(t);
  const [tv, other] = [await app.screen(clinic), await app.screen(clinic)];
  const [everywhere, triage] = [await createRoom(clinic), await createRoom(clinic, 'Triagem', [tv.playerId])];
  await call(clinic, '1', everywhere);
  await call(clinic, '2', triage);
  const { lastCallId: after, lastCallKey: afterKey } = await playerCalls(tv);
  const body = { playerIds: [other.playerId] };
  await clinic.call('PATCH /api/call-rooms/:id', { params: { id: triage }, body });
  await call(clinic, '3', everywhere);
  const { calls } = await tv.call('GET /api/player/calls', { query: { after, afterKey } });
  assert.deepEqual(labelsOf(calls), ['3']);
});

test('repeating a call whose ticket is absent, or waits again, takes the ticket out of the queue and marks the patient as present', async (t) => {
  const { clinic } = await startClinics(t);
  const roomId = await createRoom(clinic);
  const { id } = await issueTicket(clinic);
  const setStatus = (status: 'absent' | 'waiting' | 'done') =>
    clinic.call('PATCH /api/tickets/:id', { params: { id }, body: { status } });
  const first = await callNext(clinic, roomId);
  for (const status of ['absent', 'waiting'] as const) {
    await setStatus(status);
    assert.equal((await repeatCall(clinic, first.id)).isAbsent, false);
    const { calls, tickets, waiting } = await callsOfToday(clinic);
    assert.deepEqual([calls[0]?.isAbsent, tickets, waiting.normal], [false, [], 0], status);
  }
  assert.equal((await callReport(clinic)).absent, 0);
  await setStatus('absent');
  assert.equal((await call(clinic, 'n1', roomId)).ticketId, id, 'a typed number calls an absent patient again, too');
  await setStatus('done');
  await repeatCall(clinic, first.id);
  assert.equal((await setStatus('done')).status, 'done');
});

test('the calls of a day are returned in pages of 30, and the first page contains the last call of each room', async (t) => {
  const { clinic, other } = await startClinics(t);
  const [quiet, busy] = [await createRoom(clinic, 'Triagem'), await createRoom(clinic, 'Guichê 1')];
  const early = [await call(clinic, '1', quiet), await call(clinic, '2', quiet)];
  await call(clinic, '3', quiet, { isTest: true });
  const later: Call[] = [];
  for (let label = 4; label < 66; label += 1) later.unshift(await call(clinic, String(label), busy));
  await call(other, 'P1', await createRoom(other));
  const page = (before?: number) => clinic.call('GET /api/calls', before === undefined ? {} : { query: { before } });
  const first = await page();
  assert.deepEqual(labelsOf(first.calls), [...labelsOf(later.slice(0, 30)), '2']);
  assert.equal(first.next, later[29]?.id);
  const second = await page(first.next ?? 0);
  assert.deepEqual(labelsOf(second.calls), labelsOf(later.slice(30, 60)));
  const third = await page(second.next ?? 0);
  assert.deepEqual([labelsOf(third.calls), third.next], [['5', '4', '3', '2', '1'], null]);
  assert.equal((await page(early[0]?.id)).calls.length, 0);
  assert.equal((await clinic.call('GET /api/calls/report')).calls, 64);
  await assertRefused(clinic.call('GET /api/calls', { query: { before: 0 } }), 400, 'invalid_input');
});

test("ticket numbers start again at midnight of the clinic's time zone", async (t) => {
  const { app, clinic } = await startClinic(t);
  await clinic.call('PUT /api/user/time-zone', { body: { timeZone: 'America/Manaus' } });
  const issueLabel = async () => (await issueTicket(clinic)).label;
  const advanceToTomorrowInManaus = (hour: number, minute: number) => {
    const at = new Date(app.clock.now());
    const next = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + 1, hour + 4, minute);
    app.clock.advance(next - app.clock.now());
  };
  advanceToTomorrowInManaus(12, 0);
  assert.equal(await issueLabel(), 'N001');
  // The day changes in São Paulo, while it is still the same day in Manaus.
  for (const [minutes, label] of [
    [11.5 * 60, 'N002'],
    [29, 'N003'],
    [1, 'N001'],
  ] as const) {
    app.clock.advance(minutes * 60_000);
    assert.equal(await issueLabel(), label);
  }
});

test('the day begins at the hour that the clinic chose; tickets that still wait then are closed or carried over, and the desk shows how many', async (t) => {
  const { app, clinic, other } = await startClinics(t, { clock: new ManualClock(Date.parse('2026-11-20T05:00:00Z')) });
  const roomId = await createRoom(clinic);
  const change = (body: Partial<CallSettings>) => clinic.call('PUT /api/call-settings', { body });
  for (const label of ['N001', 'N002']) assert.equal((await issueTicket(clinic)).label, label);
  assert.equal((await callsOfToday(clinic)).day, '2026-11-20', 'it is 2:00 in São Paulo');
  await assertRefused(change({ dayStartsAt: 24 }), 400, 'invalid_input');

  await change({ dayStartsAt: 5 });
  assert.equal((await callsOfToday(clinic)).day, '2026-11-19');
  await change({ dayStartsAt: 0 });
  app.clock.advance(23 * 3_600_000);
  const closed = await callsOfToday(clinic);
  assert.deepEqual([closed.tickets, closed.leftOver], [[], { count: 2, isCarried: false }]);
  await assertRefused(callNext(clinic, roomId), 409, 'queue_empty');

  await change({ carriesOver: true });
  const carried = await callsOfToday(clinic);
  assert.deepEqual([labelsOf(carried.tickets), carried.leftOver], [['N001', 'N002'], { count: 2, isCarried: true }]);
  assert.equal((await issueTicket(clinic)).label, 'N003', 'numbers continue after the carried ones');
  assert.equal((await callNext(clinic, roomId)).label, 'N001');
  assert.deepEqual((await callsOfToday(clinic)).leftOver, { count: 1, isCarried: true });
  app.clock.advance(48 * 3_600_000);
  assert.deepEqual((await callsOfToday(clinic)).tickets, [], 'after two days no ticket waits any more');
  assert.equal((await callsOfToday(other)).leftOver.count, 0);
});

test('a repeated idempotency key returns the same call, is refused with another body, and is free again after a day', async (t) => {
  const { app, clinic, other } = await startClinics(t);
  const program = await app.program(clinic, ['calls']);
  const roomId = await createRoom(clinic);
  for (const kind of ['normal', 'normal'] as const) await issueTicket(clinic, kind);
  const requested: [path: string, body: object, another: object][] = [
    ['/api/calls', { label: '15', roomId }, { label: '16', roomId }],
    ['/api/calls/next', { roomId }, { roomId, kinds: ['normal'] }],
    ['/api/tickets', { kind: 'over80' }, { kind: 'normal' }],
  ];
  const count = () =>
    app.parts.database
      .prepare<[], { total: number }>('SELECT (SELECT count(*) FROM calls) + (SELECT count(*) FROM tickets) AS total')
      .get()?.total;
  for (const [path, body, another] of requested) {
    const first = await postWithKey<Call>(program, path, `key ${path}`.replace(' ', '-'), body);
    const before = count();
    const key = `key-${path}`;
    const repeated = await postWithKey<Call>(clinic, path, key, body);
    const conflicting = await postWithKey<Call>(program, path, key, another);
    assert.deepEqual([first.status, repeated.status, repeated.body.id], [201, 201, first.body.id], path);
    assert.deepEqual([conflicting.status, conflicting.body.code, count()], [409, 'conflict', before], path);
  }
  const repeated = [1, 2].map(() => postWithKey<Call>(clinic, '/api/calls/1/repeat', 'again', {}));
  const [one, two] = await Promise.all(repeated);
  assert.equal(one?.body.id, two?.body.id);
  assert.equal((await postWithKey<Call>(clinic, '/api/calls/1/repeat', 'bad key', {})).status, 400);
  const body = { label: '15', roomId: await createRoom(other) };
  const foreign = await postWithKey<Call>(other, '/api/calls', 'key-/api/calls', body);
  assert.equal(foreign.status, 201, 'keys are separate per account');
  app.clock.advance(24 * 3_600_000 + 1);
  assert.equal((await postWithKey<Call>(clinic, '/api/calls', 'key-/api/calls', { label: '16', roomId })).status, 201);
});

/** The part of a name that the tests search in files, logs and responses. */
const canary = 'Zefirina Quaresma';
const typed = `Maria ${canary}`;

test('the masked part of a name is in no file, log, response or message', async (t) => {
  const logged: string[] = [];
  const log = createLog('debug', systemClock, (line) => void logged.push(line));
  const { app, clinic, screen: tv } = await startScreen(t, { log });
  const sockets = [await tv.socket(), await clinic.socket(), await app.admin.socket()];
  const roomId = await createRoom(clinic);
  const responses: string[] = [];
  const callByName = async (key: string) =>
    responses.push(JSON.stringify(await postWithKey<Call>(clinic, '/api/calls', key, { label: typed, roomId })));
  await callByName('a');
  assert.match(responses[0] ?? '', /"status":400/);
  for (const namePolicy of ['initials', 'firstNameAndInitial'] as const) {
    await chooseNamePolicy(clinic, namePolicy);
    await callByName(namePolicy);
  }
  responses.push(JSON.stringify(await playerCalls(tv)));
  responses.push(
    JSON.stringify(await callsOfToday(clinic)),
    await (await clinic.request('/api/calls/report.csv')).text(),
  );
  assert.match(responses.join(), /"M\. Z\. Q\."/);
  assert.match(responses.join(), /"Maria Q\."/);
  await app.parts.backups.take(new AbortController().signal);
  for (const word of canary.split(' ')) {
    assert.deepEqual(filesContaining(app.dataDir, word), [], word);
    const output = [...responses, ...logged, ...sockets.map(({ messages }) => JSON.stringify(messages))].join('\n');
    assert.ok(!output.toLowerCase().includes(word.toLowerCase()), word);
  }
});

const countKeys = (database: Database) =>
  database.prepare<[], { n: number }>('SELECT count(*) AS n FROM idempotency_keys').get()?.n;

test('responses stored for idempotency keys are in no backup, and are deleted by a stricter name policy and after twelve hours', async (t) => {
  const { app, clinic, other } = await startClinics(t);
  const { database, backups } = app.parts;
  const callWithKey = async (owner: Customer, key: string) =>
    postWithKey<Call>(owner, '/api/calls', key, { label: 'P1', roomId: await createRoom(owner, key) });
  await chooseNamePolicy(clinic, 'firstNameAndInitial');
  await callWithKey(clinic, 'um');
  await callWithKey(other, 'dois');
  const { name } = await backups.take(new AbortController().signal);
  const copy = new Database(join(app.dataDir, 'backups', name, 'antessala.db'), { isReadOnly: true });
  assert.equal(countKeys(copy), 0);
  copy.close();

  await chooseNamePolicy(clinic, 'firstNameAndInitial');
  assert.equal(countKeys(database), 2);
  await chooseNamePolicy(clinic, 'initials');
  assert.equal(countKeys(database), 1, 'the key of the other clinic remains');

  const runTask = () => app.admin.call('POST /api/admin/tasks/:name/run', { params: { name: 'expired-sessions' } });
  const keysAfterTask = async () => {
    await runTask();
    await until('the task has ended', async () =>
      (await app.admin.call('GET /api/admin/tasks')).every(({ isRunning }) => !isRunning),
    );
    return countKeys(database);
  };
  assert.equal(await keysAfterTask(), 1);
  const { response = '' } =
    database.prepare<[], { response: string }>('SELECT response FROM idempotency_keys').get() ?? {};
  const files = () => filesContaining(app.dataDir, response.slice(0, 40));
  assert.notDeepEqual(files(), []);
  app.clock.advance(limits.idempotency.lifeMs);
  assert.equal(await keysAfterTask(), 0);
  await until('no file contains a copy', () => files().length === 0);
});

test('full names need a confirmation, are gone from every file after twelve hours, and are never in backups', async (t) => {
  const { app, clinic } = await startClinic(t);
  const roomId = await createRoom(clinic);
  await assertRefused(chooseNamePolicy(clinic, 'full'), 400, 'invalid_input');
  await chooseNamePolicy(clinic, 'full', true);
  const auditEntries = app.parts.database.prepare<[], { action: string }>('SELECT action FROM audit_log').all();
  assert.equal(auditEntries.filter(({ action }) => action === 'account.full_names_allowed').length, 1);
  // Many calls, so that erased names are between rows that remain unchanged.
  for (let at = 0; at < 60; at += 1) {
    await call(clinic, `${typed} ${'x'.repeat(at % 20)}`, roomId);
    await call(clinic, `B${at}`, roomId);
  }
  const callWithKey = (key: string, label: string) => postWithKey<Call>(clinic, '/api/calls', key, { label, roomId });
  const [one, again, another] = [
    await callWithKey('um', typed),
    await callWithKey('um', typed),
    await callWithKey('um', 'Ana Lima'),
  ];
  assert.deepEqual(
    [again.body.id, another.status, (await callWithKey('dois', 'Ana Lima')).status],
    [one.body.id, 409, 201],
  );
  const called = await call(clinic, typed, roomId);
  const ticket = await call(clinic, 'A77', roomId);
  assert.equal(called.label, typed);
  await until('the search finds existing texts', () => filesContaining(app.dataDir, canary).length > 0);
  const backups = join(app.dataDir, 'backups');
  await app.parts.backups.take(new AbortController().signal);
  assert.ok(existsSync(backups));
  assert.deepEqual(filesContaining(backups, 'Zefirina'), []);
  await until('the database itself still has the name', () => filesContaining(app.dataDir, canary).length > 0);

  app.clock.advance(12 * 3_600_000 + 1_000);
  assert.equal(await app.parts.calls.service.sweep(), 63);
  await until('the names are in no file', () => filesContaining(app.dataDir, 'Zefirina').length === 0);
  const query = { day: dayIn('America/Sao_Paulo', Date.parse(called.createdAt)) };
  const { calls } = await clinic.call('GET /api/calls', { query });
  assert.deepEqual(labelsOf(calls.slice(0, 2)), [ticket.label, '']);
  await assertRefused(repeatCall(clinic, called.id), 409, 'conflict');
});

test('full names are seen by the owner and the reception; editors and readers get initials', async (t) => {
  const { app, clinic } = await startClinic(t);
  const roomId = await createRoom(clinic);
  await chooseNamePolicy(clinic, 'full', true);
  const members = { reception: await app.member(clinic, 'reception'), editor: await app.member(clinic, 'editor') };
  const reader = await app.member(clinic, 'reader');
  const sockets = await Promise.all([clinic, members.reception, members.editor, reader].map((one) => one.socket()));
  await call(members.reception, typed, roomId);
  const { id } = await call(clinic, typed, roomId);
  await repeatCall(members.reception, id);
  const short = 'M. Z. Q.';
  for (const [person, label] of [
    [clinic, typed],
    [members.reception, typed],
    [members.editor, short],
    [reader, short],
  ] as const)
    assert.deepEqual(labelsOf((await callsOfToday(person)).calls), [label, label]);
  const pushed = await Promise.all(
    sockets.map(async (socket) => {
      await drain(socket);
      return socket.messages.flatMap((message) =>
        message.type === 'callsChanged' ? (message.patch?.calls ?? []) : [],
      );
    }),
  );
  assert.deepEqual(
    pushed.map((calls) => [...new Set(labelsOf(calls))].join()),
    [typed, typed, short, short],
  );
  assert.deepEqual(
    pushed.map(({ length }) => length),
    [3, 3, 3, 3],
  );

  // A changed role counts for connections that are already open.
  const change = { params: { id: members.reception.user.member?.id ?? 0 }, body: { role: 'reader' as const } };
  await clinic.call('PATCH /api/team/members/:id', change);
  const [, open] = sockets;
  const before = open?.messages.length;
  await call(clinic, typed, roomId);
  if (open) await drain(open);
  assert.ok(!JSON.stringify(open?.messages.slice(before)).includes(canary));
  assert.match(JSON.stringify(open?.messages.slice(before)), /M\. Z\. Q\./);
});

test('a CPF or a telephone number is refused under every name policy, with a sentence that says why', async (t) => {
  const { clinic } = await startClinic(t);
  const roomId = await createRoom(clinic);
  for (const namePolicy of ['ticket', 'full'] as const) {
    await chooseNamePolicy(clinic, namePolicy, true);
    for (const label of ['123.456.789-09', '11999998888']) {
      const { status, body } = await refusal(call(clinic, label, roomId));
      assert.deepEqual([status, body.code], [400, 'invalid_input']);
      assert.match(body.fields?.label ?? '', /^Documento e telefone não vão para a TV\. /);
      assert.ok(!JSON.stringify(body).includes(label));
    }
  }
  assert.deepEqual((await callsOfToday(clinic)).calls, []);
});

test('a stricter policy masks the names of earlier calls, and the next poll of a screen contains the policy', async (t) => {
  const { app, clinic } = await startClinic(t);
  const tv = await app.screen(clinic);
  const roomId = await createRoom(clinic);
  await chooseNamePolicy(clinic, 'full', true);
  await call(clinic, typed, roomId);
  assert.equal((await pollScreen(tv)).namePolicy, 'full');
  await chooseNamePolicy(clinic, 'initials');
  assert.equal((await pollScreen(tv)).namePolicy, 'initials');
  assert.equal((await callsOfToday(clinic)).calls[0]?.label, 'M. Z. Q.');
  // The write-ahead log of the database is emptied just after the change.
  await until('the name is in no file', () => filesContaining(app.dataDir, 'Zefirina').length === 0);
});

test('many names are masked in batches, and a name that is called meanwhile is masked, too', async (t) => {
  const { app, clinic } = await startClinic(t);
  await chooseNamePolicy(clinic, 'full', true);
  const { calls, database } = app.parts;
  const userId = clinic.user.id;
  const addNames = (count: number) =>
    database.exec(`
      INSERT INTO calls (user_id, day, label, is_name, room_name, colour, on_all, is_priority, times, is_test, created_at)
      WITH RECURSIVE each (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM each WHERE n < ${count})
      SELECT ${userId}, '2026-03-02', 'Ana Lima', 1, 'Sala', '#000000', 1, 0, 1, 0, ${app.clock.now()} FROM each`);
  const labels = () =>
    database
      .prepare<[], { label: string; count: number }>('SELECT label, count(*) AS count FROM calls GROUP BY 1 ORDER BY 2')
      .all()
      .map(({ label, count }) => [label, count]);
  addNames(250);
  const masking = calls.setup.changeNamePolicy(userId, { namePolicy: 'initials' }, shellAuthor);
  addNames(1);
  assert.deepEqual(labels(), [
    ['A. L.', 100],
    ['Ana Lima', 151],
  ]);
  await masking;
  assert.deepEqual(labels(), [['A. L.', 251]]);
});

test('equal prefixes and a fourth repetition are refused, and PUT /api/call-settings does not change the name policy', async (t) => {
  const { clinic } = await startClinic(t);
  const change = (body: object) => clinic.call('PUT /api/call-settings', { body });
  const prefixes = { normal: 'A', preferential: 'A', over80: 'B' };
  await assertRefused(change({ prefixes }), 400, 'invalid_input');
  await assertRefused(change({ repetitions: 4 }), 400, 'invalid_input');
  assert.equal((await change({ prefixes: { ...prefixes, preferential: 'C' } })).prefixes.preferential, 'C');
  await change({ namePolicy: 'initials' });
  assert.equal((await clinic.call('GET /api/call-settings')).namePolicy, 'ticket');
});

test('the CSV of a day contains no ticket numbers and no names', async (t) => {
  const { clinic } = await startClinic(t);
  const roomId = await createRoom(clinic, '=Sala; "2"');
  await call(clinic, 'X777', roomId);
  await call(clinic, 'X778', roomId, { isTest: true });
  const response = await clinic.request('/api/calls/report.csv');
  const csv = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
  assert.match(response.headers.get('content-disposition') ?? '', /filename="chamadas-\d{4}-\d\d-\d\d\.csv"/);
  assert.ok(csv.startsWith('\uFEFFHora;Local;') && !/X77/.test(csv), csv);
  assert.match(csv, /\r\n\d\d:\d\d:\d\d;"'=Sala; ""2""";;não;1;;não;0;;não;;;[\d/]+\r\n$/);
});

test('a call has the addresses of two sounds, its label and its room; a stricter name policy deletes the sounds of names', async (t) => {
  const { app, clinic } = await startClinic(t, { speaks: true });
  if (!(await clinic.call('GET /api/call-settings')).canSpeak) return t.skip('espeak-ng is not installed');
  const tv = await app.screen(clinic);
  const roomId = await createRoom(clinic);
  await chooseNamePolicy(clinic, 'firstNameAndInitial');
  const soundsOf = async (label: string) => {
    const { id } = await call(clinic, label, roomId);
    const { calls } = await playerCalls(tv, id - 1);
    return calls[0]?.sounds ?? [];
  };
  const [ticket, name] = [await soundsOf('P042'), await soundsOf('Maria Souza')];
  assert.deepEqual([ticket.length, name.length, ticket[1]], [2, 2, name[1]], 'the label, then the room');
  const get = async (address = '') => {
    const response = await app.guest().request(address);
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, cacheControl: response.headers.get('cache-control'), bytes };
  };
  const [who, where, named] = [await get(ticket[0]), await get(ticket[1]), await get(name[0])];
  for (const { status, bytes } of [who, where, named])
    assert.deepEqual([status, bytes.subarray(0, 4).toString(), bytes.length > 10_000], [200, 'RIFF', true]);
  assert.match(who.cacheControl ?? '', /immutable/);
  assert.match(named.cacheControl ?? '', /no-store/);
  assert.equal((await get(ticket[0]?.replace(/s=.*/, 's=x'))).status, 403);

  app.clock.advance(90_000);
  const { calls } = await playerCalls(tv);
  assert.ok(
    calls.every(({ sounds }) => sounds.length === 0),
    'too old to be spoken',
  );
  await chooseNamePolicy(clinic, 'initials');
  await until('the stricter policy has deleted the name', async () => (await get(name[0])).status === 404);
  assert.equal((await get(ticket[0])).status, 200);
  await clinic.call('PUT /api/call-settings', { body: { voice: false } });
  assert.deepEqual(await soundsOf('P043'), []);
});

test('a speech program that hangs delays no call, and the address of its sound responds with 404', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'antessala-voice-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, 'espeak-ng');
  const script =
    '#!/bin/sh\ncase "$1" in --voices*) echo pt-br;; *) echo "$@" >> "$0.arguments"; cat >> "$0.input"; exec sleep 30;; esac\n';
  writeFileSync(program, script, { mode: 0o755 });
  const { app, clinic, screen: tv } = await startScreen(t, { speaks: true, env: { ESPEAK_PATH: program } });
  const roomId = await createRoom(clinic);
  const took: number[] = [];
  for (const label of ['3', '2', '1']) {
    const begun = performance.now();
    await call(clinic, label, roomId);
    took.push(performance.now() - begun);
  }
  const sounds = (await playerCalls(tv, 2)).calls[0]?.sounds ?? [];
  assert.ok(Math.min(...took) < 1_400, 'no call waited for its sound');
  assert.equal(sounds.length, 2);
  assert.equal((await app.guest().request(sounds[0] ?? '')).status, 404);
  // Everybody on the machine can read the arguments of a program.
  const [programArguments, input] = ['arguments', 'input'].map((what) => readFileSync(`${program}.${what}`, 'utf8'));
  assert.deepEqual([/Senha/i.test(programArguments ?? ''), /Senha/i.test(input ?? '')], [false, true]);
  await call(clinic, '1', roomId);
  const later = await playerCalls(tv, 3);
  assert.deepEqual(later.calls[0]?.sounds, [], 'a failed sound has no address for a while');
});

test('the time that a sound waits for others does not count against its time limit', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'antessala-voice-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, 'espeak-ng');
  // The program writes the sound once the file `espeak-ng.go` exists.
  const script =
    '#!/bin/sh\ncase "$1" in --voices*) echo pt-br;; *) while [ "$1" != -w ]; do shift; done; while [ ! -e "$0.go" ]; do sleep 0.05; done; cp "$0.wav" "$2";; esac\n';
  writeFileSync(program, script, { mode: 0o755 });
  const wav = Buffer.alloc(2_044);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(2_036, 4);
  wav.write('WAVEfmt ', 8);
  [16, 0x10001, 22_050, 44_100, 0x100002].forEach((value, index) => wav.writeUInt32LE(value, 16 + 4 * index));
  wav.write('data', 36);
  wav.writeUInt32LE(2_000, 40);
  writeFileSync(`${program}.wav`, wav);
  const { app, clinic, screen: tv } = await startScreen(t, { speaks: true, env: { ESPEAK_PATH: program } });
  const roomId = await createRoom(clinic);
  for (const label of ['1', '2', '3', '4']) await call(clinic, label, roomId);
  app.clock.advance(2_000);
  writeFileSync(`${program}.go`, '');
  const { calls } = await playerCalls(tv);
  const sounds = new Set(calls.flatMap((each) => each.sounds));
  assert.equal(sounds.size, 5, 'four labels and the room');
  for (const address of sounds) assert.equal((await app.guest().request(address)).status, 200, address);
});
