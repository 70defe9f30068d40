/** Compares the metrics and labels of the alerts and the dashboard with those of the server. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../src/platform/process/processes.ts';
import { startTestApp } from '../src/testing/app.ts';

const file = (name: string) => new URL(`monitoring/${name}`, import.meta.url);

interface Panel {
  targets: { expr: string; legendFormat: string }[];
}
const { panels } = JSON.parse(readFileSync(file('grafana.json'), 'utf8')) as { panels: Panel[] };
const panelQueries = panels.flatMap(({ targets }) => targets);
const alerts = readFileSync(file('alerts.yaml'), 'utf8');
const queries = [alerts, ...panelQueries.map(({ expr }) => expr)].join('\n');
const namesIn = (text: string) => new Set(text.match(/antessala_[a-z_]+/g));

test('every metric and label of the alerts and the dashboard exists', async (t) => {
  const app = await startTestApp(t);
  await app.screen(await app.customer());
  const metrics = await (await app.guest().request('/metrics')).text();
  const names = namesIn(queries);
  assert.ok(names.size > 10);
  for (const name of names) assert.match(metrics, new RegExp(`^${name}[ {]`, 'm'), name);
  for (const [, name, label, value] of queries.matchAll(/(antessala_[a-z_]+)\{(\w+)="([^"]+)"/g))
    assert.match(metrics, new RegExp(`^${name}\\{[^}]*${label}="${value}"`, 'm'), `${name} ${label}=${value}`);
  for (const { expr, legendFormat } of panelQueries)
    for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
      assert.match(
        metrics,
        new RegExp(`^${/antessala_[a-z_]+/.exec(expr)?.[0]}\\{[^}]*${label}=`, 'm'),
        `${expr} ${label}`,
      );
});

/** Metrics that need neither panel nor alert, because other metrics contain the same information. */
const redundantMetrics = ['antessala_screens_all', 'antessala_task_last_run_timestamp_seconds'];
/** Metrics of failures that could remain unnoticed for weeks. */
const lastingFailures =
  /_(task_last_succe\w+|processing_queue|sockets|certificate_end\w+|ready|problem|disk_free\w+|backup_age\w+)$/;

test('every metric has a panel or an alert, and a metric of a lasting failure has both', async (t) => {
  const app = await startTestApp(t);
  const metrics = await (await app.guest().request('/metrics')).text();
  const [panelNames, alertNames] = [namesIn(panelQueries.map(({ expr }) => expr).join('\n')), namesIn(alerts)];
  const isIn = (names: ReadonlySet<string>, name: string) => names.has(name) || names.has(`${name}_bucket`);
  const families = [...metrics.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name);
  assert.ok(families.filter((name) => lastingFailures.test(name)).length >= 9);
  for (const name of families.filter((each) => !redundantMetrics.includes(each)))
    if (lastingFailures.test(name))
      assert.ok(isIn(panelNames, name) && isIn(alertNames, name), `${name}: panel and alert`);
    else assert.ok(isIn(panelNames, name) || isIn(alertNames, name), `${name}: panel or alert`);
});

test('promtool accepts the alerts', { skip: !findProgram('promtool') && 'promtool is not installed' }, () => {
  const output = execFileSync('promtool', ['check', 'rules', fileURLToPath(file('alerts.yaml'))], { encoding: 'utf8' });
  assert.match(output, /SUCCESS: 14 rules found/);
});
