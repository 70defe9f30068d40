import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApi } from '../../contract/api/openapi.ts';
import { startTestApp } from '../../testing/app.ts';
import { docsPage } from './page.ts';

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
