import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientAddress, createProxyRule, isNetwork } from './proxies.ts';

test('X-Forwarded-For counts only from a trusted proxy, and the client is the last address in it that is no trusted proxy', () => {
  const isProxy = createProxyRule(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
  const cases: [peer: string, forwarded: string | undefined, address: string][] = [
    ['203.0.113.5', '6.6.6.6', '203.0.113.5'],
    ['127.0.0.1', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
    ['10.1.2.3', '6.6.6.6, 203.0.113.9, 10.9.9.9', '203.0.113.9'],
    ['fd00::1', '2001:DB8::7', '2001:db8::7'],
    ['127.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
    ['127.0.0.1', 'nonsense', '127.0.0.1'],
    ['127.0.0.1', undefined, '127.0.0.1'],
    ['11.0.0.1', '6.6.6.6', '11.0.0.1'],
  ];
  for (const [peer, forwarded, address] of cases) assert.equal(clientAddress(peer, forwarded, isProxy), address, peer);
});

test('a network is an IPv4 or IPv6 address with a valid prefix length', () => {
  for (const good of ['127.0.0.1', '::1', '10.0.0.0/8', 'fd00::/8', '0.0.0.0/0']) assert.ok(isNetwork(good), good);
  for (const bad of ['on', '', '10.0.0.0/33', '::1/129', '10.0.0/8', '10.0.0.0/8/8', 'proxy.lan'])
    assert.ok(!isNetwork(bad), bad);
});
