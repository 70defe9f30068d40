import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Call } from '../../contract/calls.ts';
import { ApiError, type Customer, startTestApp } from '../../testing/app.ts';
import { ManualClock } from '../../platform/clock.ts';
import type { Client } from '../../testing/client.ts';
import { holding } from '../../testing/holding.ts';

const refusal = async (work: Promise<unknown>) => {
  try {
    await work;
  } catch (error) {
    if (error instanceof ApiError) return [error.status, error.body.code];
    throw error;
  }
  return [200, 'nothing refused it'];
};
const room = async (owner: Client, name = 'Consultório 3', playerIds: number[] | null = null) =>
  (await owner.call('POST /api/call-rooms', { body: { name, playerIds } })).id;
const callWithKey = async (client: Client, path: string, key: string, body: object) => {
  const response = await client.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Call & { code?: string } };
};
const heartbeat = (tv: Client & { playerId: number; token: string }) =>
  tv.call('POST /api/player/heartbeat', { body: { token: tv.token, playerId: tv.playerId } });

test("a call reaches the screens, is told by them once, and is listed on the clinic's day", async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const [tv, off] = [await app.screen(clinic), await app.screen(clinic)];
  await heartbeat(tv);
  const [socket, studio] = [await tv.socket(), await clinic.socket()];
  const roomId = await room(clinic);
  assert.equal((await tv.call('GET /api/player/assigned-playlist')).lastCallId, 0);

  const called = await clinic.call('POST /api/calls', { body: { label: ' p042 ', roomId, isPriority: true } });
  assert.deepEqual(
    [called.label, called.roomName, called.isPriority, called.times],
    ['P042', 'Consultório 3', true, 1],
  );
  assert.deepEqual(called.targets, { online: 1, offline: ['Tela 2'] });
  assert.equal((await socket.waitFor('patientCalled')).callId, called.id);
  await studio.waitFor('callsChanged');
  assert.equal((await tv.call('GET /api/player/assigned-playlist')).lastCallId, called.id);
  const reported = await tv.call('GET /api/player/calls', { query: { after: 0 } });
  assert.deepEqual(
    [reported.calls.map(({ label }) => label), reported.recent.length, reported.lastCallId, reported.calls[0]?.sounds],
    [['P042'], 1, called.id, []],
  );

  app.clock.advance(400);
  const shown = { params: { id: called.id }, body: { hadSound: false } };
  await tv.call('POST /api/player/calls/:id/shown', shown);
  app.clock.advance(5_000);
  await tv.call('POST /api/player/calls/:id/shown', shown);
  assert.deepEqual(await studio.waitFor('callShown'), {
    type: 'callShown',
    callId: called.id,
    playerId: tv.playerId,
    delayMs: 400,
    hadSound: false,
  });
  assert.equal(studio.messages.filter(({ type }) => type === 'callShown').length, 1);
  // What was silent at first is heard after all; nothing makes it silent again.
  for (const hadSound of [true, true, false])
    await tv.call('POST /api/player/calls/:id/shown', { ...shown, body: { hadSound } });
  studio.send({ type: 'ping' });
  await studio.waitFor('pong');
  const [receipt] = (await clinic.call('GET /api/calls')).calls[0]?.receipts ?? [];
  assert.deepEqual([receipt?.delayMs, receipt?.hadSound], [400, true]);
  const received = studio.messages.filter(({ type }) => type === 'callShown').map((message) => JSON.stringify(message));
  assert.equal(received.length, 2);
  assert.match(received[1] ?? '', /"delayMs":400,"hadSound":true/);

  const again = await clinic.call('POST /api/calls/:id/repeat', { params: { id: called.id } });
  const third = await clinic.call('POST /api/calls/:id/repeat', { params: { id: called.id } });
  assert.deepEqual([again.times, third.times, third.id > again.id], [2, 3, true]);
  const after = await tv.call('GET /api/player/calls', { query: { after: called.id } });
  assert.deepEqual(
    after.calls.map(({ id, times }) => [id, times]),
    [
      [again.id, 2],
      [third.id, 3],
    ],
  );
  const day = await clinic.call('GET /api/calls');
  assert.deepEqual([day.calls.map(({ id }) => id), day.report.calls], [[third.id], 1]);
  app.clock.advance(15 * 60_000);
  assert.deepEqual((await tv.call('GET /api/player/calls', { query: { after: 0 } })).calls, []);
  assert.equal((await off.call('GET /api/player/calls', { query: { after: 0 } })).recent.length, 1);
});

