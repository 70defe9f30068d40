import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uptimeText } from './uptime.ts';

test('the uptime is shown in its largest whole unit', () => {
  const minutes = [0, 59, 60, 3599].map(uptimeText);
  assert.deepEqual(minutes, ['menos de um minuto', 'menos de um minuto', '1 minuto', '59 minutos']);
  const longerUptimes = [3600, 86_399, 86_400, 41 * 86_400].map(uptimeText);
  assert.deepEqual(longerUptimes, ['1 hora', '23 horas', '1 dia', '41 dias']);
});
