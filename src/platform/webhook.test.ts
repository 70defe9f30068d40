import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { until } from '../testing/until.ts';
import { startWebhookReceiver } from '../testing/servers/webhook-receiver.ts';
import { ManualClock } from './clock.ts';
import { createLog } from './log.ts';
import { createWebhook, webhookMessageOf, WebhookError } from './webhook.ts';

const message = { title: 'Disco', text: 'Pouco espaço', kind: 'disk' };

async function start(t: TestContext) {
  const receiver = await startWebhookReceiver(t);
  const clock = new ManualClock();
  const lines: string[] = [];
  const webhook = createWebhook({ clock, log: createLog('info', clock, (line) => void lines.push(line)) });
  t.after(() => webhook.close());
  return { receiver, clock, webhook, lines };
}

test('a message is posted as JSON, and signed with the secret', async (t) => {
  const { receiver, clock, webhook, lines } = await start(t);
  webhook.setReceiver({ url: receiver.url, secret: 'um-segredo', allowPrivate: true });
  webhook.send(message);
  await until('the message is received', () => receiver.attempts.length === 1);
  const [{ method, body, signature } = { method: '', body: '', signature: '' }] = receiver.attempts;
  assert.equal(method, 'POST');
  assert.deepEqual(JSON.parse(body), { ...message, at: new Date(clock.now()).toISOString() });
  assert.equal(signature, `sha256=${createHmac('sha256', 'um-segredo').update(body).digest('hex')}`);
  await until('the delivery is recorded', () => webhook.state().sentAt === clock.now());
  assert.ok(
    !lines.join('').includes('oculta') && !lines.join('').includes('um-segredo'),
    'the URL, which contains a key, and the secret are not logged',
  );
});

test('a refused message is retried with the same id and growing delays, then dropped', async (t) => {
  const { receiver, clock, webhook } = await start(t);
  webhook.setReceiver({ url: receiver.url, allowPrivate: true });
  receiver.status = 503;
  webhook.send(message);
  for (const [attempt, waitMs] of [5_000, 60_000, 600_000, 3_600_000].entries()) {
    await until(
      'an attempt was made',
      () => webhook.state().failure?.at === clock.now() && receiver.attempts.length === attempt + 1,
    );
    await until('the message waits', () => webhook.state().waiting === 1);
    clock.advance(waitMs - 1);
    assert.equal(receiver.attempts.length, attempt + 1);
    clock.advance(1);
  }
  await until('the message is dropped', () => receiver.attempts.length === 5 && webhook.state().waiting === 0);
  assert.deepEqual(new Set(receiver.attempts.map(({ id }) => id)).size, 1);
  assert.deepEqual([webhook.state().failure?.reason, webhook.state().failure?.status], ['status', 503]);
  assert.equal(receiver.attempts[0]?.signature, undefined, 'nothing is signed without a secret');
});

test('http and private addresses are refused unless they are allowed, and redirects are never followed', async (t) => {
  const { receiver, webhook } = await start(t);
  const reasonOf = () =>
    webhook.deliverNow(message).then(
      () => 'sent',
      (error: unknown) => (error instanceof WebhookError ? error.reason : error),
    );
  webhook.setReceiver({ url: receiver.url });
  assert.equal(await reasonOf(), 'plain');
  webhook.setReceiver({ url: receiver.url.replace('http:', 'https:') });
  assert.equal(await reasonOf(), 'private');
  assert.equal(receiver.attempts.length, 0);
  receiver.status = 307;
  receiver.location = receiver.url;
  webhook.setReceiver({ url: receiver.url, allowPrivate: true });
  assert.equal(await reasonOf(), 'status');
  assert.equal(receiver.attempts.length, 1);
  webhook.setReceiver({ url: 'http://127.0.0.1:1/', allowPrivate: true });
  assert.equal(await reasonOf(), 'connection');
});

test('at most a hundred messages wait, the others are dropped, and removing the URL discards those that wait', async (t) => {
  const { receiver, webhook, lines } = await start(t);
  webhook.send(message);
  receiver.status = 500;
  webhook.setReceiver({ url: receiver.url, allowPrivate: true });
  for (let count = 0; count < 130; count += 1) webhook.send(message);
  // A hundred wait, and one is being sent.
  assert.ok(webhook.state().waiting <= 101);
  assert.match(lines.join(''), /notice dropped: too many are waiting/);
  webhook.setReceiver({});
  await until('nothing waits', () => webhook.state().waiting === 0);
});

test('an e-mail becomes a message without its greeting', () => {
  assert.deepEqual(webhookMessageOf({ subject: 'Assunto', text: 'Olá!\n\nPouco espaço.\n\nExclua algo.\n' }, 'disk'), {
    title: 'Assunto',
    text: 'Pouco espaço.\n\nExclua algo.',
    kind: 'disk',
  });
});