test('a room that names its screens calls on these alone, and a deleted one on none', async (t) => {
  const app = await startTestApp(t);
  const [clinic, other] = [await app.customer(), await app.customer()];
  const [near, far, foreign] = [await app.screen(clinic), await app.screen(clinic), await app.screen(other)];
  const [nearSocket, farSocket] = [await near.socket(), await far.socket()];
  const roomId = await room(clinic, 'Sala 1', [near.playerId]);
  const called = await clinic.call('POST /api/calls', { body: { label: '7', roomId } });
  assert.deepEqual(called.targets, { online: 0, offline: ['Tela 1'] });
  await nearSocket.waitFor('patientCalled');
  const labels = async (tv: Client) =>
    (await tv.call('GET /api/player/calls', { query: { after: 0 } })).calls.map(({ label }) => label);
  assert.deepEqual([await labels(near), await labels(far), await labels(foreign)], [['7'], [], []]);
  assert.equal((await far.call('GET /api/player/assigned-playlist')).lastCallId, 0);
  farSocket.send({ type: 'ping' });
  await farSocket.waitFor('pong');
  assert.ok(!farSocket.messages.some(({ type }) => type === 'patientCalled'));
  const shown = { params: { id: called.id }, body: { hadSound: true } };
  assert.deepEqual(await refusal(far.call('POST /api/player/calls/:id/shown', shown)), [404, 'not_found']);

  await clinic.call('DELETE /api/call-rooms/:id', { params: { id: roomId } });
  assert.deepEqual([await labels(near), await labels(far)], [[], []]);
  assert.equal((await clinic.call('GET /api/calls')).calls[0]?.roomName, 'Sala 1');
  await room(clinic, 'Sala Á');
  assert.deepEqual(await refusal(room(clinic, 'SALA á')), [409, 'conflict']);
});

test('a room that names groups calls on their screens, on one that joins later too, and not on one that left', async (t) => {
  const app = await startTestApp(t);
  const [clinic, other] = [await app.customer(), await app.customer()];
  const [first, later, alone] = [await app.screen(clinic), await app.screen(clinic), await app.screen(clinic)];
  const group = async (owner: Customer, name: string, playerIds: number[]) =>
    (await owner.call('POST /api/screen-groups', { body: { name, playerIds } })).id;
  const change = (id: number, playerIds: number[]) =>
    clinic.call('PATCH /api/screen-groups/:id', { params: { id }, body: { playerIds } });
  const hall = await group(clinic, 'Térreo', [first.playerId]);
  const body = { name: 'Triagem', groupIds: [hall] };
  const made = await clinic.call('POST /api/call-rooms', { body });
  assert.deepEqual([made.playerIds, made.groupIds], [[], [hall]]);
  assert.equal((await clinic.call('GET /api/screen-groups'))[0]?.callRoomCount, 1);
  const call = (label: string) => clinic.call('POST /api/calls', { body: { label, roomId: made.id } });
  const received = async () =>
    await Promise.all(
      [first, later, alone].map(async (tv) => {
        const { calls, lastCallId } = await tv.call('GET /api/player/calls', { query: { after: 0 } });
        assert.equal((await tv.call('GET /api/player/assigned-playlist')).lastCallId, lastCallId);
        return calls.map(({ label }) => label).join();
      }),
    );
  const socket = await later.socket();
  assert.equal((await call('1')).targets.offline.length, 1);
  assert.deepEqual(await received(), ['1', '', '']);

  await change(hall, [first.playerId, later.playerId]);
  await socket.waitFor('callsChanged');
  assert.deepEqual(await received(), ['1', '1', '']);
  await call('2');
  await socket.waitFor('patientCalled');
  // A screen of its own beside; that it is in the group as well makes no second call of it.
  const both = { playerIds: [alone.playerId, first.playerId] };
  assert.deepEqual((await clinic.call('PATCH /api/call-rooms/:id', { params: { id: made.id }, body: both })).groupIds, [
    hall,
  ]);
  assert.equal((await call('3')).targets.offline.length, 3);
  assert.deepEqual(await received(), ['1,2,3', '1,2,3', '1,2,3']);
  await change(hall, [first.playerId]);
  assert.deepEqual(await received(), ['1,2,3', '', '1,2,3']);
  await clinic.call('DELETE /api/screen-groups/:id', { params: { id: hall } });
  assert.deepEqual((await clinic.call('GET /api/call-rooms'))[0]?.groupIds, []);

  const theirs = await group(other, 'Deles', []);
  assert.deepEqual(await refusal(clinic.call('POST /api/call-rooms', { body: { name: 'X', groupIds: [theirs] } })), [
    404,
    'not_found',
  ]);
  const everywhere = { params: { id: made.id }, body: { playerIds: null } };
  assert.deepEqual((await clinic.call('PATCH /api/call-rooms/:id', everywhere)).playerIds, null);
});

