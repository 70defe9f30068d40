import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { tokenScopes } from '../../contract/accounts/capabilities.ts';
import { api } from '../../contract/api/index.ts';
import { openApi } from '../../contract/api/openapi.ts';
import { startTestApp } from '../../testing/app.ts';
import { docsPage } from './page.ts';
import { summariesPt } from './summaries-pt.ts';

test('GET /api/openapi.json returns the contract as OpenAPI 3.1', async (t) => {
  const app = await startTestApp(t);
  const document = await app.guest().call('GET /api/openapi.json');
  assert.equal(document.openapi, '3.1.0');
  assert.ok((document.paths as Record<string, unknown>)['/api/playlists/{id}/breaking-news']);
});

test('GET /api/docs returns a page with a style sheet that its content security policy allows', async (t) => {
  const app = await startTestApp(t);
  const page = await app.guest().request('/api/docs');
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
  const html = await page.text();
  assert.doesNotMatch(html, /<script|<style|style=/);
  assert.match(html, /<link rel="icon" href="data:/, 'an empty icon, so that browsers request none');
  const [, href = ''] = /<link rel="stylesheet" href="([^"]+)">/.exec(html) ?? [];
  const style = await app.guest().request(href);
  assert.equal(style.status, 200);
  assert.match(style.headers.get('content-type') ?? '', /^text\/css/);
});

test('the page lists every call, links only to its own parts, and escapes texts', () => {
  const document = openApi('1.0.0');
  const html = docsPage({ ...document, info: { ...document.info, description: '<b>&`x`' } }, '/style.css');
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  for (const [, target] of html.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.has(target), `#${target}`);
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path)))
    assert.ok(ids.has(operation.operationId), operation.operationId);
  assert.ok(html.includes('&lt;b&gt;&amp;<code>x</code>'));
  assert.doesNotMatch(html, /undefined|\[object Object\]/);
});

test('the page has a Portuguese summary of each call', () => {
  assert.deepEqual(
    Object.keys(api).filter((key) => !Object.keys(summariesPt).includes(key)),
    [],
    'calls without a summary in summaries-pt.ts',
  );
  const html = docsPage(openApi('1.0.0'), '/style.css');
  for (const text of Object.values(summariesPt))
    assert.ok(html.includes(text.replace(/`(\w+)`/, '<code>$1</code>')), text);
});

test('the curl example reads a report with a token of its scope, and each scope lists calls that it permits', async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer();
  const { bearer = '' } = await app.program(owner, ['reports:read']);
  const html = await (await app.guest().request('/api/docs')).text();
  const [, command = ''] = /<pre><code>(curl .*)<\/code><\/pre>/.exec(html) ?? [];
  const completeCommand = command.replace(/http:\/\/&lt;servidor&gt;:8080/, app.url).replace('ats_...', bearer);
  const { stdout } = await promisify(execFile)('bash', ['-c', completeCommand]);
  assert.deepEqual(JSON.parse(stdout), await owner.call('GET /api/calls/report', { query: {} }));
  for (const scope of tokenScopes)
    assert.match(html, new RegExp(`<code>${scope}</code></th><td>[^<]+</td><td><a href="#`));
  const [, reports = ''] = /<code>reports:read<\/code><\/th>(.*?)<\/tr>/.exec(html) ?? [];
  assert.ok(reports.includes('/api/calls/report.csv') && !reports.includes('/api/call-rooms'));
});
