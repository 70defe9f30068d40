/** Tests the reports of calls (contract/README 15.9). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysOf } from '../../../contract/text/report-days.ts';
import { ManualClock } from '../../../platform/clock.ts';
import { assertRefused, startClinics } from '../../../testing/steps.ts';
import { issueTicket, callNext, createRoom } from '../testing/steps.ts';
import { createLocalTimes } from './local-times.ts';
import { summaryOf } from './statistics.ts';

test('a summary contains the median, and the time that 90 % of the times do not exceed', () => {
  const median = (values: number[]) => summaryOf(values).medianMs;
  const ninetieth = (values: number[]) => summaryOf(values).p90Ms;
  assert.deepEqual([median([]), median([5]), median([1, 9]), median([9, 1, 2])], [null, 5, 5, 2]);
  const ten = Array.from({ length: 10 }, (_, index) => 10 - index);
  assert.deepEqual([ninetieth([]), ninetieth([7]), ninetieth(ten), ninetieth([3, 1])], [null, 7, 9, 3]);
});

test('a week begins on Monday, and a month has its own length', () => {
  const [week, month] = [daysOf('2026-11-22', 'week'), daysOf('2028-02-29', 'month')];
  assert.deepEqual([week[0], week.at(-1), week.length], ['2026-11-16', '2026-11-22', 7]);
  assert.deepEqual([month[0], month.at(-1), month.length], ['2028-02-01', '2028-02-29', 29]);
  assert.deepEqual(daysOf('2026-11-23', 'week')[0], '2026-11-23');
});

test('local times follow daylight saving time, and opening hours may run over midnight and the end of the week', () => {
  // Lord Howe Island is 10.5 hours ahead of UTC, and 11 hours from 15:30 UTC of this day on.
  const lordHowe = createLocalTimes('Australia/Lord_Howe', []);
  const at = (time: string) => Date.parse(`2026-10-03T${time}:00Z`);
  assert.deepEqual([lordHowe.textOf(at('15:29')), lordHowe.textOf(at('15:30'))], ['01:59:00', '02:30:00']);
  assert.deepEqual([lordHowe.hourOf(at('15:29')), lordHowe.isOutsideHours(at('15:29'))], [1, false]);
  const night = createLocalTimes('UTC', [
    { days: [6], from: 22 * 60, to: 2 * 60 },
    { days: [3], from: 600, to: 600 },
  ]);
  const outside = ['2026-11-22T21:59', '2026-11-22T22:00', '2026-11-23T01:59', '2026-11-23T02:00', '2026-11-27T09:59'];
  assert.deepEqual(
    outside.map((time) => night.isOutsideHours(Date.parse(`${time}:00Z`))),
    [true, false, false, true, false],
  );
});

test('a report has waiting and attendance times by hour, room, service and kind, for a day, a week and a month', async (t) => {
  // A Friday, 9:30 in São Paulo.
  const { app, clinic, other } = await startClinics(t, { clock: new ManualClock(Date.parse('2026-11-20T12:30:00Z')) });
  const [lab, office] = [await createRoom(clinic, 'Coleta 2'), await createRoom(clinic, 'Coleta 10')];
  const { id: serviceId } = await clinic.call('POST /api/call-services', { body: { name: 'Coleta', prefix: 'C' } });
  const report = (query: { day?: string; period?: 'day' | 'week' | 'month' } = {}) =>
    clinic.call('GET /api/calls/report', { query });
  const advanceMinutes = (count: number) => app.clock.advance(count * 60_000);
  const attend = async (roomId: number) => {
    const { ticketId } = await callNext(clinic, roomId);
    advanceMinutes(5);
    await clinic.call('PATCH /api/tickets/:id', { params: { id: ticketId ?? 0 }, body: { status: 'done' } });
  };
  await clinic.call('POST /api/tickets', { body: { serviceId } });
  await issueTicket(clinic);
  await issueTicket(clinic, 'over80');
  advanceMinutes(10);
  for (const roomId of [lab, office, lab]) await attend(roomId);
  const day = await report();
  const times = (count: number, medianMinutes: number, p90Minutes = medianMinutes) => ({
    ...{ count, medianMs: medianMinutes * 60_000, p90Ms: p90Minutes * 60_000 },
  });
  const none = { count: 0, medianMs: null, p90Ms: null };
  assert.deepEqual(day, {
    ...{ day: '2026-11-20', period: 'day', from: '2026-11-20', to: '2026-11-20' },
    ...{ calls: 3, absent: 0, outsideHours: null, medianWaitMs: 15 * 60_000 },
    ...{ waiting: times(3, 15, 20), attendance: times(3, 5) },
    priority: { preferential: times(1, 10), normal: times(2, 17.5, 20) },
    hours: [{ hour: 9, waiting: times(3, 15, 20), attendance: times(3, 5) }],
    rooms: [
      { name: 'Coleta 2', waiting: times(2, 15, 20), attendance: times(2, 5) },
      { name: 'Coleta 10', waiting: times(1, 15), attendance: times(1, 5) },
    ],
    services: [{ name: 'Coleta', waiting: times(1, 15), attendance: times(1, 5) }],
    kinds: [
      { kind: 'over80', waiting: times(1, 10), attendance: times(1, 5) },
      { kind: 'normal', waiting: times(2, 17.5, 20), attendance: times(2, 5) },
    ],
  });

  app.clock.advance(3 * 24 * 3_600_000);
  await issueTicket(clinic, 'preferential');
  await callNext(clinic, lab);
  const [week, before, month] = [
    await report({ period: 'week' }),
    await report({ period: 'week', day: '2026-11-20' }),
    await report({ period: 'month' }),
  ];
  assert.deepEqual([week.calls, week.from, week.to, week.attendance], [1, '2026-11-23', '2026-11-29', none]);
  assert.deepEqual([before.calls, before.from, month.calls, month.waiting.count], [3, '2026-11-16', 4, 4]);
  assert.equal((await other.call('GET /api/calls/report', { query: { period: 'month' } })).calls, 0);
  await assertRefused(report({ period: 'year' as 'month' }), 400, 'invalid_input');
  for (const day of ['2026-99-99', '2026-02-29'])
    for (const path of ['', '/report', '/report.csv'])
      assert.equal((await clinic.request(`/api/calls${path}?day=${day}`)).status, 400, `${path} ${day}`);

  const response = await clinic.request('/api/calls/report.csv?period=month');
  assert.match(response.headers.get('content-disposition') ?? '', /"chamadas-2026-11-01-a-2026-11-30\.csv"/);
  const rows = (await response.text()).trimEnd().split('\r\n');
  assert.deepEqual(
    rows.map((row) => row.split(';').slice(-3).join()),
    [
      'Serviço,Atendimento (s),Dia',
      ',300,0,20/11/2026',
      'Coleta,300,0,20/11/2026',
      ',300,0,20/11/2026',
      ',,23/11/2026',
    ],
  );
  assert.doesNotMatch(rows.join(), /C001|N001|P001|80-001/);
});
