import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../testing/app.ts';
import { until } from '../../testing/until.ts';
import { startWebhookReceiver } from '../../testing/servers/webhook-receiver.ts';
import { assertRefusal } from '../accounts/testing/assert-refusal.ts';

test('a webhook set on the page is notified of registrations, requests for space and a full disk; its secrets are never returned', async (t) => {
  const receiver = await startWebhookReceiver(t);
  let freeBytes = 500 * 1024 ** 3;
  const app = await startTestApp(t, { freeSpace: async () => ({ freeBytes, totalBytes: 1024 ** 4 }) });
  const socket = await app.admin.socket();
  const body = { webhook: { url: receiver.url, secret: 'um-segredo', allowPrivate: true } };
  const { webhook } = await app.admin.call('PATCH /api/admin/settings', { body });
  assert.deepEqual(webhook, {
    address: `${new URL(receiver.url).origin}/•••`,
    hasSecret: true,
    allowPrivate: true,
    waiting: 0,
    lastSentAt: null,
    failure: null,
  });
  await socket.waitFor('adminChanged', ({ what }) => what === 'settings');
  const text = await (await app.admin.request('/api/admin/settings')).text();
  assert.ok(!text.includes('oculta') && !text.includes('um-segredo'));

  await app.restart();
  const customer = await app.customer({ username: 'Boa Vida' });
  await until('the registration is delivered', () => receiver.attempts.length === 1);
  await customer.call('POST /api/user/space-request');
  await until('the request is delivered', () => receiver.attempts.length === 2);
  freeBytes = 1024 ** 3;
  await app.parts.tasks.run('disk-guard');
  await until('the full disk is delivered', () => receiver.attempts.length === 3);
  await app.parts.tasks.run('disk-guard');
  const events = receiver.attempts.map(({ event }) => event);
  assert.deepEqual(
    events.map(({ kind }) => kind),
    ['registration', 'space', 'disk'],
  );
  assert.match(events[0]?.text ?? '', /^Boa Vida \(/);
  for (const { signature } of receiver.attempts) assert.match(signature ?? '', /^sha256=[0-9a-f]{64}$/);
});

test('a test event reports its result, and the page shows a failure until a later event is delivered', async (t) => {
  const receiver = await startWebhookReceiver(t);
  const app = await startTestApp(t);
  const sendTest = () => app.admin.call('POST /api/admin/webhook-test');
  await assertRefusal(sendTest(), 409);
  await app.admin.call('PATCH /api/admin/settings', { body: { webhook: { url: receiver.url, allowPrivate: true } } });
  receiver.status = 403;
  await assertRefusal(sendTest(), 502, { message: 'O endereço recusou o aviso (resposta 403). Confira o endereço.' });
  const shown = async () => (await app.admin.call('GET /api/admin/settings')).webhook;
  assert.match((await shown()).failure?.message ?? '', /403/);
  receiver.status = 200;
  assert.equal((await sendTest()).message, 'Aviso de teste enviado');
  const { failure, lastSentAt } = await shown();
  assert.deepEqual([failure, lastSentAt === null], [null, false]);
  assert.equal(receiver.attempts.at(-1)?.event.kind, 'test');
});

test('http has to be allowed explicitly, and removal of the address deletes the secret', async (t) => {
  const app = await startTestApp(t);
  const change = (webhook: { url?: string | null; secret?: string | null; allowPrivate?: boolean }) =>
    app.admin.call('PATCH /api/admin/settings', { body: { webhook } });
  const shown = async () => (await app.admin.call('GET /api/admin/settings')).webhook;
  for (const url of ['http://avisos.test/x', 'ftp://avisos.test/x'])
    await assertRefusal(change({ url, secret: 'um-segredo' }), 400, { fields: ['webhook.url'] });
  assert.deepEqual([(await shown()).address, (await shown()).hasSecret], [null, false], 'nothing was stored');
  await change({ url: 'https://avisos.test/x', secret: 'um-segredo' });
  await change({ url: 'https://outro.test/' });
  assert.deepEqual([(await shown()).address, (await shown()).hasSecret], ['https://outro.test', true]);
  const removed = (await change({ url: null })).webhook;
  assert.deepEqual([removed.address, removed.hasSecret, removed.allowPrivate], [null, false, false]);
});
