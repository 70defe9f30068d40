import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, request as requestOverTls } from 'node:https';
import { request } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { ManualClock } from '../clock.ts';
import { createLog } from '../log.ts';
import { createLocalTls } from './local-tls.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { startTestApp, testAdmin, type TestApp } from '../../testing/app.ts';
import { freePort } from '../../testing/ports.ts';
import { connectWebSocket } from '../../testing/ws.ts';

interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** Serial number of the server's certificate. */
  serial: string | undefined;
}

/** Creates a client for http and https that trusts the server's own authority. */
async function setUp(app: TestApp, tlsPort: number) {
  const ca = await (await app.guest().request('/antessala-ca.crt')).text();
  const secureUrl = `https://127.0.0.1:${tlsPort}`;
  const send = (
    url: string,
    path: string,
    options: { body?: unknown; cookie?: string | undefined; agent?: Agent } = {},
  ) =>
    new Promise<Reply>((resolve, reject) => {
      const headers = {
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
        ...(options.cookie ? { cookie: options.cookie } : {}),
      };
      const isSecure = url.startsWith('https:');
      const call = (isSecure ? requestOverTls : request)(
        url + path,
        {
          method: options.body ? 'POST' : 'GET',
          headers,
          ...(isSecure ? { ca, agent: options.agent ?? new Agent() } : {}),
        },
        (response) => {
          const serial = isSecure ? (response.socket as TLSSocket).getPeerCertificate().serialNumber : undefined;
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(chunks).toString(),
              serial,
            }),
          );
        },
      );
      call.on('error', reject);
      call.end(options.body ? JSON.stringify(options.body) : undefined);
    });
  const login = async (url: string) => {
    const { headers } = await send(url, '/api/login', {
      body: { email: testAdmin.email, password: testAdmin.password },
    });
    return String(headers['set-cookie']?.[0]);
  };
  return { ca, secureUrl, send, login };
}

/** Returns protocol and cipher that server and client agree on; undefined when they do not. */
const negotiate = (port: number, options: ConnectionOptions) =>
  new Promise<string | undefined>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...options }, () => {
      resolve(`${socket.getProtocol()} ${socket.getCipher().name}`);
      socket.destroy();
    });
    socket.on('error', () => resolve(undefined));
  });

test('a renewed certificate that cannot be loaded is reported until it is loaded', async (t) => {
  const clock = new ManualClock(Date.now());
  const log = createLog('silent', clock);
  const tls = createLocalTls({ dataDir: temporaryFolder(t), otherHosts: [], clock, log });
  let isLoadable = false;
  const timer = tls.startUpdating(async () => assert.ok(isLoadable, 'refused'));
  t.after(() => timer.cancel());
  const isStuckAfterAMinute = async () => {
    clock.advance(60_000);
    await new Promise(setImmediate);
    return tls.served().isStuck;
  };
  assert.equal(await isStuckAfterAMinute(), false);
  const { endsAt } = tls.served();
  clock.jump(endsAt - clock.now());
  for (const isLoaded of [false, false, true]) {
    isLoadable = isLoaded;
    assert.equal(await isStuckAfterAMinute(), !isLoaded);
    assert.equal(
      tls.served().endsAt > endsAt,
      isLoaded,
      'the previous certificate is served until the new one is loaded',
    );
  }
});

