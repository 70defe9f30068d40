import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSameLogin, mailErrors, mailFormOf, smtpUrlOf } from './mail-form.ts';

const form = {
  host: 'mail.clinica.test',
  port: '587',
  security: 'starttls',
  user: 'tv@clinica.test',
  password: 'a@b:c/d',
  from: '',
} as const;

test('the SMTP URL contains the encryption, and encoded user and password, or "•••" for the stored password', () => {
  const url = new URL(smtpUrlOf(form));
  assert.deepEqual(
    [url.protocol, url.host, decodeURIComponent(url.username), decodeURIComponent(url.password)],
    ['smtp:', 'mail.clinica.test:587', 'tv@clinica.test', 'a@b:c/d'],
  );
  assert.equal(url.searchParams.get('requireTLS'), 'true');
  assert.equal(
    smtpUrlOf({ ...form, security: 'tls', port: '465', user: '', password: '' }),
    'smtps://mail.clinica.test:465',
  );
  assert.equal(
    smtpUrlOf({ ...form, security: 'none', user: 'tv', password: '' }),
    'smtp://tv:%E2%80%A2%E2%80%A2%E2%80%A2@mail.clinica.test:587?ignoreTLS=true',
  );
});

test('a URL is converted back to its form, without the password; a missing port becomes the default one', () => {
  for (const security of ['starttls', 'tls', 'none'] as const) {
    const { hasStoredPassword, ...read } = mailFormOf({
      smtpUrl: smtpUrlOf({ ...form, security }),
      ownFrom: 'tv@clinica.test',
    });
    assert.deepEqual(read, { ...form, security, password: '', from: 'tv@clinica.test' });
    assert.equal(hasStoredPassword, true);
  }
  const portOf = (smtpUrl: string) => mailFormOf({ smtpUrl, ownFrom: null }).port;
  assert.equal(portOf('smtps://mail.test'), '465');
  assert.equal(portOf('smtp://mail.test'), '587');
  assert.equal(portOf('smtp://mail.test?ignoreTLS=true'), '587');
  assert.equal(portOf('smtp://mail.test:25?ignoreTLS=true'), '25');
  assert.equal(mailFormOf({ smtpUrl: null, ownFrom: null }).host, '');
});

test('a sender that was not set on this page is left out of the form', () => {
  const mail = { smtpUrl: 'smtp://127.0.0.1:1', from: 'velho@clinica.test' };
  assert.equal(mailFormOf({ ...mail, ownFrom: null }).from, '');
  assert.equal(mailFormOf({ ...mail, ownFrom: 'nova@clinica.test' }).from, 'nova@clinica.test');
});

test('the stored password is kept only if server, port, encryption and user are unchanged', () => {
  assert.equal(
    isSameLogin({ ...form, host: ' MAIL.clinica.test', password: '', from: 'outro@clinica.test' }, form),
    true,
  );
  for (const change of [{ host: 'mau.test' }, { port: '588' }, { security: 'none' }, { user: 'outro' }] as const)
    assert.equal(isSameLogin({ ...form, ...change }, form), false);
});

test('missing and invalid fields have errors', () => {
  assert.deepEqual(mailErrors(form, false), {});
  const wrong = { ...form, host: ' ', port: '0', from: 'clinica', password: '' };
  assert.deepEqual(Object.keys(mailErrors(wrong, false)), ['host', 'port', 'from', 'password']);
  assert.deepEqual(mailErrors({ ...form, password: '' }, true), {});
  assert.deepEqual(Object.keys(mailErrors({ ...form, user: '' }, false)), ['user']);
});
