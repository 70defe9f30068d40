import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { AppError } from '../../contract/errors.ts';
import { openApi } from '../../contract/openapi.ts';
import { ManualClock } from '../../platform/clock.ts';
import { startTestApp } from '../../testing/app.ts';
import { docsPage } from './docs.ts';
import { type Checks, maintenanceRoutes } from './routes.ts';

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
  const routes = maintenanceRoutes({ checks: () => state, version: '1.2.3', clock });
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

test('the contract is there for programs', async (t) => {
  const app = await startTestApp(t);
  const document = await app.guest().call('GET /api/openapi.json');
  assert.equal(document.openapi, '3.1.0');
  assert.ok((document.paths as Record<string, unknown>)['/api/playlists/{id}/breaking-news']);
});

test('the contract is there to read, with a style sheet the policy of the page lets in', async (t) => {
  const app = await startTestApp(t);
  const page = await app.guest().request('/api/docs');
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
  const html = await page.text();
  assert.doesNotMatch(html, /<script|<style|style=/);
  assert.match(html, /<link rel="icon" href="data:/, 'browsers ask for none');
  const [, href = ''] = /<link rel="stylesheet" href="([^"]+)">/.exec(html) ?? [];
  const style = await app.guest().request(href);
  assert.equal(style.status, 200);
  assert.match(style.headers.get('content-type') ?? '', /^text\/css/);
});

test('the page names every call, links only to what is on it, and escapes what it shows', () => {
  const document = openApi('1.0.0');
  const html = docsPage({ ...document, info: { ...document.info, description: '<b>&`x`' } }, '/style.css');
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  for (const [, target] of html.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.has(target), `#${target}`);
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path)))
    assert.ok(ids.has(operation.operationId), operation.operationId);
  assert.ok(html.includes('&lt;b&gt;&amp;<code>x</code>'));
  assert.doesNotMatch(html, /undefined|\[object Object\]/);
});
