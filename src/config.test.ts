import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ConfigError, readConfig } from './config.ts';
import { createAuthority } from './platform/tls/certificates.ts';
import { checkTlsFiles, TlsFilesError } from './platform/tls/pem-files.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

test('nothing needs to be configured', () => {
  const config = readConfig({});
  assert.equal(config.port, 8080);
  assert.equal(config.host, '0.0.0.0');
  assert.equal(config.maxUploadMb, 1024);
  assert.equal(config.timeZone, 'America/Sao_Paulo');
  assert.deepEqual(config.firstRun.codes.accessCode, undefined);
});

test('the error has one line for each invalid value, with the name of its variable', () => {
  assert.throws(
    () => readConfig({ PORT: 'eighty', LOG_LEVEL: 'loud', ACCESS_CODE: 'çã', TZ: 'Mars/Olympus' }),
    (error) =>
      error instanceof ConfigError &&
      error.message.split('\n').length === 4 &&
      ['PORT', 'LOG_LEVEL', 'ACCESS_CODE', 'TZ'].every((name) => error.message.includes(`${name}:`)),
  );
});

test('the first administrator is validated like a registration, with one line per error', () => {
  const wrong: [Record<string, string>, RegExp][] = [
    [
      { ADMIN_EMAIL: `${'a'.repeat(60)}@${'b.'.repeat(100)}clinica.test` },
      /^ADMIN_EMAIL: is not a valid e-mail of at most 254 characters$/,
    ],
    [{ ADMIN_EMAIL: 'clinica' }, /^ADMIN_EMAIL: is not a valid e-mail/],
    [{ ADMIN_PASSWORD: 'curta' }, /^ADMIN_PASSWORD: needs 6 to 128 characters, not only spaces$/],
    [{ ADMIN_PASSWORD: ' \u200b'.repeat(8) }, /^ADMIN_PASSWORD: /],
    [{ ADMIN_USERNAME: '\u200b\u200b\u200b\u200b' }, /^ADMIN_USERNAME: needs 3 to 30 characters that people can see$/],
    [{ ADMIN_USERNAME: ' A  ' }, /^ADMIN_USERNAME: /],
    [{ ACCESS_CODE: 'same1', PLAYER_EXIT_CODE: 'SAME1' }, /^Two of the five codes are equal: .*must differ$/],
  ];
  for (const [env, sentence] of wrong)
    assert.throws(
      () => readConfig(env),
      (error) => error instanceof ConfigError && sentence.test(error.message),
      JSON.stringify(env),
    );
  const { adminEmail, adminPassword, adminUsername } = readConfig({
    ADMIN_EMAIL: ' Direcao@Clinica.test ',
    ADMIN_PASSWORD: ' segredo ',
    ADMIN_USERNAME: '  Dra.   Ana ',
  }).firstRun;
  assert.deepEqual([adminEmail, adminPassword, adminUsername], ['direcao@clinica.test', ' segredo ', 'Dra. Ana']);
});

test('a number must be a whole number in its range, and the error contains the range', () => {
  const portOrError = (env: Record<string, string>) => {
    try {
      return readConfig(env).port;
    } catch (error) {
      return (error as Error).message;
    }
  };
  for (const PORT of ['80a', '65536', '-1', '80.5', '1e3', '0x50'])
    assert.equal(portOrError({ PORT }), 'PORT: must be a number from 0 to 65535');
  assert.equal(portOrError({ PORT: ' 443 ' }), 443);
  assert.equal(portOrError({ PORT: '0' }), 0);
  assert.equal(portOrError({ BACKUP_KEEP: '0' }), 'BACKUP_KEEP: must be a number from 1 to 365');
});

test('a mail URL that cannot be decoded is refused with the name of its variable', () => {
  assert.throws(
    () => readConfig({ SMTP_URL: 'smtp://a%zz:b@h' }),
    (error) => error instanceof ConfigError && /^SMTP_URL: .*%25$/.test(error.message),
  );
  assert.throws(
    () => readConfig({ SMTP_URL: 'http://h' }),
    (error) => error instanceof ConfigError && error.message === 'SMTP_URL: must start with smtp:// or smtps://',
  );
  assert.equal(
    readConfig({ SMTP_URL: 'smtp://tv%40clinica.test:a%25b@h' }).mail.smtpUrl,
    'smtp://tv%40clinica.test:a%25b@h',
  );
});

