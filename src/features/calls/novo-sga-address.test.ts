import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostAndPort, mayReach } from './novo-sga-address.ts';

test("a URL's host and port are normalized as in a browser", () => {
  const read = ['http://10.0.0.1/x', 'https://SGA.test', 'http://127.1:81', 'http://[FE80::1]:8080/', 'sga'].map(
    hostAndPort,
  );
  assert.deepEqual(read, ['10.0.0.1:80', 'sga.test:443', '127.0.0.1:81', '[fe80::1]:8080', null]);
});

test('a loopback or link-local address may be used only if the host of the URL is this address, or a name without a dot', () => {
  const reaches = (url: string, address: string, allowed = hostAndPort(url)) => mayReach(allowed, url, address);
  // A name with a dot may have an address of a private network, but no address of the server itself.
  assert.ok(reaches('http://sga.test', '192.168.0.10') && reaches('http://sga.test', 'fd00::5'));
  for (const address of ['127.0.0.1', '::1', '169.254.169.254', 'fe80::1', '0.0.0.0', '::ffff:127.0.0.1'])
    assert.ok(!reaches('http://sga.test', address) && !reaches('http://10.0.0.5', address), address);
  assert.ok(reaches('http://127.0.0.1:8080', '127.0.0.1') && reaches('http://[::1]:8080', '::1'));
  assert.ok(reaches('http://localhost:8080', '127.0.0.1') && reaches('http://novosga', '127.0.0.1'));
  assert.ok(!reaches('http://sga.test:81', '10.0.0.1', 'sga.test:80') && !reaches('http://sga.test', '10.0.0.1', null));
});
