import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { test } from 'node:test';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { systemClock } from './platform/clock.ts';
import { DirectoryInUseError } from './platform/storage/folder-lock.ts';
import { createLog } from './platform/log.ts';
import { createAuthority, issueCertificate } from './platform/tls/certificates.ts';
import { startTestApp } from './testing/app.ts';
import { playerPages, studioPages } from '../web/navigation/paths.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const silent = createLog('silent', systemClock);

test('a second server on the same data directory does not start, and the first one continues', async (t) => {
  const app = await startTestApp(t);
  const config = readConfig({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: app.dataDir });
  await assert.rejects(createApp(config, { log: silent }), DirectoryInUseError);
  assert.equal((await app.guest().call('GET /readyz')).message, 'Pronto.');
  await app.restart();
});

test('the server returns every page that paths.ts lists, and 404 for any other path', async (t) => {
  const webDir = temporaryFolder(t);
  for (const name of ['index.html', 'play.html']) writeFileSync(join(webDir, name), name);
  const app = await startTestApp(t, { webDir });
  for (const path of [...studioPages, ...playerPages])
    assert.equal((await app.guest().request(path)).status, 200, path);
  assert.equal((await app.guest().request('/gestor/settings')).status, 404);
});

test('with a certificate the server uses TLS, and cookies are Secure', async (t) => {
  const directory = temporaryFolder(t);
  const files = { TLS_CERT: join(directory, 'cert.pem'), TLS_KEY: join(directory, 'key.pem') };
  const validity = { from: Date.now() - 86_400_000, to: Date.now() + 86_400_000 };
  const authority = createAuthority('Teste', validity, { names: ['localhost'], networks: [] });
  const { certificate, key } = issueCertificate(authority, validity, ['localhost']);
  writeFileSync(files.TLS_CERT, certificate);
  writeFileSync(files.TLS_KEY, key);
  const env = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(directory, 'data'), ACCESS_CODE: 'ACESSO1', ...files };
  const app = await createApp(readConfig(env), { log: silent, passwords: { cost: 4 } });
  t.after(() => app.close());
  assert.equal(app.url, `https://127.0.0.1:${app.port}`);
  const call = request(`${app.url}/api/register/validate-code`, {
    method: 'POST',
    rejectUnauthorized: false,
    headers: { 'content-type': 'application/json' },
  });
  call.end(JSON.stringify({ code: 'ACESSO1' }));
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  response.resume();
  assert.equal(response.statusCode, 200);
  assert.match(String(response.headers['set-cookie']), /; Secure$/);
});
