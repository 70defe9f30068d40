import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activationAddress, bestAddress, isThisComputerOnly, serverAddress } from './player-address.ts';

test('the code travels in the address', () =>
  assert.equal(activationAddress('http://10.0.0.5:8080', 'X9G4F2K7MN'), 'http://10.0.0.5:8080/player?code=X9G4F2K7MN'));

test('an address may be typed as people do', () => {
  assert.equal(serverAddress(' 192.168.0.10:8080 '), 'http://192.168.0.10:8080');
  assert.equal(serverAddress('https://tv.clinica.com.br/studio'), 'https://tv.clinica.com.br');
  assert.equal(serverAddress('servidor.local'), 'http://servidor.local');
  assert.equal(serverAddress('o servidor'), undefined);
  assert.equal(serverAddress(''), undefined);
});

test('the sheet names the address in use where the network knows it, else the best of the network', () => {
  assert.equal(
    bestAddress(['http://192.168.0.10:8080', 'http://10.0.0.2:8080'], 'http://10.0.0.2:8080'),
    'http://10.0.0.2:8080',
  );
  assert.equal(bestAddress(['http://192.168.0.10:8080'], 'http://localhost:8080'), 'http://192.168.0.10:8080');
  assert.equal(bestAddress([], 'http://localhost:8080'), 'http://localhost:8080');
});

test('a TV cannot reach localhost', () => {
  for (const server of [
    'http://localhost:8080',
    'http://127.0.0.1:8080',
    'http://[::1]:8080',
    'http://studio.localhost',
  ])
    assert.equal(isThisComputerOnly(server), true, server);
  for (const server of ['http://192.168.0.10:8080', 'http://servidor.local', 'https://localhost.clinica.com.br'])
    assert.equal(isThisComputerOnly(server), false, server);
});