test('the queue takes 80 and older, then preferential ones, then the rest, and begins anew at midnight', async (t) => {
  const app = await startTestApp(t, { clock: new ManualClock(Date.parse('2026-11-20T15:00:00Z')) });
  const clinic = await app.customer();
  const roomId = await room(clinic);
  const draw = (kind: 'normal' | 'preferential' | 'over80') => clinic.call('POST /api/tickets', { body: { kind } });
  for (const kind of ['normal', 'normal', 'preferential', 'over80', 'preferential'] as const) await draw(kind);
  const next = async () => (await clinic.call('POST /api/calls/next', { body: { roomId } })).label;
  app.clock.advance(60_000);
  assert.deepEqual([await next(), await next(), await next(), await next()], ['80-001', 'P001', 'P002', 'N001']);
  const waiting = (await clinic.call('GET /api/calls')).tickets.find(({ status }) => status === 'waiting');
  const out = { ticketId: waiting?.id ?? 0, roomId };
  assert.equal((await clinic.call('POST /api/calls', { body: out })).label, 'N002');
  assert.deepEqual(await refusal(clinic.call('POST /api/calls', { body: out })), [409, 'conflict']);
  assert.deepEqual(await refusal(next()), [409, 'queue_empty']);
  await clinic.call('PATCH /api/tickets/:id', { params: { id: out.ticketId }, body: { status: 'absent' } });
  const { report, waiting: left } = await clinic.call('GET /api/calls');
  assert.deepEqual(
    [report, left],
    [
      { calls: 5, absent: 1, medianWaitMs: 60_000 },
      { normal: 0, preferential: 0, over80: 0 },
    ],
  );

  await clinic.call('PUT /api/call-settings', { body: { alternation: 1 } });
  for (const kind of ['preferential', 'preferential', 'normal', 'normal'] as const) await draw(kind);
  assert.deepEqual([await next(), await next(), await next(), await next()], ['P003', 'N003', 'P004', 'N004']);
  await draw('normal');
  assert.deepEqual(await refusal(clinic.call('POST /api/calls/next', { body: { roomId, kinds: ['over80'] } })), [
    409,
    'queue_empty',
  ]);
  app.clock.advance(24 * 3_600_000);
  assert.deepEqual(await refusal(next()), [409, 'queue_empty'], "yesterday's tickets wait no more");
  assert.deepEqual([(await draw('normal')).label, (await draw('preferential')).label], ['N001', 'P001']);
});

