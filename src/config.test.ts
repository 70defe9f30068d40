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

test('https takes the place of http, or stands beside it', () => {
  const given = { TLS_CERT: '/cert.pem', TLS_KEY: '/key.pem' };
  const tlsOf = (env: Record<string, string>) => {
    const { port, tls, tlsPort } = readConfig(env);
    return { port, tls, tlsPort };
  };
  assert.deepEqual(tlsOf({}), { port: 8080, tls: undefined, tlsPort: undefined });
  assert.deepEqual(tlsOf(given), { port: 8080, tls: { cert: '/cert.pem', key: '/key.pem' }, tlsPort: undefined });
  assert.deepEqual(tlsOf({ ...given, TLS_PORT: '443' }).tlsPort, 443);
  assert.deepEqual(tlsOf({ ANTESSALA_TLS: 'local' }), { port: 8080, tls: 'local', tlsPort: 8443 });
  for (const env of [{ ANTESSALA_TLS: 'local', ...given }, { TLS_PORT: '8443' }, { ANTESSALA_TLS: 'local', TLS_PORT: '8080' }, { ANTESSALA_TLS: 'own' }]) {
    assert.throws(() => readConfig(env), ConfigError, JSON.stringify(env));
  }
});
