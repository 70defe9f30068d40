/** dist/healthcheck.cjs, for containers: checks whether the server on this machine is ready; exits with 1 when it is not (for example on a full disk). */
import { request as requestOverHttp } from 'node:http';
import { request as requestOverTls } from 'node:https';
import { readConfig } from '../config.ts';

const timeoutMs = 4_000;
const { host, port, tls, tlsPort } = readConfig();
const isOnlyTls = tls !== undefined && tlsPort === undefined;
const target = {
  host: host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host,
  port,
  path: '/readyz',
  timeout: timeoutMs,
};
const fail = (reason: string) => {
  console.error(reason);
  process.exit(1);
};

// Accept any certificate: it is issued for a domain name, not for this address, and the response is not secret.
const call = isOnlyTls ? requestOverTls({ ...target, rejectUnauthorized: false }) : requestOverHttp(target);
call.on('response', (response) => {
  response.resume();
  if (response.statusCode !== 200) fail(`GET /readyz returned ${response.statusCode}`);
  response.on('end', () => process.exit(0));
});
call.on('timeout', () => fail(`No response within ${timeoutMs / 1000} s`));
call.on('error', (error) => fail(error.message));
call.end();
