import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { ManualClock } from './clock.ts';
import { createLog } from './log.ts';
import { createMail } from './mail.ts';

/** A mail server that refuses the first `refusals` letters and keeps the rest. */
async function startMailServer(t: TestContext, refusals = 0) {
  const letters: string[] = [];
  let refused = 0;
  let wake = () => {};
  const server = createServer((socket) => {
    let isBody = false;
    let body = '';
    socket.write('220 test\r\n');
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      if (isBody) {
        body += chunk.toString();
        if (!body.endsWith('\r\n.\r\n')) return;
        isBody = false;
        letters.push(body);
        socket.write('250 kept\r\n');
        wake();
      } else if (/^DATA/.test(chunk.toString())) {
        isBody = true;
        body = '';
        socket.write('354 go\r\n');
      } else if (/^MAIL/.test(chunk.toString()) && refused < refusals) {
        refused += 1;
        socket.write('451 later\r\n');
        wake();
      } else if (/^QUIT/.test(chunk.toString())) socket.end('221 bye\r\n');
      else socket.write('250 ok\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return {
    letters,
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    event: () => new Promise<void>((resolve) => (wake = resolve)),
  };
}

function logInto(lines: Record<string, unknown>[], onLine = () => {}) {
  return createLog('debug', new ManualClock(), (line) => {
    lines.push(JSON.parse(line) as Record<string, unknown>);
    onLine();
  });
}

test('without a server the whole text stands in the log', () => {
  const lines: Record<string, unknown>[] = [];
  const mail = createMail({ log: logInto(lines), clock: new ManualClock() });
  mail.send('ana@clinica.test', 'Conta aprovada', 'Bem-vinda à Antessala');
  assert.equal(mail.isConfigured, false);
  assert.equal(mail.from, null);
  assert.equal(lines[0]?.to, 'ana@clinica.test');
  assert.equal(lines[0]?.text, 'Bem-vinda à Antessala');
});

test('a letter arrives, and one that is refused is tried again later', async (t) => {
  const server = await startMailServer(t, 1);
  const clock = new ManualClock();
  const lines: Record<string, unknown>[] = [];
  let onLine = () => {};
  const mail = createMail({ smtpUrl: server.url, from: 'tv@clinica.test', log: logInto(lines, () => onLine()), clock });
  t.after(() => mail.close());
  const warned = new Promise<void>((resolve) => (onLine = resolve));
  mail.send('ana@clinica.test', 'Conta aprovada', 'Bem-vinda');
  await warned;
  assert.equal(lines[0]?.message, 'mail not sent, will retry');
  assert.equal(server.letters.length, 0);

  const arrived = server.event();
  clock.advance(5_000);
  await arrived;
  assert.match(server.letters[0] ?? '', /From: tv@clinica\.test/);
  assert.match(server.letters[0] ?? '', /To: ana@clinica\.test/);
  assert.match(server.letters[0] ?? '', /Bem-vinda/);
});

test('a dead server is given up after three retries, and no call ever throws', async () => {
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
  assert.equal(lines.at(-1)?.text, 'Texto');
});
