import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpointForAnyone, rawExchange, startTestHttp } from '../../../testing/http.ts';
import { createHostRule, isOwnOrigin } from './origins.ts';

test('known hosts are addresses, localhost, names of the local network, the public address and allowed names', () => {
  const isKnown = createHostRule({
    publicUrl: 'https://tv.clinica.com.br:8443/antessala',
    allowedHosts: ['outra.example.com'],
  });
  const local = ['localhost', 'LOCALHOST:8080', 'recepcao', 'recepcao:80', 'tv.local', 'TV.Local:8080', 'tv.local.'];
  const home = ['tv.lan', 'a.b.lan', 'tv.home.arpa'];
  const addresses = [
    '127.0.0.1',
    '127.0.0.1:8080',
    '192.168.0.10',
    '8.8.8.8:80',
    '[::1]',
    '[::1]:8080',
    '[fe80::1]:80',
  ];
  const configured = ['tv.clinica.com.br', 'tv.clinica.com.br:1', 'outra.example.com', 'OUTRA.example.com:99'];
  for (const host of [...local, ...home, ...addresses, ...configured]) assert.equal(isKnown(host), true, host);
  const foreign = ['evil.com', 'evil.com:80', 'clinica.com.br', 'a.tv.clinica.com.br', 'tv.local.evil.com'];
  const lookalikes = [
    'notlocal.example',
    'x.localhost.evil',
    'tv.lan@evil.com',
    'tv.lan/evil',
    'tv.lan:80:80',
    'tv.lan:',
  ];
  const invalidAddresses = ['1.2.3', '1.2.3.4.5', '256.1.1.1', '[::g]', '[1.2.3.4]', '::1'];
  const malformed = [undefined, '', ' ', 'tv lan', 'a, b', 'tv.lan\u0000'];
  for (const host of [...foreign, ...lookalikes, ...invalidAddresses, ...malformed])
    assert.equal(isKnown(host), false, String(host));
});

test("an origin is our own when it has the host and port of the Host header; a missing port is the scheme's default", () => {
  for (const [origin, host] of [
    ['http://tv.lan', 'tv.lan'],
    ['http://tv.lan:8080', 'tv.lan:8080'],
    ['http://TV.lan', 'tv.LAN:80'],
    ['https://tv.lan', 'tv.lan:443'],
    ['http://[::1]:80', '[::1]'],
  ] as const) {
    assert.equal(isOwnOrigin(origin, host), true, origin);
  }
  for (const [origin, host] of [
    ['null', 'null'],
    ['http://tv.lan', 'tv.lan:8080'],
    ['http://tv.lan.evil', 'tv.lan'],
    ['http://evil', 'tv.lan'],
    ['', 'tv.lan'],
    ['tv.lan', 'tv.lan'],
    ['http://tv.lan/x', 'tv.lan'],
    ['ftp://tv.lan', 'tv.lan'],
  ] as const) {
    assert.equal(isOwnOrigin(origin, host), false, origin);
  }
});

const keys = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => `${method} /api/thing`);
const endpoints = Object.fromEntries(keys.map((key) => [key, endpointForAnyone({})]));
const handlers = Object.fromEntries(keys.map((key) => [key, () => {}]));

test('an unknown host gets 421 everywhere', async (t) => {
  const { port } = await startTestHttp(t, { endpoints, handlers });
  for (const path of ['/api/thing', '/', '/nothing'])
    assert.match(
      await rawExchange(port, `GET ${path} HTTP/1.1\r\nHost: evil.com\r\n\r\n`),
      /^HTTP\/1\.1 421[\s\S]*"misdirected"/,
    );
  assert.match(await rawExchange(port, `GET /api/thing HTTP/1.1\r\nHost: tv.lan:8080\r\n\r\n`), /^HTTP\/1\.1 204/);
});

test('unsafe methods are accepted from our own pages, and from scripts without cookies', async (t) => {
  const { port } = await startTestHttp(t, { endpoints, handlers });
  const send = async (method: string, headers: string[]) => {
    const head = [`${method} /api/thing HTTP/1.1`, 'Host: tv.lan:8080', ...headers, '', ''].join('\r\n');
    return Number(/^HTTP\/1\.1 (\d+)/.exec(await rawExchange(port, head))?.[1]);
  };
  const session = 'Cookie: antessala_session=x';
  const device = 'Cookie: other=1; antessala_device=x';
  const bearer = 'Authorization: Bearer x';
  const ownOrigin = 'Origin: http://tv.lan:8080';
  const cases: [number, string[]][] = [
    [204, []],
    [204, [bearer]],
    [204, ['Cookie: other=1']],
    [204, ['Sec-Fetch-Site: none']],
    [204, [session, 'Sec-Fetch-Site: same-origin']],
    [204, [session, ownOrigin]],
    [204, [device, ownOrigin, bearer]],
    [403, [session]],
    [403, [device]],
    [403, [device, bearer]],
    [403, ['Sec-Fetch-Site: cross-site']],
    [403, ['Sec-Fetch-Site: same-site']],
    [403, ['Sec-Fetch-Site: cross-site', ownOrigin]],
    [403, [session, 'Sec-Fetch-Site: cross-site']],
    [403, [session, 'Sec-Fetch-Site: same-site', ownOrigin]],
    [403, [session, 'Sec-Fetch-Site: none']],
    [403, ['Origin: http://evil.com']],
    [403, ['Origin: null']],
    [403, [session, 'Origin: http://tv.lan']],
    [403, [session, 'Origin: null']],
  ];
  for (const [status, headers] of cases) {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      assert.equal(await send(method, headers), status, `${method} ${headers.join(' | ')}`);
    assert.equal(await send('GET', headers), 204, `GET ${headers.join(' | ')}`);
  }
});

test('the origin of PUBLIC_URL is our own with any Host header that a proxy sends', () => {
  const publicOrigin = 'https://tv.clinica.com.br:8443';
  assert.equal(isOwnOrigin(publicOrigin, '127.0.0.1:8080', publicOrigin), true);
  assert.equal(isOwnOrigin(publicOrigin, 'tv.clinica.com.br', publicOrigin), true);
  for (const origin of [
    'https://tv.clinica.com.br',
    'http://tv.clinica.com.br:8443',
    'https://evil.com',
    `${publicOrigin}.evil.com`,
    'null',
  ])
    assert.equal(isOwnOrigin(origin, '127.0.0.1:8080', publicOrigin), false, origin);
});
