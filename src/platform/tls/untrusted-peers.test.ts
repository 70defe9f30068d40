/** Tests that the server sends nothing to peers with an untrusted certificate. */
import assert from 'node:assert/strict';
import { createServer as createHttpsServer } from 'node:https';
import type { Server } from 'node:net';
import { test, type TestContext } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';
import { listenLocally } from '../../testing/ports.ts';
import { ManualClock } from '../clock.ts';
import { createLog } from '../log.ts';
import { createMail, MailRefusedError } from '../mail.ts';
import { createOutbound } from '../outbound.ts';
import { createAuthority, issueCertificate } from './certificates.ts';

const day = 86_400_000;
const now = Date.now();
const authority = createAuthority(
  'Nobody',
  { from: now - day, to: now + 90 * day },
  { names: ['localhost'], networks: ['127.0.0.0/8'] },
);
const { certificate: cert, key } = issueCertificate(authority, { from: now - day, to: now + 30 * day }, ['127.0.0.1']);

function listen(t: TestContext, server: Server): Promise<number> {
  server.on('tlsClientError', () => undefined);
  return listenLocally(t, server);
}

test('a radio station or webhook receiver with an untrusted certificate gets no request', async (t) => {
  let received = 0;
  const server = createHttpsServer({ cert, key }, (_, response) => {
    received += 1;
    response.end('here');
  });
  const port = await listen(t, server);
  const outbound = createOutbound({ allowPrivate: true });
  const openUrl = (body?: string) =>
    outbound.open(`https://127.0.0.1:${port}/`, {
      signal: AbortSignal.timeout(20_000),
      ...(body === undefined ? {} : { body }),
    });
  for (const body of [undefined, '{"text":"segredo"}'])
    await assert.rejects(openUrl(body), (error: Error) => /verify|certificate/.test(error.message));
  assert.equal(received, 0);
});

test('a mail server with an untrusted certificate gets no e-mail, unless its URL permits it', async (t) => {
  const clock = new ManualClock();
  const server = createTlsServer({ cert, key }, (socket) => {
    socket.on('error', () => undefined);
    // Greets and refuses every command.
    socket.write('220 here\r\n');
    socket.on('data', () => socket.end('421 no\r\n'));
  });
  const port = await listen(t, server);
  const failedStep = async (query: string) => {
    const mail = createMail({
      ...{ smtpUrl: `smtps://127.0.0.1:${port}${query}`, from: 'tv@clinica.test' },
      ...{ clock, log: createLog('silent', clock) },
    });
    const refused = await mail.deliverNow('ana@clinica.test', 'Oi', 'Oi').catch((error: unknown) => error);
    assert.ok(refused instanceof MailRefusedError);
    return refused.step;
  };
  assert.equal(await failedStep(''), 'encryption');
  assert.equal(
    await failedStep('?tls.rejectUnauthorized=false'),
    'connection',
    'the server was contacted, and refused the e-mail',
  );
});