test('empty values count as missing, codes become upper case, lists are split', () => {
  const config = readConfig({
    PORT: '',
    ACCESS_CODE: 'abcd12',
    ALLOWED_HOSTS: 'TV.clinica.com.br, , outra.com',
    PUBLIC_URL: 'https://tv.clinica.com.br/',
  });
  assert.equal(config.port, 8080);
  assert.equal(config.firstRun.codes.accessCode, 'ABCD12');
  assert.deepEqual(config.allowedHosts, ['tv.clinica.com.br', 'outra.com']);
  assert.equal(config.publicUrl, 'https://tv.clinica.com.br');
});

test('a certificate without its key is refused', () => {
  assert.throws(() => readConfig({ TLS_CERT: '/cert.pem' }), ConfigError);
});

test('certificate and key must be readable, valid and a pair', (t) => {
  const directory = temporaryFolder(t);
  const file = (name: string, text: string) => {
    writeFileSync(join(directory, name), text);
    return join(directory, name);
  };
  const make = () => createAuthority('Teste', { from: 0, to: 4e12 }, { names: ['clinica.test'], networks: [] });
  const [one, two] = [make(), make()];
  const [cert, key] = [file('cert.pem', one.certificate), file('key.pem', one.key)];
  const [otherKey, text] = [file('other.pem', two.key), file('text', 'x')];
  checkTlsFiles({ cert, key });
  const wrong = [
    [{ cert: '/nowhere/cert.pem', key }, /^TLS_CERT: cannot be read \(ENOENT.*\/nowhere\/cert\.pem/],
    [{ cert, key: directory }, /^TLS_KEY: cannot be read \(EISDIR/],
    [{ cert: text, key }, /^TLS_CERT: .*text holds no certificate/],
    [{ cert, key: cert }, /^TLS_KEY: .*cert\.pem holds no private key/],
    [{ cert, key: otherKey }, /^TLS_KEY: .*other\.pem is not the key of .*cert\.pem$/],
  ] as const;
  for (const [files, sentence] of wrong)
    assert.throws(
      () => checkTlsFiles(files),
      (error) => error instanceof TlsFilesError && sentence.test(error.message),
      String(sentence),
    );
});

test('https replaces http, or is served beside it; contradictory settings are refused', () => {
  const certificateEnv = { TLS_CERT: '/cert.pem', TLS_KEY: '/key.pem' };
  const tlsOf = (env: Record<string, string>) => {
    const { port, tls, tlsPort } = readConfig(env);
    return { port, tls, tlsPort };
  };
  assert.deepEqual(tlsOf({}), { port: 8080, tls: undefined, tlsPort: undefined });
  assert.deepEqual(tlsOf(certificateEnv), {
    port: 8080,
    tls: { cert: '/cert.pem', key: '/key.pem' },
    tlsPort: undefined,
  });
  assert.deepEqual(tlsOf({ ...certificateEnv, TLS_PORT: '443' }).tlsPort, 443);
  assert.deepEqual(tlsOf({ ANTESSALA_TLS: 'local' }), { port: 8080, tls: 'local', tlsPort: 8443 });
  for (const env of [
    { ANTESSALA_TLS: 'local', ...certificateEnv },
    { TLS_PORT: '8443' },
    { ANTESSALA_TLS: 'local', TLS_PORT: '8080' },
    { ANTESSALA_TLS: 'own' },
  ]) {
    assert.throws(() => readConfig(env), ConfigError, JSON.stringify(env));
  }
});

test("a variable whose name is nearly a setting's is refused with the setting's name; others are ignored", () => {
  for (const [name, meant] of [
    ['ACCES_CODE', 'ACCESS_CODE'],
    ['DATADIR', 'DATA_DIR'],
    ['BACKUPDIR', 'BACKUP_DIR'],
    ['PUBLIC_UR', 'PUBLIC_URL'],
    ['ADMIN_PASWORD_FILE', 'ADMIN_PASSWORD_FILE'],
    ['MAX_UPLOADS_MB', 'MAX_UPLOAD_MB'],
  ] as const)
    assert.throws(() => readConfig({ [name]: 'x' }), {
      message: `${name}: there is no such setting. Did you mean ${meant}?`,
    });
  // Variables that systems, containers and build tools set.
  const foreign = [
    ...['PATH', 'HOME', 'HOSTNAME', 'HOSTTYPE', 'PWD', 'OLDPWD', 'USER', 'SHLVL', 'LANG', 'LC_ALL', 'TERM', 'TMPDIR'],
    ...['NODE_ENV', 'NODE_OPTIONS', 'npm_config_port', 'INIT_CWD', 'MAIL', 'LOGNAME', 'LS_COLORS', 'SSH_TTY'],
    ...['INVOCATION_ID', 'JOURNAL_STREAM', 'STATE_DIRECTORY', 'RUNTIME_DIRECTORY', 'LOGS_DIRECTORY', 'NOTIFY_SOCKET'],
    ...['KUBERNETES_PORT', 'KUBERNETES_SERVICE_HOST', 'ANTESSALA_PORT', 'ANTESSALA_PORT_8080_TCP', 'TEST_LOG', 'PORTS'],
    ...[
      'SSL_CERT_FILE',
      'SSL_CERT_DIR',
      'TZDIR',
      'XDG_DATA_DIRS',
      'POSTGRES_HOST',
      'DB_PORT',
      'REDIS_URL',
      'SMTP_HOST',
    ],
  ];
  for (const name of foreign) assert.doesNotThrow(() => readConfig({ [name]: '1' }), name);
});

test('a secret may be read from a file', (t) => {
  const directory = temporaryFolder(t);
  const file = join(directory, 'secret');
  writeFileSync(file, 'ABCD12\n');
  assert.equal(readConfig({ ACCESS_CODE_FILE: file }).firstRun.codes.accessCode, 'ABCD12');
  assert.throws(() => readConfig({ ACCESS_CODE_FILE: file, ACCESS_CODE: 'X' }), /give one of them/);
  assert.throws(
    () => readConfig({ METRICS_TOKEN_FILE: join(directory, 'none') }),
    /METRICS_TOKEN_FILE: cannot be read/,
  );
  assert.throws(() => readConfig({ METRICS_TOKEN_FILE: file }), /METRICS_TOKEN: needs at least 16/);
  writeFileSync(file, '\n');
  assert.throws(() => readConfig({ ADMIN_PASSWORD_FILE: file }), /ADMIN_PASSWORD_FILE: .* is empty/);
});

test('PUBLIC_URL must be an origin, and ALLOWED_HOSTS must be host names', () => {
  assert.equal(readConfig({ PUBLIC_URL: 'https://tv.clinica.test:8443/' }).publicUrl, 'https://tv.clinica.test:8443');
  for (const url of [
    'https://tv.test/tv',
    'https://a:b@tv.test',
    'https://tv.test/?x',
    'https://tv.test/#x',
    'tv.test',
  ])
    assert.throws(() => readConfig({ PUBLIC_URL: url }), /PUBLIC_URL: must be/, url);
  assert.deepEqual(readConfig({ ALLOWED_HOSTS: ' TV.clinica.test, [fd00::1], painel_1 ' }).allowedHosts, [
    'tv.clinica.test',
    '[fd00::1]',
    'painel_1',
  ]);
  for (const host of ['http://tv.test', 'tv.test:8080', 'tv.test/x', '*.test', 'a b', '-a.test', 'a..b'])
    assert.throws(() => readConfig({ ALLOWED_HOSTS: host }), /ALLOWED_HOSTS: must be host names/, host);
});

test('the file with example settings contains only known variables with valid values', () => {
  const text = readFileSync(new URL('../scripts/install/antessala.env.example', import.meta.url), 'utf8');
  const lines = [...text.matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value] as const);
  assert.ok(lines.length > 10);
  const files = lines.filter(([name]) => name.endsWith('_FILE'));
  readConfig(Object.fromEntries(lines.filter((line) => !files.includes(line))));
  for (const [name, value] of files) assert.throws(() => readConfig({ [name]: value }), /cannot be read/);
});