test("https with the server's own authority is served beside http", async (t) => {
  const tlsPort = await freePort();
  const app = await startTestApp(t, { env: { ANTESSALA_TLS: 'local', TLS_PORT: String(tlsPort) } });
  const { ca, secureUrl, send, login } = await setUp(app, tlsPort);

  await t.test('the certificate of the authority can be downloaded, and the URLs are listed', async () => {
    const response = await app.guest().request('/antessala-ca.crt');
    assert.equal(response.headers.get('content-type'), 'application/x-x509-ca-cert');
    assert.match(ca, /^-----BEGIN CERTIFICATE-----\n/);
    assert.deepEqual(await app.guest().call('GET /api/installation'), {
      addresses: [app.url],
      secureAddresses: [secureUrl],
      caCertificate: '/antessala-ca.crt',
    });
  });

  await t.test('over https only clients that trust the authority can connect', async () => {
    assert.equal((await send(secureUrl, '/healthz')).status, 200);
    assert.equal((await send(`https://localhost:${tlsPort}`, '/healthz')).status, 200);
    assert.equal((await send(app.url, '/healthz')).status, 200);
    await assert.rejects(fetch(`${secureUrl}/healthz`), 'an unknown authority');
  });

  await t.test('TLS 1.3 is preferred; 1.2 requires forward secrecy and authenticated encryption', async () => {
    assert.match((await negotiate(tlsPort, {})) ?? '', /^TLSv1\.3 /);
    assert.match((await negotiate(tlsPort, { maxVersion: 'TLSv1.2' })) ?? '', /^TLSv1\.2 ECDHE-ECDSA-AES\d+-GCM/);
    const weak = { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA:AES128-SHA:@SECLEVEL=0' } as const;
    assert.equal(await negotiate(tlsPort, weak), undefined);
    const oldTls = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' } as const;
    assert.equal(await negotiate(tlsPort, oldTls), undefined);
  });

  await t.test('a browser can have a session on https and another on http, and they are not confused', async () => {
    const secure = await login(secureUrl);
    const plain = await login(app.url);
    assert.match(secure, /^__Host-antessala_session=.*; Secure$/);
    assert.match(plain, /^antessala_session=(?!.*Secure)/);
    const [secureCookie, plainCookie] = [secure, plain].map((cookie) => cookie.split(';')[0]);
    assert.equal((await send(secureUrl, '/api/user', { cookie: `${plainCookie}; ${secureCookie}` })).status, 200);
    assert.equal((await send(app.url, '/api/user', { cookie: plainCookie })).status, 200);
    assert.equal((await send(secureUrl, '/api/user', { cookie: plainCookie })).status, 401);
    assert.equal((await send(app.url, '/api/user', { cookie: secureCookie })).status, 401);
  });

  await t.test('a change made over http reaches a socket on https', async () => {
    const { url } = app;
    const cookie = (await login(secureUrl)).split(';')[0] ?? '';
    const socket = await connectWebSocket(`wss://127.0.0.1:${tlsPort}/ws`, {
      ca,
      headers: { origin: secureUrl, cookie },
    });
    const received = (type: string) =>
      new Promise<void>((resolve) =>
        socket.onMessage((text) => void ((JSON.parse(text) as { type: string }).type === type && resolve())),
      );
    const subscribed = received('subscribed');
    socket.send(JSON.stringify({ type: 'subscribe_user' }));
    await subscribed;
    const changed = received('adminChanged');
    await app.admin.call('PATCH /api/admin/settings', { body: { accessCode: 'OUTRO1' } });
    await changed;
    assert.equal(app.url, url);
    socket.close();
  });

  await t.test('a renewed certificate is served to new connections, and open ones continue', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const before = await send(secureUrl, '/healthz', { agent });
    const file = join(app.dataDir, 'tls/server-key.pem');
    writeFileSync(file, 'damaged');
    app.clock.advance(60_000);
    assert.notEqual(readFileSync(file, 'utf8'), 'damaged');
    const after = await send(secureUrl, '/healthz');
    assert.notEqual(after.serial, before.serial);
    assert.equal((await send(secureUrl, '/healthz', { agent })).serial, before.serial, 'the open connection');
    agent.destroy();
  });

  await t.test('the authority is the same after a restart', async () => {
    await app.restart();
    assert.equal(await (await app.guest().request('/antessala-ca.crt')).text(), ca);
    assert.equal((await send(secureUrl, '/healthz')).status, 200);
  });
});
