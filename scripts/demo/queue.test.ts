import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../src/testing/app.ts';
import { fillQueue } from './queue.ts';

test('the demo leaves eight tickets waiting, returns the nine calls, and adds past visits to the report', async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer();
  for (const [name, prefix] of [
    ['Exames', 'E'],
    ['Consulta', 'C'],
  ] as const) {
    const { id } = await owner.call('POST /api/call-rooms', { body: { name } });
    await owner.call('POST /api/call-services', { body: { name, prefix, roomIds: [id] } });
  }
  await owner.call('PUT /api/call-settings', { body: { queueEnabled: true } });
  const now = app.clock.now();
  const callIds = await fillQueue(owner, { database: app.parts.database, userId: owner.user.id, now });

  assert.equal(callIds.length, 9);
  const { tickets } = await owner.call('GET /api/calls');
  assert.equal(tickets.filter(({ status }) => status === 'waiting').length, 8);
  const day = new Date(now - 7 * 86_400_000).toISOString().slice(0, 10);
  const week = await owner.call('GET /api/calls/report', { query: { day, period: 'week' } });
  assert.ok(week.calls > 200, `${week.calls} calls`);
  assert.ok(week.waiting.count > 200 && week.attendance.count > 200 && week.absent > 0);
  assert.deepEqual(
    week.services.map(({ name }) => name),
    ['Consulta', 'Exames'],
  );
});
