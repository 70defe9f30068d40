import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { test } from 'node:test';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { systemClock } from './platform/clock.ts';
import { DirectoryInUseError } from './platform/storage/folder-lock.ts';
import { createLog } from './platform/log.ts';
import { findProgram } from './platform/process/processes.ts';
import { startTestApp } from './testing/app.ts';
import { playerPages, studioPages } from '../web/navigation/paths.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const silent = createLog('silent', systemClock);

test('a second server on the same data directory does not start, and the first goes on', async (t) => {
  const app = await startTestApp(t);
  const config = readConfig({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: app.dataDir });
  await assert.rejects(createApp(config, { log: silent }), DirectoryInUseError);
  assert.equal((await app.guest().call('GET /readyz')).message, 'Pronto.');
  await app.restart();
});

test('the server serves every page of the list, and for no other', async (t) => {
  const webDir = temporaryFolder(t);
  for (const name of ['index.html', 'play.html']) writeFileSync(join(webDir, name), name);
  const app = await startTestApp(t, { webDir });
  for (const path of [...studioPages, ...playerPages])
    assert.equal((await app.guest().request(path)).status, 200, path);
  assert.equal((await app.guest().request('/gestor/settings')).status, 404);
});

test(
  'with a certificate the server speaks TLS, and cookies are for TLS only',
  { skip: !findProgram('openssl') },
  async (t) => {
    const directory = temporaryFolder(t);
    const [cert, key] = [join(directory, 'cert.pem'), join(directory, 'key.pem')];
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=localhost',
        '-keyout',
        key,
        '-out',
        cert,
      ],
      { stdio: 'ignore' },
    );
    const config = readConfig({
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: join(directory, 'data'),
      ACCESS_CODE: 'ACESSO1',
      TLS_CERT: cert,
      TLS_KEY: key,
    });
    const app = await createApp(config, { log: silent, passwords: { cost: 4 } });
    t.after(() => app.close());
    const [status, cookie] = await new Promise<[number | undefined, string]>((resolve, reject) => {
      const call = request({
        port: app.port,
        host: '127.0.0.1',
        path: '/api/register/validate-code',
        method: 'POST',
        rejectUnauthorized: false,
        headers: { 'content-type': 'application/json' },
      });
      call.on('response', (response) => {
        response.resume();
        resolve([response.statusCode, String(response.headers['set-cookie'])]);
      });
      call.on('error', reject);
      call.end(JSON.stringify({ code: 'ACESSO1' }));
    });
    assert.equal(app.url, `https://127.0.0.1:${app.port}`);
    assert.equal(status, 200);
    assert.match(cookie, /; Secure$/);
  },
);
