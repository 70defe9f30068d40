import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startMailServer } from '../testing/servers/mail-server.ts';
import { ManualClock } from './clock.ts';
import { createLog } from './log.ts';
import { createMail, MailRefusedError, senderOf } from './mail.ts';

function logInto(lines: Record<string, unknown>[], onLine = () => {}) {
  return createLog('debug', new ManualClock(), (line) => {
    lines.push(JSON.parse(line) as Record<string, unknown>);
    onLine();
  });
}

test('without a mail server recipient and subject are logged, but no text, which may contain links', () => {
  const lines: Record<string, unknown>[] = [];
  const mail = createMail({ log: logInto(lines), clock: new ManualClock() });
  mail.send('ana@clinica.test', 'Conta aprovada', 'Bem-vinda à Antessala');
  assert.equal(mail.isConfigured, false);
  assert.equal(lines[0]?.to, 'ana@clinica.test');
  assert.ok(!JSON.stringify(lines).includes('Bem-vinda'));
});

test('an e-mail that the server refuses at first is delivered after 5 s', async (t) => {
  const server = await startMailServer(t, { refusals: 1 });
  const clock = new ManualClock();
  const lines: Record<string, unknown>[] = [];
  let onLine = () => {};
  const mail = createMail({ smtpUrl: server.url, from: 'tv@clinica.test', log: logInto(lines, () => onLine()), clock });
  t.after(() => mail.close());
  const warned = new Promise<void>((resolve) => (onLine = resolve));
  mail.send('ana@clinica.test', 'Conta aprovada', 'Bem-vinda');
  await warned;
  assert.equal(lines[0]?.message, 'mail not sent, will retry');
  assert.equal(server.emails.length, 0);

  const arrived = server.event();
  clock.advance(5_000);
  await arrived;
  assert.match(server.emails[0] ?? '', /From: tv@clinica\.test/);
  assert.match(server.emails[0] ?? '', /To: ana@clinica\.test/);
  assert.match(server.emails[0] ?? '', /Bem-vinda/);
});

test('an e-mail to an unreachable server is given up after three retries, and no call throws', async () => {
  const clock = new ManualClock();
  const lines: Record<string, unknown>[] = [];
  let onLine = () => {};
  const mail = createMail({ smtpUrl: 'smtp://127.0.0.1:1', log: logInto(lines, () => onLine()), clock });
  for (const delayMs of [0, 5_000, 60_000, 600_000]) {
    const logged = new Promise<void>((resolve) => (onLine = resolve));
    if (delayMs === 0) mail.send('ana@clinica.test', 'Assunto', 'Texto');
    else clock.advance(delayMs);
    await logged;
  }
  mail.close();
  assert.deepEqual(
    lines.map((line) => line.level),
    ['warn', 'warn', 'warn', 'error'],
  );
  assert.equal(lines.at(-1)?.subject, 'Assunto');
  assert.ok(!JSON.stringify(lines).includes('Texto'));
});

test('a new server is used at once, also for queued e-mails', async (t) => {
  const server = await startMailServer(t);
  const clock = new ManualClock();
  const lines: Record<string, unknown>[] = [];
  let onLine = () => {};
  const mail = createMail({ smtpUrl: 'smtp://127.0.0.1:1', log: logInto(lines, () => onLine()), clock });
  t.after(() => mail.close());
  const warned = new Promise<void>((resolve) => (onLine = resolve));
  mail.send('ana@clinica.test', 'Conta aprovada', 'Bem-vinda');
  await warned;
  mail.setServer({ smtpUrl: server.url, from: 'nova@clinica.test' });
  const arrived = server.event();
  clock.advance(5_000);
  await arrived;
  assert.match(server.emails[0] ?? '', /From: nova@clinica\.test/);
  mail.setServer({});
  assert.equal(mail.isConfigured, false);
});

test('deliverNow reports the step at which an e-mail was refused', async (t) => {
  const mail = createMail({ log: logInto([]), clock: new ManualClock() });
  t.after(() => mail.close());
  const stepOf = async (smtpUrl: string | undefined) => {
    mail.setServer({ smtpUrl, from: 'tv@clinica.test' });
    const error: unknown = await mail
      .deliverNow('ana@clinica.test', 'Teste', 'Texto')
      .catch((thrown: unknown) => thrown);
    return error instanceof MailRefusedError ? error.step : error;
  };
  assert.equal(await stepOf(undefined), 'connection');
  assert.equal(await stepOf('smtp://127.0.0.1:1'), 'connection');
  assert.equal(
    await stepOf((await startMailServer(t, { refusedCommand: 'AUTH' })).url.replace('smtp://', 'smtp://tv:segredo@')),
    'login',
  );
  assert.equal(await stepOf((await startMailServer(t, { refusedCommand: 'MAIL' })).url), 'sender');
  assert.equal(await stepOf((await startMailServer(t, { refusedCommand: 'RCPT' })).url), 'recipient');
  assert.equal(await stepOf((await startMailServer(t)).url.replace('smtp://', 'smtps://')), 'encryption');
  assert.equal(await stepOf((await startMailServer(t)).url), undefined);
});

test('the sender is the configured one, else the SMTP user if that is an address, else antessala@localhost', () => {
  assert.equal(senderOf({}), undefined);
  assert.equal(senderOf({ smtpUrl: 'smtp://a@b.test', from: 'tv@clinica.test' }), 'tv@clinica.test');
  assert.equal(senderOf({ smtpUrl: 'smtp://tv%40clinica.test:x@mail.test' }), 'Antessala <tv@clinica.test>');
  assert.equal(senderOf({ smtpUrl: 'smtp://mail.test' }), 'Antessala <antessala@localhost>');
});

test('deliverOnce returns true when the e-mail was delivered, logged, or permanently refused because of its recipient', async (t) => {
  const options = { log: createLog('silent', new ManualClock(), () => {}), clock: new ManualClock() };
  const attempt = async (smtpUrl?: string) => {
    const mail = createMail({ ...options, ...(smtpUrl === undefined ? {} : { smtpUrl }) });
    t.after(() => mail.close());
    return mail.deliverOnce('ana@clinica.test', 'Assunto', 'Texto');
  };
  const server = await startMailServer(t);
  const [wrongAddress, wrongSender] = [
    await startMailServer(t, { refusedCommand: 'RCPT' }),
    await startMailServer(t, { refusedCommand: 'MAIL' }),
  ];
  assert.deepEqual([await attempt(), await attempt(server.url), await attempt(wrongAddress.url)], [true, true, true]);
  server.isDown = true;
  assert.deepEqual(
    [await attempt(server.url), await attempt(wrongSender.url), await attempt('smtp://127.0.0.1:1')],
    [false, false, false],
  );
});