test('who was called by a typed number and did not come is marked, counted, and no longer absent when called again', async (t) => {
  const app = await startTestApp(t);
  const [clinic, other] = [await app.customer(), await app.customer()];
  const roomId = await room(clinic);
  const mark = (id: number, isAbsent = true, client: Client = clinic) =>
    client.call('PATCH /api/calls/:id', { params: { id }, body: { isAbsent } });
  const day = async () => {
    const { calls, tickets, report } = await clinic.call('GET /api/calls');
    return [calls.map(({ label, isAbsent }) => [label, isAbsent]), tickets.map(({ status }) => status), report.absent];
  };
  const first = await clinic.call('POST /api/calls', { body: { label: '42', roomId } });
  const studio = await clinic.socket();
  assert.equal((await mark(first.id)).isAbsent, true);
  await studio.waitFor('callsChanged');
  assert.deepEqual(await day(), [[['42', true]], [], 1]);
  assert.match(await (await clinic.request('/api/calls/report.csv')).text(), /;sim;0;\r\n$/);
  assert.deepEqual(await refusal(mark(first.id, true, other)), [404, 'not_found']);
  assert.deepEqual(await refusal(mark(first.id, true, await app.member(clinic, 'reader'))), [403, 'forbidden']);

  const again = await clinic.call('POST /api/calls/:id/repeat', { params: { id: first.id } });
  assert.deepEqual(await day(), [[['42', false]], [], 0]);
  // The number that a program knows may be the first one's.
  assert.equal((await mark(first.id)).id, again.id);
  assert.equal((await mark(again.id, false)).isAbsent, false);

  const { id: ticketId } = await clinic.call('POST /api/tickets', { body: { kind: 'normal' } });
  const drawn = await clinic.call('POST /api/calls/next', { body: { roomId } });
  await mark(drawn.id);
  assert.deepEqual(await day(), [
    [
      ['N001', true],
      ['42', false],
    ],
    ['absent'],
    1,
  ]);
  await mark(drawn.id, false);
  assert.deepEqual(await day(), [
    [
      ['N001', false],
      ['42', false],
    ],
    ['called'],
    0,
  ]);
  await clinic.call('PATCH /api/tickets/:id', { params: { id: ticketId }, body: { status: 'waiting' } });
  assert.deepEqual(await refusal(mark(drawn.id)), [409, 'conflict']);
});

test('1,000 times next by 8 clients at once are 1,000 different tickets, in their order', async (t) => {
  const app = await startTestApp(t);
  const { database } = app.parts;
  database.connection.pragma('synchronous = OFF');
  const clinic = await app.customer();
  const roomIds = [await room(clinic, 'Guichê 1'), await room(clinic, 'Guichê 2')];
  database.tx(() => {
    for (let at = 0; at < 1_000; at += 1) app.parts.calls.service.draw(clinic.user.id, 'normal');
  });
  const clients: Client[] = [clinic];
  while (clients.length < 8) clients.push(await app.program(clinic, ['calls']));
  const made: Call[] = [];
  await Promise.all(
    clients.map(async (client, at) => {
      for (let count = 0; count < 125; count += 1)
        made.push(await client.call('POST /api/calls/next', { body: { roomId: roomIds[at % 2] ?? 0 } }));
    }),
  );
  const inOrder = made.toSorted((a, b) => a.id - b.id).map(({ label }) => label);
  assert.deepEqual(
    inOrder,
    Array.from({ length: 1_000 }, (_, at) => `N${String(at + 1).padStart(3, '0')}`),
  );
  assert.deepEqual(await refusal(clinic.call('POST /api/calls/next', { body: { roomId: roomIds[0] ?? 0 } })), [
    409,
    'queue_empty',
  ]);
});

test("numbers begin again at the clinic's own midnight", async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  await clinic.call('PUT /api/user/time-zone', { body: { timeZone: 'America/Manaus' } });
  const draw = async () => (await clinic.call('POST /api/tickets', { body: { kind: 'normal' } })).label;
  const toManaus = (hour: number, minute: number) => {
    const at = new Date(app.clock.now());
    const next = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + 1, hour + 4, minute);
    app.clock.advance(next - app.clock.now());
  };
  toManaus(12, 0);
  assert.equal(await draw(), 'N001');
  // São Paulo has begun another day.
  app.clock.advance(11.5 * 3_600_000);
  assert.equal(await draw(), 'N002');
  app.clock.advance(29 * 60_000);
  assert.equal(await draw(), 'N003');
  app.clock.advance(60_000);
  assert.equal(await draw(), 'N001');
});

