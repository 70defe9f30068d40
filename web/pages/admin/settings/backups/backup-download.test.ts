import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUnprotectedDownload } from './backup-download.ts';

test('downloads are unprotected over http, except on the server itself', () => {
  const unprotected = (address: string) => isUnprotectedDownload(new URL(address));
  for (const address of [
    'http://clinica.lan:8080',
    'http://192.168.0.10',
    'http://[fd00::1]:8080',
    'http://localhost.clinica.lan',
    'http://127.clinica.lan',
  ])
    assert.equal(unprotected(address), true, address);
  for (const address of [
    'https://clinica.lan:8443',
    'http://localhost:8080',
    'http://antessala.localhost',
    'http://127.0.0.1:8080',
    'http://[::1]:8080',
  ])
    assert.equal(unprotected(address), false, address);
});
