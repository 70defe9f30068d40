import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailErrors, mailFormOf, smtpUrlOf } from './mail-form.ts';

const form = { host: 'mail.clinica.test', port: '587', security: 'starttls', user: 'tv@clinica.test', password: 'a@b:c/d', from: '' } as const;

test('the address holds what was typed, whatever its characters', () => {
  const url = new URL(smtpUrlOf(form));
  assert.deepEqual([url.protocol, url.host, decodeURIComponent(url.username), decodeURIComponent(url.password)], ['smtp:', 'mail.clinica.test:587', 'tv@clinica.test', 'a@b:c/d']);
  assert.equal(url.searchParams.get('requireTLS'), 'true');
  assert.equal(smtpUrlOf({ ...form, security: 'tls', port: '465', user: '', password: '' }), 'smtps://mail.clinica.test:465');
  assert.equal(smtpUrlOf({ ...form, security: 'none', user: 'tv', password: '' }), 'smtp://tv:%E2%80%A2%E2%80%A2%E2%80%A2@mail.clinica.test:587?ignoreTLS=true');
});

test('an address becomes the form that makes it', () => {
  for (const security of ['starttls', 'tls', 'none'] as const) {
    const { keepsPassword, ...read } = mailFormOf({ smtpUrl: smtpUrlOf({ ...form, security }), from: 'tv@clinica.test' });
    assert.deepEqual(read, { ...form, security, password: '', from: 'tv@clinica.test' });
    assert.equal(keepsPassword, true);
  }
  assert.equal(mailFormOf({ smtpUrl: 'smtps://tv%40clinica.test:x@mail.test', from: 'Antessala <tv@clinica.test>' }).from, '');
  assert.equal(mailFormOf({ smtpUrl: 'smtps://mail.test', from: null }).port, '465');
  assert.equal(mailFormOf({ smtpUrl: null, from: null }).host, '');
});

test('what is missing is named', () => {
  assert.deepEqual(mailErrors(form, false), {});
  assert.deepEqual(Object.keys(mailErrors({ ...form, host: ' ', port: '0', from: 'clinica', password: '' }, false)), ['host', 'port', 'from', 'password']);
  assert.deepEqual(mailErrors({ ...form, password: '' }, true), {});
  assert.deepEqual(Object.keys(mailErrors({ ...form, user: '' }, false)), ['user']);
});