test('the same key is the same call, another body with it is refused, and after a day it is free', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const other = await app.customer();
  const program = await app.program(clinic, ['calls']);
  const roomId = await room(clinic);
  for (const kind of ['normal', 'normal'] as const) await clinic.call('POST /api/tickets', { body: { kind } });
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
    const first = await callWithKey(program, path, `key ${path}`.replace(' ', '-'), body);
    const before = count();
    const key = `key-${path}`;
    const [again, wrong] = [await callWithKey(clinic, path, key, body), await callWithKey(program, path, key, another)];
    assert.deepEqual([first.status, again.status, again.body.id], [201, 201, first.body.id], path);
    assert.deepEqual([wrong.status, wrong.body.code, count()], [409, 'conflict', before], path);
  }
  const repeated = [1, 2].map(() => callWithKey(clinic, '/api/calls/1/repeat', 'again', {}));
  const [one, two] = await Promise.all(repeated);
  assert.equal(one?.body.id, two?.body.id);
  assert.equal((await callWithKey(clinic, '/api/calls/1/repeat', 'bad key', {})).status, 400);
  const theirs = await callWithKey(other, '/api/calls', 'key-/api/calls', { label: '15', roomId: await room(other) });
  assert.equal(theirs.status, 201, "keys are the account's own");
  app.clock.advance(24 * 3_600_000 + 1);
  assert.equal((await callWithKey(clinic, '/api/calls', 'key-/api/calls', { label: '16', roomId })).status, 201);
});

const canary = 'Zefirina Quaresma';
const typed = `Maria ${canary}`;

