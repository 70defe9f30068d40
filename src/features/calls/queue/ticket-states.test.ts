/** Tests the states of tickets, and how they are forwarded from queue to queue (contract/README 15.12). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Call, TicketStatus } from '../../../contract/calls.ts';
import { ManualClock } from '../../../platform/clock.ts';
import { assertRefused, drain, startClinic, startClinics } from '../../../testing/steps.ts';
import type { Client } from '../../../testing/client.ts';
import { call, issueTicket, callNext, repeatCall, createRoom, callsOfToday } from '../testing/steps.ts';

const setStatus = (client: Client, id: number, status: TicketStatus) =>
  client.call('PATCH /api/tickets/:id', { params: { id }, body: { status } });
const forward = (client: Client, id: number, body: { serviceId?: number; roomId?: number }) =>
  client.call('POST /api/tickets/:id/forward', { params: { id }, body });
const stateOf = async (client: Client, { id }: Call) =>
  (await callsOfToday(client)).calls.find((each) => each.id === id)?.ticketStatus;
/** Returns service, room, wait and attendance in seconds of each called ticket, in the order of the calls. */
async function visits(client: Client): Promise<string[]> {
  const csv = await (await client.request('/api/calls/report.csv')).text();
  const rows = csv.trimEnd().split('\r\n').slice(1);
  return rows.map((row) => row.split(';')).map((cells) => [cells.at(-3), cells[1], cells[5], cells.at(-2)].join());
}
const noon = () => ({ clock: new ManualClock(Date.parse('2026-11-20T15:00:00Z')) });

test('a called ticket can be set to in service and to done, and the next call to its room ends it; the attendance time is stored', async (t) => {
  const { app, clinic } = await startClinic(t, noon());
  const [roomId, other] = [await createRoom(clinic, 'Sala 1'), await createRoom(clinic, 'Sala 2')];
  const ids: number[] = [];
  for (let count = 0; count < 4; count += 1) ids.push((await issueTicket(clinic)).id);
  const [first = 0] = ids;
  await assertRefused(setStatus(clinic, first, 'serving'), 409, 'conflict', 'the ticket was not called');
  app.clock.advance(60_000);
  const called = await callNext(clinic, roomId);
  assert.equal(called.ticketStatus, 'called');
  app.clock.advance(20_000);
  const studio = await clinic.socket();
  assert.equal((await setStatus(clinic, first, 'serving')).status, 'serving');
  assert.equal((await studio.waitFor('callsChanged')).patch?.calls?.[0]?.ticketStatus, 'serving');
  app.clock.advance(300_000);
  await setStatus(clinic, first, 'done');
  assert.equal(await stateOf(clinic, called), 'done');
  // The desk takes the end back: the patient is still there, and the start of the attendance is the same as before.
  await setStatus(clinic, first, 'serving');
  app.clock.advance(60_000);
  await setStatus(clinic, first, 'done');
  assert.deepEqual(await visits(clinic), [',Sala 1,60,0,360,0']);

  const second = await callNext(clinic, roomId);
  app.clock.advance(90_000);
  await drain(studio);
  const before = studio.messages.length;
  const third = await callNext(clinic, roomId);
  assert.deepEqual([await stateOf(clinic, second), await stateOf(clinic, third)], ['done', 'called']);
  await drain(studio);
  const patched = studio.messages
    .slice(before)
    .flatMap((message) =>
      message.type === 'callsChanged'
        ? (message.patch?.calls ?? []).map(({ id, ticketStatus }) => [id, ticketStatus])
        : [],
    );
  assert.deepEqual(patched, [
    [third.id, 'called'],
    [second.id, 'done'],
  ]);
  app.clock.advance(10_000);
  await call(clinic, 'X9', roomId, { isTest: true });
  await callNext(clinic, other);
  assert.equal(
    await stateOf(clinic, third),
    'called',
    'neither a test call nor a call to another room ends the attendance',
  );
  const again = await repeatCall(clinic, second.id);
  assert.deepEqual(
    [again.ticketStatus, await stateOf(clinic, third)],
    ['called', 'called'],
    'a repetition does not end it either',
  );
  await call(clinic, 'X9', roomId);
  assert.deepEqual([await stateOf(clinic, again), await stateOf(clinic, third)], ['done', 'done']);
  const absent = await clinic.call('PATCH /api/calls/:id', { params: { id: again.id }, body: { isAbsent: true } });
  assert.deepEqual([absent.ticketStatus, absent.isAbsent], ['absent', true], 'absence can be marked later');
  assert.deepEqual(await visits(clinic), [
    ',Sala 1,60,0,360,0',
    ',Sala 1,530,0,10,0',
    ',Sala 2,540,0,',
    ',Sala 1,440,0,',
    ',Sala 1,,',
  ]);
});

