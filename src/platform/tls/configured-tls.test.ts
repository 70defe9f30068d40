import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTestApp } from '../../testing/app.ts';
import { freePort } from '../../testing/ports.ts';
import { createAuthority, issueCertificate, type KeyAndCertificate } from './certificates.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const dayMs = 86_400_000;

/** Returns the serial number of the certificate that the server presents. */
function servedSerial(port: number, agent = new Agent()): Promise<string> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: '/readyz', agent, rejectUnauthorized: false }, (response) => {
      const { serialNumber } = (response.socket as TLSSocket).getPeerCertificate();
      response.resume();
      response.on('end', () => resolve(serialNumber));
    })
      .on('error', reject)
      .end();
  });
}

test(
  'a TLS_CERT that is renewed on the disk is served without a restart, and its expiry is reported',
  { timeout: 240_000 },
  async (t) => {
    const directory = temporaryFolder(t);
    const now = Date.now();
    const authority = createAuthority(
      'Test',
      { from: now - dayMs, to: now + 400 * dayMs },
      { names: ['localhost'], networks: ['127.0.0.0/8'] },
    );
    const issue = (days: number) =>
      issueCertificate(authority, { from: now - dayMs, to: now + days * dayMs }, ['localhost']);
    const files = { cert: join(directory, 'cert.pem'), key: join(directory, 'key.pem') };
    const put = ({ certificate, key }: KeyAndCertificate) => {
      writeFileSync(files.cert, certificate);
      writeFileSync(files.key, key);
    };
    const serialOf = ({ certificate }: KeyAndCertificate) => new X509Certificate(certificate).serialNumber;

    const first = issue(10);
    put(first);
    const tlsPort = await freePort();
    const app = await startTestApp(t, { env: { TLS_CERT: files.cert, TLS_KEY: files.key, TLS_PORT: String(tlsPort) } });
    const problems = async () => (await app.guest().call('GET /healthz')).problems.join(' ');
    const certificateEndS = async () =>
      Number(
        /^antessala_certificate_end_timestamp_seconds (\S+)$/m.exec(
          await (await app.guest().request('/metrics')).text(),
        )?.[1],
      );
    assert.equal(await servedSerial(tlsPort), serialOf(first));
    assert.match(await problems(), /O certificado do https vence em 9 dias|vence em 10 dias/);
    assert.ok(Math.abs((await certificateEndS()) * 1000 - (now + 10 * dayMs)) < 2_000);

    const keepAliveAgent = new Agent({ keepAlive: true, maxSockets: 1 });
    t.after(() => keepAliveAgent.destroy());
    await servedSerial(tlsPort, keepAliveAgent);
    const second = issue(90);
    // An ACME client may have replaced only one of the files: the old certificate stays in use.
    writeFileSync(files.cert, second.certificate);
    app.clock.advance(60_000);
    assert.equal(await servedSerial(tlsPort), serialOf(first));
    assert.match(await problems(), /O certificado novo do https não pode ser usado/);

    writeFileSync(files.key, second.key);
    const before = performance.now();
    app.clock.advance(60_000);
    assert.equal(await servedSerial(tlsPort), serialOf(second));
    t.diagnostic(`new certificate served after ${(performance.now() - before).toFixed(1)} ms`);
    assert.equal(await servedSerial(tlsPort, keepAliveAgent), serialOf(first), 'an open connection continues');
    assert.doesNotMatch(await problems(), /certificado/);
    assert.ok(Math.abs((await certificateEndS()) * 1000 - (now + 90 * dayMs)) < 2_000);

    writeFileSync(files.cert, 'nothing');
    app.clock.advance(60_000);
    assert.equal(await servedSerial(tlsPort), serialOf(second));
    assert.match(await problems(), /não pode ser usado/);
    app.clock.jump(91 * dayMs);
    app.clock.advance(20_000);
    assert.match(await problems(), /O certificado do https venceu/);
  },
);