test('a day holds 5,000 calls of a clinic, however they are made; a repeated key gets its response, and midnight opens it again', async (t) => {
  const app = await startTestApp(t);
  const [clinic, other] = [await app.customer(), await app.customer()];
  const tv = await app.screen(clinic);
  const roomId = await room(clinic);
  await clinic.call('POST /api/tickets', { body: { kind: 'normal' } });
  const first = await callWithKey(clinic, '/api/calls', 'first', { label: 'P1', roomId });
  const again = { params: { id: first.body.id } };
  const copy = app.parts.database.prepare<[number]>(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO calls (user_id, day, label, is_name, room_id, room_name, colour, on_all, is_priority, times, is_test, created_at)
     SELECT user_id, day, 'P' || (i + 1), is_name, room_id, room_name, colour, on_all, is_priority, times, is_test, created_at
     FROM calls, n WHERE calls.id = (SELECT min(id) FROM calls)`,
  );
  copy.run(4_998);
  await clinic.call('POST /api/calls/:id/repeat', again);

  const reported = await tv.call('GET /api/player/calls', { query: { after: 0 } });
  assert.equal(reported.calls.length, 50, 'a screen that was away gets the newest, the oldest of them first');
  assert.deepEqual(
    [reported.calls[0]?.label, reported.calls.at(-2)?.label, reported.calls.at(-1)?.label, reported.calls.at(-1)?.id],
    ['P4951', 'P4999', 'P1', reported.lastCallId],
  );

  const full = [403, 'quota_exceeded'];
  assert.deepEqual(await refusal(clinic.call('POST /api/calls', { body: { label: 'P2', roomId } })), full);
  assert.deepEqual(
    await refusal(clinic.call('POST /api/calls', { body: { label: 'Teste', roomId, isTest: true } })),
    full,
  );
  assert.deepEqual(await refusal(clinic.call('POST /api/calls/:id/repeat', again)), full);
  assert.deepEqual(await refusal(clinic.call('POST /api/calls/next', { body: { roomId } })), full);
  const { tickets, calls } = await clinic.call('GET /api/calls');
  assert.deepEqual([tickets[0]?.status, calls.length], ['waiting', 4_999], 'a refused turn is not lost');
  const foreign = { ticket: 'A001', name: '', place: 'Guichê 1', isPriority: false };
  assert.throws(() => app.parts.calls.service.callForeign(clinic.user.id, foreign), /As 5\.000 chamadas de hoje/);
  const replayed = await callWithKey(clinic, '/api/calls', 'first', { label: 'P1', roomId });
  assert.deepEqual([replayed.status, replayed.body.id], [201, first.body.id]);
  assert.equal((await other.call('POST /api/calls', { body: { label: 'P1', roomId: await room(other) } })).label, 'P1');
  app.clock.advance(24 * 3_600_000);
  assert.equal((await clinic.call('POST /api/calls', { body: { label: 'P2', roomId } })).label, 'P2');
});

test('what the policy forbids of a name is stored nowhere: no file, no log, no response, no message', async (t) => {
  const logged: string[] = [];
  const { createLog } = await import('../../platform/log.ts');
  const { systemClock } = await import('../../platform/clock.ts');
  const app = await startTestApp(t, { log: createLog('debug', systemClock, (line) => void logged.push(line)) });
  const clinic = await app.customer();
  const tv = await app.screen(clinic);
  const sockets = [await tv.socket(), await clinic.socket(), await app.admin.socket()];
  const roomId = await room(clinic);
  const responses: string[] = [];
  const call = async (key: string) =>
    responses.push(JSON.stringify(await callWithKey(clinic, '/api/calls', key, { label: typed, roomId })));
  await call('a');
  assert.match(responses[0] ?? '', /"status":400/);
  for (const namePolicy of ['initials', 'firstNameAndInitial'] as const) {
    await clinic.call('PUT /api/call-settings/names', { body: { namePolicy } });
    await call(namePolicy);
  }
  responses.push(JSON.stringify(await tv.call('GET /api/player/calls', { query: { after: 0 } })));
  responses.push(
    JSON.stringify(await clinic.call('GET /api/calls')),
    await (await clinic.request('/api/calls/report.csv')).text(),
  );
  assert.match(responses.join(), /"M\. Z\. Q\."/);
  assert.match(responses.join(), /"Maria Q\."/);
  await app.parts.backups.take(new AbortController().signal);
  for (const word of canary.split(' ')) {
    assert.deepEqual(holding(app.dataDir, word), [], word);
    const said = [...responses, ...logged, ...sockets.map(({ messages }) => JSON.stringify(messages))].join('\n');
    assert.ok(!said.toLowerCase().includes(word.toLowerCase()), word);
  }
});

test('whole names need a yes, and are gone from every file after twelve hours and from backups at once', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const roomId = await room(clinic);
  const change = (body: { namePolicy: 'full'; confirmed?: boolean }) =>
    clinic.call('PUT /api/call-settings/names', { body });
  assert.deepEqual(await refusal(change({ namePolicy: 'full' })), [400, 'invalid_input']);
  await change({ namePolicy: 'full', confirmed: true });
  const noted = app.parts.database.prepare<[], { action: string }>('SELECT action FROM audit_log').all();
  assert.equal(noted.filter(({ action }) => action === 'account.full_names_allowed').length, 1);
  // Many, so that what is emptied stands between what stays.
  for (let at = 0; at < 60; at += 1) {
    await clinic.call('POST /api/calls', { body: { label: `${typed} ${'x'.repeat(at % 20)}`, roomId } });
    await clinic.call('POST /api/calls', { body: { label: `B${at}`, roomId } });
  }
  const keyed = (key: string, label: string) => callWithKey(clinic, '/api/calls', key, { label, roomId });
  const [one, again, another] = [await keyed('um', typed), await keyed('um', typed), await keyed('um', 'Ana Lima')];
  assert.deepEqual([again.body.id, another.status, (await keyed('dois', 'Ana Lima')).status], [one.body.id, 409, 201]);
  const kept = app.parts.database
    .prepare<[], { requested: string }>('SELECT DISTINCT asked AS requested FROM call_keys')
    .all();
  assert.equal(kept.length, 1, 'a key tells nothing of whose name was called with it');
  const called = await clinic.call('POST /api/calls', { body: { label: typed, roomId } });
  const ticket = await clinic.call('POST /api/calls', { body: { label: 'A77', roomId } });
  assert.equal(called.label, typed);
  assert.notDeepEqual(holding(app.dataDir, canary), [], 'the search finds what is there');
  const backups = join(app.dataDir, 'backups');
  await app.parts.backups.take(new AbortController().signal);
  assert.ok(existsSync(backups));
  assert.deepEqual(holding(backups, 'Zefirina'), []);
  assert.notDeepEqual(holding(app.dataDir, canary), [], 'the backup empties its own copy alone');

  app.clock.advance(12 * 3_600_000 + 1_000);
  assert.equal(await app.parts.calls.sweep(), 63);
  assert.deepEqual(holding(app.dataDir, 'Zefirina'), []);
  const labels = (await clinic.call('GET /api/calls', { query: { day: dayOf(called) } })).calls;
  assert.deepEqual(
    labels.slice(0, 2).map(({ label }) => label),
    [ticket.label, ''],
  );
  assert.deepEqual(await refusal(clinic.call('POST /api/calls/:id/repeat', { params: { id: called.id } })), [
    409,
    'conflict',
  ]);
});
const dayOf = ({ createdAt }: Call) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(new Date(createdAt));

test('a stricter policy masks what was called before', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const roomId = await room(clinic);
  const change = (namePolicy: 'initials' | 'full') =>
    clinic.call('PUT /api/call-settings/names', { body: { namePolicy, confirmed: true } });
  await change('full');
  await clinic.call('POST /api/calls', { body: { label: typed, roomId } });
  await change('initials');
  assert.equal((await clinic.call('GET /api/calls')).calls[0]?.label, 'M. Z. Q.');
  assert.deepEqual(holding(app.dataDir, 'Zefirina'), []);
});

test('settings that contradict themselves are refused, and a reception without calls may not', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const change = (body: object, client: Client = clinic) => client.call('PUT /api/call-settings', { body });
  const prefixes = { normal: 'A', preferential: 'A', over80: 'B' };
  assert.deepEqual(await refusal(change({ prefixes })), [400, 'invalid_input']);
  assert.deepEqual(await refusal(change({ repetitions: 4 })), [400, 'invalid_input']);
  assert.equal((await change({ prefixes: { ...prefixes, preferential: 'C' } })).prefixes.preferential, 'C');
  const reader = await app.member(clinic, 'reader');
  assert.deepEqual(await refusal(change({ chime: false }, reader)), [403, 'forbidden']);
  // What may be seen of a name is the clinic's to say: neither a reception's nor a program's.
  const reception = await app.member(clinic, 'reception');
  assert.equal((await change({ chime: false }, reception)).chime, false);
  for (const client of [reception, await app.program(clinic, ['calls'])]) {
    const names = client.call('PUT /api/call-settings/names', { body: { namePolicy: 'initials' } });
    assert.deepEqual(await refusal(names), [403, 'forbidden']);
  }
  await change({ namePolicy: 'initials' });
  assert.equal((await clinic.call('GET /api/call-settings')).namePolicy, 'ticket');
});

test('a table of the day holds no numbers and no names', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const roomId = await room(clinic, '=Sala; "2"');
  await clinic.call('POST /api/calls', { body: { label: 'X777', roomId } });
  await clinic.call('POST /api/calls', { body: { label: 'X778', roomId, isTest: true } });
  const response = await clinic.request('/api/calls/report.csv');
  const csv = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
  assert.match(response.headers.get('content-disposition') ?? '', /filename="chamadas-\d{4}-\d\d-\d\d\.csv"/);
  assert.ok(csv.startsWith('\uFEFFHora;Local;') && !/X77/.test(csv), csv);
  assert.match(csv, /\r\n\d\d:\d\d:\d\d;"'=Sala; ""2""";;não;1;;não;0;\r\n$/);
});

test('a call is spoken where the machine can, by an address that is good for all, and names leave no trace', async (t) => {
  const app = await startTestApp(t, { speaks: true });
  const clinic: Customer = await app.customer();
  if (!(await clinic.call('GET /api/call-settings')).canSpeak) return t.skip('espeak-ng is not here');
  const tv = await app.screen(clinic);
  const roomId = await room(clinic);
  await clinic.call('PUT /api/call-settings/names', { body: { namePolicy: 'firstNameAndInitial' } });
  const soundsOf = async (label: string) => {
    const { id } = await clinic.call('POST /api/calls', { body: { label, roomId } });
    const { calls } = await tv.call('GET /api/player/calls', { query: { after: id - 1 } });
    return calls[0]?.sounds ?? [];
  };
  const [ticket, name] = [await soundsOf('P042'), await soundsOf('Maria Souza')];
  assert.deepEqual([ticket.length, name.length, ticket[1]], [2, 2, name[1]], 'who, then where');
  const get = async (address = '') => {
    const response = await app.guest().request(address);
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, kept: response.headers.get('cache-control'), bytes };
  };
  const [who, where, named] = [await get(ticket[0]), await get(ticket[1]), await get(name[0])];
  for (const { status, bytes } of [who, where, named])
    assert.deepEqual([status, bytes.subarray(0, 4).toString(), bytes.length > 10_000], [200, 'RIFF', true]);
  assert.match(who.kept ?? '', /immutable/);
  assert.match(named.kept ?? '', /no-store/);
  assert.equal((await get(ticket[0]?.replace(/s=.*/, 's=x'))).status, 403);

  app.clock.advance(90_000);
  const { calls } = await tv.call('GET /api/player/calls', { query: { after: 0 } });
  assert.ok(
    calls.every(({ sounds }) => sounds.length === 0),
    'too old to be spoken',
  );
  await app.parts.calls.voice.forgetNames(Date.now() + 1_000);
  assert.deepEqual([(await get(name[0])).status, (await get(ticket[0])).status], [404, 200]);
  await clinic.call('PUT /api/call-settings', { body: { voice: false } });
  assert.deepEqual(await soundsOf('P043'), []);
});

test('a voice that hangs delays no call: the response arrives, the address says there is none', async (t) => {
  const { chmod, mkdtemp, rm, writeFile } = await import('node:fs/promises');
  const { tmpdir } = await import('node:os');
  const folder = await mkdtemp(join(tmpdir(), 'antessala-voice-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const program = join(folder, 'espeak-ng');
  await writeFile(program, '#!/bin/sh\ncase "$1" in --voices*) echo pt-br;; *) exec sleep 30;; esac\n');
  await chmod(program, 0o755);
  const app = await startTestApp(t, { speaks: true, env: { ESPEAK_PATH: program } });
  const clinic = await app.customer();
  const tv = await app.screen(clinic);
  const roomId = await room(clinic);
  const took: number[] = [];
  for (const label of ['3', '2', '1']) {
    const begun = performance.now();
    await clinic.call('POST /api/calls', { body: { label, roomId } });
    took.push(performance.now() - begun);
  }
  const sounds = (await tv.call('GET /api/player/calls', { query: { after: 2 } })).calls[0]?.sounds ?? [];
  assert.ok(Math.min(...took) < 1_400, 'nobody waited');
  assert.equal(sounds.length, 2);
  assert.equal((await app.guest().request(sounds[0] ?? '')).status, 404);
  await clinic.call('POST /api/calls', { body: { label: '1', roomId } });
  const later = await tv.call('GET /api/player/calls', { query: { after: 3 } });
  assert.deepEqual(later.calls[0]?.sounds, [], 'what failed is not promised again at once');
});

test('5,000 calls take less than 10 MB', async (t) => {
  const app = await startTestApp(t);
  const { database, calls } = app.parts;
  const clinic = await app.customer();
  const tv = await app.screen(clinic);
  const roomId = await room(clinic);
  const size = () => {
    database.optimize();
    return readFileSync(join(app.dataDir, 'antessala.db')).length;
  };
  const actor = { kind: 'player' as const, playerId: tv.playerId, userId: clinic.user.id };
  const [bytes, memory] = [size(), process.memoryUsage().rss];
  database.tx(() => {
    for (let at = 0; at < 5_000; at += 1) {
      const input = { label: `P${at}`, roomId, isPriority: false, isTest: false };
      const { id } = calls.service.callTyped(clinic.user.id, input, `key-${at}`);
      calls.receive(actor, id, true);
    }
  });
  const grown = (size() - bytes) / 1024 ** 2;
  assert.ok(grown < 10, `${grown} MB on disk`);
  t.diagnostic(
    `disk ${grown.toFixed(1)} MB, resident ${((process.memoryUsage().rss - memory) / 1024 ** 2).toFixed(1)} MB`,
  );
});
