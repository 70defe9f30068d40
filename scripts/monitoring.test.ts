/** Compares the metrics and labels of the alerts and the dashboard with those of the server. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../src/platform/process/processes.ts';
import { startTestApp } from '../src/testing/app.ts';

const file = (name: string) => new URL(`monitoring/${name}`, import.meta.url);

test('every metric and label of the alerts and the dashboard exists', async (t) => {
  const app = await startTestApp(t);
  await app.screen(await app.customer());
  const metrics = await (await app.guest().request('/metrics')).text();
  const { panels } = JSON.parse(readFileSync(file('grafana.json'), 'utf8')) as {
    panels: { targets: { expr: string; legendFormat: string }[] }[];
  };
  const queries = [
    readFileSync(file('alerts.yaml'), 'utf8'),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ].join('\n');
  const names = new Set(queries.match(/antessala_[a-z_]+/g));
  assert.ok(names.size > 10);
  for (const name of names) assert.match(metrics, new RegExp(`^${name}[ {]`, 'm'), name);
  for (const [, name, label, value] of queries.matchAll(/(antessala_[a-z_]+)\{(\w+)="([^"]+)"/g))
    assert.match(metrics, new RegExp(`^${name}\\{[^}]*${label}="${value}"`, 'm'), `${name} ${label}=${value}`);
  for (const { expr, legendFormat } of panels.flatMap(({ targets }) => targets))
    for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
      assert.match(
        metrics,
        new RegExp(`^${/antessala_[a-z_]+/.exec(expr)?.[0]}\\{[^}]*${label}=`, 'm'),
        `${expr} ${label}`,
      );
});

test('promtool accepts the alerts', { skip: !findProgram('promtool') && 'promtool is not installed' }, () => {
  const output = execFileSync('promtool', ['check', 'rules', fileURLToPath(file('alerts.yaml'))], { encoding: 'utf8' });
  assert.match(output, /SUCCESS: 8 rules found/);
});
