import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Call } from '../../contract/calls.ts';
import { runAndStore } from '../../platform/http/request/idempotency.ts';
import { startTestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { assertRefused, postWithKey, startClinics, startScreen } from '../../testing/steps.ts';
import {
  createRoom,
  call,
  repeatCall,
  issueTicket,
  callNext,
  callsOfToday,
  callReport,
  playerCalls,
  labelsOf,
} from './testing/steps.ts';

test('1,000 calls of the next ticket by 8 simultaneous clients call 1,000 different tickets in order', async (t) => {
  const app = await startTestApp(t);
  const { database } = app.parts;
  database.connection.pragma('synchronous = OFF');
  const clinic = await app.customer();
  const roomIds = [await createRoom(clinic, 'Guichê 1'), await createRoom(clinic, 'Guichê 2')];
  database.tx(() => {
    for (let at = 0; at < 1_000; at += 1) app.parts.calls.service.issueTicket(clinic.user.id, { kind: 'normal' });
  });
  const clients: Client[] = [clinic];
  while (clients.length < 8) clients.push(await app.program(clinic, ['calls']));
  const made: Call[] = [];
  await Promise.all(
    clients.map(async (client, index) => {
      for (let count = 0; count < 125; count += 1) made.push(await callNext(client, roomIds[index % 2] ?? 0));
    }),
  );
  const expected = Array.from({ length: 1_000 }, (_, index) => `N${String(index + 1).padStart(3, '0')}`);
  assert.deepEqual(labelsOf(made.toSorted((a, b) => a.id - b.id)), expected);
  await assertRefused(callNext(clinic, roomIds[0] ?? 0), 409, 'queue_empty');
});

test('a clinic can make 5,000 calls of any kind per day; beyond that a repeated idempotency key still gets its response; midnight resets the limit', async (t) => {
  const { app, clinic, other } = await startClinics(t);
  const tv = await app.screen(clinic);
  const roomId = await createRoom(clinic);
  await issueTicket(clinic);
  const first = await postWithKey<Call>(clinic, '/api/calls', 'first', { label: 'P1', roomId });
  const copy = app.parts.database.prepare<[number]>(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO calls (user_id, day, label, is_name, room_id, room_name, colour, on_all, is_priority, times, is_test, created_at)
     SELECT user_id, day, 'P' || (i + 1), is_name, room_id, room_name, colour, on_all, is_priority, times, is_test, created_at
     FROM calls, n WHERE calls.id = (SELECT min(id) FROM calls)`,
  );
  copy.run(4_998);
  await repeatCall(clinic, first.body.id);

  const reported = await playerCalls(tv);
  assert.equal(reported.calls.length, 50, 'a screen that was offline gets the newest 50 calls, oldest first');
  const labels = labelsOf(reported.calls);
  assert.deepEqual([labels[0], ...labels.slice(-2)], ['P4951', 'P4999', 'P1']);
  assert.equal(reported.calls.at(-1)?.id, reported.lastCallId);

  await assertRefused(call(clinic, 'P2', roomId), 403, 'quota_exceeded');
  await assertRefused(call(clinic, 'Teste', roomId, { isTest: true }), 403, 'quota_exceeded');
  await assertRefused(repeatCall(clinic, first.body.id), 403, 'quota_exceeded');
  await assertRefused(callNext(clinic, roomId), 403, 'quota_exceeded');
  const { tickets } = await callsOfToday(clinic);
  const { calls } = await callReport(clinic);
  assert.deepEqual([tickets[0]?.status, calls], ['waiting', 4_999], 'the ticket of the refused call is still waiting');
  const sourceCall = { ticket: 'A001', name: '', place: 'Guichê 1', isPriority: false };
  assert.throws(() => app.parts.calls.service.callFromSource(clinic.user.id, sourceCall), /As 5\.000 chamadas de hoje/);
  const replayed = await postWithKey<Call>(clinic, '/api/calls', 'first', { label: 'P1', roomId });
  assert.deepEqual([replayed.status, replayed.body.id], [201, first.body.id]);
  assert.equal((await call(other, 'P1', await createRoom(other))).label, 'P1');
  app.clock.advance(24 * 3_600_000);
  assert.equal((await call(clinic, 'P2', roomId)).label, 'P2');
});

test('5,000 calls with idempotency keys and receipts take less than 10 MB on disk', async (t) => {
  const { app, clinic, screen: tv } = await startScreen(t);
  const { database, calls, idempotencyKeys } = app.parts;
  const roomId = await createRoom(clinic);
  const size = async () => {
    await database.optimize();
    return readFileSync(join(app.dataDir, 'antessala.db')).length;
  };
  const actor = { kind: 'player' as const, playerId: tv.playerId, userId: clinic.user.id };
  const bytes = await size();
  database.tx(() => {
    for (let at = 0; at < 5_000; at += 1) {
      const input = { label: `P${at}`, roomId, isPriority: false, isTest: false };
      const request = { userId: clinic.user.id, key: `chamada-de-hoje-${at}`, input };
      const { id } = runAndStore(idempotencyKeys, request, () =>
        calls.views.call(clinic.user.id, calls.service.callTyped(clinic.user.id, input)),
      ) as Call;
      calls.service.receive(actor, id, { hadSound: true });
    }
  });
  const grown = ((await size()) - bytes) / 1024 ** 2;
  assert.ok(grown < 10, `${grown} MB on disk`);
});
