import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../testing/app.ts';
import { findServerAddresses } from './installation.ts';

const hosts = ['192.168.0.10', '10.0.0.2', 'fd00::5'];
const bothPorts = { http: 8080, https: 8443 };

test('every address on the network is listed with each protocol that is on', () => {
  assert.deepEqual(findServerAddresses({ publicUrl: undefined, hosts, ports: bothPorts, hasAuthority: true }), {
    addresses: ['http://192.168.0.10:8080', 'http://10.0.0.2:8080', 'http://[fd00::5]:8080'],
    secureAddresses: ['https://192.168.0.10:8443', 'https://10.0.0.2:8443', 'https://[fd00::5]:8443'],
    caCertificate: '/antessala-ca.crt',
  });
  const plain = findServerAddresses({
    publicUrl: undefined,
    hosts: ['10.0.0.2'],
    ports: { http: 80, https: undefined },
    hasAuthority: false,
  });
  assert.deepEqual(plain, { addresses: ['http://10.0.0.2'], secureAddresses: [], caCertificate: null });
  const secure = findServerAddresses({
    publicUrl: undefined,
    hosts: ['10.0.0.2'],
    ports: { http: undefined, https: 443 },
    hasAuthority: false,
  });
  assert.deepEqual(secure, {
    addresses: ['https://10.0.0.2'],
    secureAddresses: ['https://10.0.0.2'],
    caCertificate: null,
  });
});

test('a public address replaces the addresses on the network', () => {
  const find = (publicUrl: string, ports = bothPorts) =>
    findServerAddresses({ publicUrl, hosts, ports, hasAuthority: false });
  assert.deepEqual(find('https://tv.clinica.com.br'), {
    addresses: ['https://tv.clinica.com.br'],
    secureAddresses: ['https://tv.clinica.com.br'],
    caCertificate: null,
  });
  assert.deepEqual(find('http://tv.lan:8080').secureAddresses, ['https://tv.lan:8443']);
});

test('a server without its own certificate authority has no certificate to download', async (t) => {
  const app = await startTestApp(t);
  const { caCertificate, secureAddresses, addresses } = await app.guest().call('GET /api/installation');
  assert.deepEqual([caCertificate, secureAddresses, addresses], [null, [], [app.url]]);
  assert.equal(await app.guest().status('GET /antessala-ca.crt'), 404);
});
