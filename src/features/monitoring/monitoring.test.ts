import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { AppError } from '../../contract/errors.ts';
import { ManualClock } from '../../platform/clock.ts';
import { startTestApp } from '../../testing/app.ts';
import { type Checks, healthRoutes } from './routes.ts';

test('anyone may ask whether the server is well', async (t) => {
  const app = await startTestApp(t);
  const health = await app.guest().call('GET /healthz');
  assert.ok(['ok', 'degraded'].includes(health.status));
  assert.equal(health.status === 'ok', health.problems.length === 0);
  // From source too: backups carry it.
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as {
    version: string;
  };
  assert.equal(health.version, version);
  assert.equal((await app.guest().call('GET /readyz')).message, 'Pronto.');
});

test('problems make it degraded but alive; a server that cannot serve is not ready', async () => {
  const clock = new ManualClock();
  let state: Checks = { isReady: true, ffmpeg: true, problems: [] };
  const routes = healthRoutes({ checks: () => state, version: '1.2.3', clock });
  clock.advance(61_500);
  assert.deepEqual(await routes['GET /healthz']({} as never), {
    status: 'ok',
    version: '1.2.3',
    uptimeS: 61,
    ffmpeg: true,
    problems: [],
  });
  state = { isReady: false, ffmpeg: false, problems: ['ffmpeg não encontrado.'] };
  assert.deepEqual(await routes['GET /healthz']({} as never), {
    status: 'degraded',
    version: '1.2.3',
    uptimeS: 61,
    ffmpeg: false,
    problems: ['ffmpeg não encontrado.'],
  });
  await assert.rejects(
    async () => routes['GET /readyz']({} as never),
    (error: unknown) => error instanceof AppError && error.status === 503,
  );
});
