import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scheduleText, durationText } from './tasks.ts';

test('a cron expression is described in words', () => {
  const words = {
    '0 3 * * *': 'Todos os dias às 03:00',
    '45 14 * * *': 'Todos os dias às 14:45',
    '* * * * *': 'A cada minuto',
    '*/5 * * * *': 'A cada 5 minutos',
    '15 * * * *': 'A cada hora, aos 15 minutos',
    '0 */6 * * *': 'A cada 6 horas',
    '30 4 * * 0': 'Todo domingo às 04:30',
    '0 5 * * 6': 'Todo sábado às 05:00',
    '*/30 * * * * *': 'A cada 30 segundos',
  };
  for (const [cron, text] of Object.entries(words)) assert.equal(scheduleText(cron), text, cron);
});

test('an unknown cron expression is shown unchanged', () => {
  for (const cron of ['0 3 1 * *', '0 3,15 * * *', '0 9-17 * * 1-5', '0 3 * 6 *', 'nada', '0 3 * * 9'])
    assert.equal(scheduleText(cron), cron);
});

test('a duration is shown in seconds or minutes', () => {
  const durations = [3, 999, 12_300, 59_600, 185_000].map(durationText);
  assert.deepEqual(durations, ['menos de 1 s', '1 s', '12 s', '1 min 00 s', '3 min 05 s']);
});
