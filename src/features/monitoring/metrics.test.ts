import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { taskNames } from '../../contract/tasks.ts';
import { findProgram } from '../../platform/process/processes.ts';
import { histogram, writeMetrics } from '../../platform/prometheus.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addContent } from '../../testing/contents.ts';

const token = 'segredo-das-metricas';
const statusOf = async (app: TestApp, headers: Record<string, string> = {}) =>
  (await app.guest().request('/metrics', { headers })).status;

test('metrics are served to this machine, and to requests with the token', async (t) => {
  const app = await startTestApp(t, { env: { METRICS_TOKEN: token } });
  const withToken = { authorization: `Bearer ${token}` };
  assert.equal(await statusOf(app), 200);
  assert.equal(await statusOf(app, withToken), 200);
  assert.equal(await statusOf(app, { authorization: 'Bearer outro' }), 403, 'a wrong token, though from this machine');
  for (const address of ['203.0.113.5', '127.0.0.1']) {
    assert.equal(await statusOf(app, { 'x-forwarded-for': address }), 403, 'through a proxy on this machine');
    assert.equal(await statusOf(app, { 'x-forwarded-for': address, ...withToken }), 200);
  }

  const withoutToken = await startTestApp(t);
  assert.equal(await statusOf(withoutToken), 200, 'without a configured token');
  for (const proxy of [{ forwarded: 'for=203.0.113.5' }, { 'cf-ray': '8' }] as Record<string, string>[])
    assert.equal(await statusOf(withoutToken, proxy), 403, 'through an unknown proxy');
});

test('with TRUST_PROXY the token is required even without proxy headers, since the proxy may add none', async (t) => {
  const env = { TRUST_PROXY: '127.0.0.1' };
  assert.equal(await statusOf(await startTestApp(t, { env })), 403);
  const app = await startTestApp(t, { env: { ...env, METRICS_TOKEN: token } });
  assert.equal(await statusOf(app), 403);
  assert.equal(await statusOf(app, { authorization: `Bearer ${token}` }), 200);
});

test('/metrics reports requests, sockets, screens, media, disk, tasks and the process', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  const screen = await app.screen(customer);
  await screen.call('POST /api/player/heartbeat', { body: { token: screen.token, playerId: screen.playerId } });
  await screen.socket();
  await customer.socket();
  const broken = addContent(app, { userId: customer.user.id });
  app.parts.database.exec(`UPDATE videos SET processing_status = 'failed' WHERE id = ${broken}`);
  const anHourAgo = app.clock.now() - 3_600_000;
  app.parts.database
    .exec(`DELETE FROM task_runs; INSERT INTO task_runs (name, started_at, duration_ms, succeeded, last_success_at)
    VALUES ('backup', ${app.clock.now()}, 1500, 0, ${anHourAgo}), ('disk-guard', ${anHourAgo}, 3, 1, ${anHourAgo})`);
  assert.equal(await app.guest().status('GET /api/user'), 401);

  const response = await app.guest().request('/metrics');
  assert.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
  const text = await response.text();
  const value = (sample: string) => {
    const line = text.split('\n').find((candidate) => candidate.startsWith(`${sample} `));
    assert.notEqual(line, undefined, `${sample} in\n${text}`);
    return Number(line?.split(' ').pop());
  };
  assert.ok(value('antessala_http_requests_total{class="2xx"}') >= 5);
  assert.ok(value('antessala_http_requests_total{class="4xx"}') >= 1);
  const duration = 'antessala_http_request_duration_seconds';
  assert.equal(value(`${duration}_bucket{le="+Inf"}`), value(`${duration}_count`));
  assert.equal(value('antessala_http_requests_open'), 1, 'the request for the metrics');
  assert.equal(value('antessala_sockets{kind="screen"}'), 1);
  assert.equal(value('antessala_sockets{kind="user"}'), 1);
  assert.deepEqual(
    [value('antessala_screens_all'), value('antessala_screens_online'), value('antessala_screens{status="active"}')],
    [1, 1, 1],
  );
  assert.deepEqual([value('antessala_processing_queue'), value('antessala_media_failed')], [0, 1]);
  assert.ok(value('antessala_disk_free_bytes') < value('antessala_disk_total_bytes'));
  assert.match(text, /^antessala_backup_age_seconds \+Inf$/m, 'there is no backup');
  for (const task of taskNames)
    assert.match(text, new RegExp(`^antessala_task_last_success_timestamp_seconds\\{task="${task}"\\} \\S+$`, 'm'));
  assert.match(text, /^antessala_certificate_end_timestamp_seconds \+Inf$/m, 'there is no https');
  assert.equal(value('antessala_task_last_succeeded{task="backup"}'), 0);
  assert.equal(value('antessala_task_last_duration_seconds{task="backup"}'), 1.5);
  assert.ok(value('antessala_memory_bytes{kind="resident"}') > 10_000_000);
  for (const name of [
    'antessala_uptime_seconds',
    'antessala_event_loop_lag_seconds{stat="p99"}',
    'antessala_cpu_seconds_total{mode="user"}',
  ])
    assert.ok(value(name) >= 0, name);
  assert.match(text, /^antessala_info\{version="[^"]+",node="\d+\.\d+\.\d+"\} 1$/m);
  if (!findProgram('promtool')) return t.diagnostic('promtool is not installed (Debian: prometheus)');
  const checked = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
  assert.deepEqual([checked.status, checked.stdout, checked.stderr], [0, '', '']);
});

test('text for Prometheus is escaped, and buckets are cumulative', () => {
  assert.equal(
    writeMetrics([
      {
        name: 'a',
        help: 'one\ntwo \\',
        type: 'gauge',
        samples: [{ labels: { path: 'C:\\x "y"\n' }, value: Number.POSITIVE_INFINITY }],
      },
      { name: 'none', help: '', type: 'gauge', samples: [] },
      { name: 'h', help: 'h', type: 'histogram', samples: histogram([0.1, 1], [2, 0, 3], 7.5) },
    ]),
    `# HELP a one\\ntwo \\\\\n# TYPE a gauge\na{path="C:\\\\x \\"y\\"\\n"} +Inf\n` +
      '# HELP h h\n# TYPE h histogram\nh_bucket{le="0.1"} 2\nh_bucket{le="1"} 2\nh_bucket{le="+Inf"} 5\nh_sum 7.5\nh_count 5\n',
  );
});