test("a call ends the attendance of the room's other patient; if that patient was called the day before, no time is stored", async (t) => {
  const { app, clinic } = await startClinic(t, noon());
  const roomId = await createRoom(clinic, 'Sala 1');
  await clinic.call('PUT /api/call-settings', { body: { carriesOver: true } });
  for (let count = 0; count < 4; count += 1) await issueTicket(clinic);
  const [first, second] = [await callNext(clinic, roomId), await callNext(clinic, roomId)];
  const studio = await clinic.socket();
  await setStatus(clinic, first.ticketId ?? 0, 'called');
  const { patch } = await studio.waitFor('callsChanged');
  assert.deepEqual(
    patch?.calls?.map(({ id, ticketStatus }) => [id, ticketStatus]),
    [
      [first.id, 'called'],
      [second.id, 'done'],
    ],
  );
  const third = await callNext(clinic, roomId);
  app.clock.advance(20 * 3_600_000);
  const carried = await callNext(clinic, roomId);
  const yesterday = await clinic.call('GET /api/calls', { query: { day: '2026-11-20' } });
  assert.equal(yesterday.calls.find(({ id }) => id === third.id)?.ticketStatus, 'done');
  assert.equal(carried.ticketStatus, 'called');
  assert.deepEqual(await visits(clinic), [',Sala 1,,']);
  const table = await (await clinic.request('/api/calls/report.csv?day=2026-11-20')).text();
  assert.equal(table.trimEnd().split('\r\n').at(-1)?.split(';').at(-2), '');
  app.clock.advance(-3_600_000);
  await setStatus(clinic, carried.ticketId ?? 0, 'done');
  assert.deepEqual(await visits(clinic), [',Sala 1,,0,0'], 'a clock that was set back makes no negative time');
});

test('a forwarded ticket waits in the queue of another service or room with its number, and is called there', async (t) => {
  const { app, clinic, other } = await startClinics(t, noon());
  const [triage, office, secondOffice] = [
    await createRoom(clinic, 'Triagem'),
    await createRoom(clinic, 'Sala 1'),
    await createRoom(clinic, 'Sala 2'),
  ];
  const create = (name: string, prefix: string, roomIds: number[]) =>
    clinic.call('POST /api/call-services', { body: { name, prefix, roomIds } });
  const first = await create('Triagem', 'T', [triage]);
  const doctor = await create('Consulta', 'C', [office, secondOffice]);
  const issue = (serviceId: number) => clinic.call('POST /api/tickets', { body: { serviceId } });
  const { id } = await issue(first.id);
  const early = await issue(doctor.id);
  app.clock.advance(60_000);
  const called = await callNext(clinic, triage);
  app.clock.advance(120_000);
  const studio = await clinic.socket();
  const moved = await forward(clinic, id, { serviceId: doctor.id });
  assert.deepEqual([moved.label, moved.serviceId, moved.toRoomId, moved.status], ['T001', doctor.id, null, 'waiting']);
  const { patch } = await studio.waitFor('callsChanged');
  assert.deepEqual(
    [patch?.tickets?.[0]?.id, patch?.calls?.[0]?.id, patch?.calls?.[0]?.ticketStatus],
    [id, called.id, null],
  );

  assert.equal((await repeatCall(clinic, called.id)).ticketStatus, null, 'a repetition does not bring the ticket back');
  await assertRefused(
    clinic.call('PATCH /api/calls/:id', { params: { id: called.id }, body: { isAbsent: true } }),
    ...([409, 'conflict'] as const),
  );
  await assertRefused(callNext(clinic, triage), 409, 'queue_empty');
  app.clock.advance(30_000);
  assert.equal((await callNext(clinic, office)).label, early.label, 'the forwarded ticket waits behind earlier ones');
  assert.equal((await callNext(clinic, office)).label, 'T001');
  app.clock.advance(240_000);
  await forward(clinic, id, { roomId: secondOffice });
  await assertRefused(callNext(clinic, office), 409, 'queue_empty', 'the ticket waits for the other room only');
  const again = await callNext(clinic, secondOffice);
  assert.equal(again.ticketId, id);
  await setStatus(clinic, id, 'done');
  assert.deepEqual(await visits(clinic), [
    'Triagem,Triagem,60,0,120,0',
    'Consulta,Sala 1,210,0,0,0',
    'Consulta,Sala 1,30,0,240,0',
    'Consulta,Sala 2,0,0,0,0',
  ]);

  // A ticket that is forwarded before it was called keeps its place.
  const [wrong, right] = [await issue(first.id), await issue(doctor.id)];
  const sent = await forward(clinic, wrong.id, { serviceId: doctor.id });
  assert.equal(sent.queuedAt, wrong.createdAt);
  assert.deepEqual(
    [(await callNext(clinic, office)).ticketId, (await callNext(clinic, office)).ticketId],
    [wrong.id, right.id],
  );

  await assertRefused(forward(other, id, { roomId: await createRoom(other) }), 404, 'not_found');
  await assertRefused(forward(clinic, id, { roomId: await createRoom(other, 'Deles') }), 404, 'not_found');
  await assertRefused(forward(clinic, id, { serviceId: 99 }), 404, 'not_found');
  await assertRefused(forward(clinic, id, {}), 400, 'invalid_input');
  await setStatus(clinic, id, 'cancelled');
  await assertRefused(forward(clinic, id, { roomId: office }), 409, 'conflict');
});
