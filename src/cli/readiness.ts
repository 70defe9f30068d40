/** Asks the server on this machine whether it is ready. */
import { request as requestOverHttp } from 'node:http';
import { request as requestOverTls } from 'node:https';
import { readConfig } from '../config.ts';

const timeoutMs = 4_000;

/** Resolves when the server is ready. Rejects with the reason when it is not (for example on a full disk). */
export function assertReady(): Promise<void> {
  const { host, port, tls, tlsPort } = readConfig();
  const isOnlyTls = tls !== undefined && tlsPort === undefined;
  const target = {
    host: host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host,
    port,
    path: '/readyz',
    timeout: timeoutMs,
  };
  return new Promise((resolve, reject) => {
    // Accept any certificate: it is issued for a domain name, not for this address, and the response is not secret.
    const request = isOnlyTls ? requestOverTls({ ...target, rejectUnauthorized: false }) : requestOverHttp(target);
    request.on('response', (response) => {
      response.resume();
      if (response.statusCode !== 200) reject(new Error(`GET /readyz returned ${response.statusCode}`));
      response.on('end', resolve);
      response.on('error', reject);
    });
    request.on('timeout', () => request.destroy(new Error(`No response within ${timeoutMs / 1000} s`)));
    request.on('error', reject);
    request.end();
  });
}
