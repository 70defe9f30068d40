import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, readConfig } from './config.ts';

test('nothing needs to be configured', () => {
  const config = readConfig({});
  assert.equal(config.port, 8080);
  assert.equal(config.host, '0.0.0.0');
  assert.equal(config.maxUploadMb, 1024);
  assert.equal(config.timeZone, 'America/Sao_Paulo');
  assert.deepEqual(config.firstRun.codes.accessCode, undefined);
});

test('each bad value gets one line that names it', () => {
  assert.throws(
    () => readConfig({ PORT: 'eighty', LOG_LEVEL: 'loud', ACCESS_CODE: 'çã', TZ: 'Mars/Olympus' }),
    (error) => error instanceof ConfigError && error.message.split('\n').length === 4 && ['PORT', 'LOG_LEVEL', 'ACCESS_CODE', 'TZ'].every((name) => error.message.includes(`${name}:`)),
  );
});

test('empty values count as not given, codes become upper case, lists are split', () => {
  const config = readConfig({ PORT: '', ACCESS_CODE: 'abcd12', ALLOWED_HOSTS: 'TV.clinica.com.br, , outra.com', PUBLIC_URL: 'https://tv.clinica.com.br/' });
  assert.equal(config.port, 8080);
  assert.equal(config.firstRun.codes.accessCode, 'ABCD12');
  assert.deepEqual(config.allowedHosts, ['tv.clinica.com.br', 'outra.com']);
  assert.equal(config.publicUrl, 'https://tv.clinica.com.br');
});

test('a certificate without its key is refused', () => {
  assert.throws(() => readConfig({ TLS_CERT: '/cert.pem' }), ConfigError);
});
