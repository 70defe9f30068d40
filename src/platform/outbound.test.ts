import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { test, type TestContext } from 'node:test';
import { listenLocally } from '../testing/ports.ts';
import { createOutbound, isPublicAddress, OutboundError } from './outbound.ts';

/** Returns a signal that aborts in 20 s. Each request has its own, because a shared one could abort before its last use. */
const timeout = () => AbortSignal.timeout(20_000);

const serve = (t: TestContext, handler: RequestListener) => listenLocally(t, createServer(handler));

test('special addresses are distinguished from public ones', () => {
  for (const address of ['8.8.8.8', '200.147.3.157', '172.32.0.1', '100.128.0.1', '2804:14d::1', '2606:4700::1111'])
    assert.equal(isPublicAddress(address), true, address);
  const special = [
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.9.9.9', '169.254.169.254', '172.16.0.1'],
    ...['172.31.255.255', '192.168.0.10', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12::1', 'ff02::1', '2002:7f00:1::', '2001:db8::1'],
    ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '64:ff9b::7f00:1', '2001::1', 'localhost', ''],
  ];
  for (const address of special) assert.equal(isPublicAddress(address), false, address);
});

test('private addresses are refused in any notation', async (t) => {
  let requests = 0;
  const port = await serve(t, (_, response) => void response.end(String((requests += 1))));
  const outbound = createOutbound({ allowPrivate: false });
  const v4 = ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '0177.0.0.1', '0.0.0.0'];
  for (const host of [...v4, '[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'])
    await assert.rejects(outbound.open(`http://${host}:${port}/`, { signal: timeout() }), OutboundError, host);
  assert.equal(requests, 0);
});

test('a name is resolved once, and the connection uses the checked address', async (t) => {
  const port = await serve(t, (request, response) => void response.end(request.headers.host));
  let lookups = 0;
  const outbound = createOutbound({
    allowPrivate: true,
    lookup: async () => {
      lookups += 1;
      return [{ address: '127.0.0.1', family: 4 }];
    },
  });
  const reply = await outbound.open(`http://radio.example:${port}/`, { signal: timeout() });
  assert.equal(String(await reply.body.toArray()), `radio.example:${port}`);
  assert.equal(lookups, 1);
});

test('a host name that resolves only to private addresses is refused', async () => {
  const outbound = createOutbound({
    allowPrivate: false,
    lookup: async () => [
      { address: '192.168.0.1', family: 4 },
      { address: '::1', family: 6 },
    ],
  });
  await assert.rejects(outbound.open('http://rebinding.example/', { signal: timeout() }), /private network/);
});

test('a redirect into a private network is refused', async (t) => {
  let requestsInside = 0;
  const inside = await serve(t, (_, response) => void response.end(String((requestsInside += 1))));
  const outside = await serve(
    t,
    (_, response) => void response.writeHead(302, { location: `http://127.0.0.2:${inside}/` }).end(),
  );
  const outbound = createOutbound({ allowPrivate: (address) => address === '127.0.0.1' });
  await assert.rejects(
    outbound.open(`http://127.0.0.1:${outside}/`, { signal: timeout() }),
    /127\.0\.0\.2 is in a private network/,
  );
  assert.equal(requestsInside, 0);
});

test('up to 5 redirects are followed, relative ones too', async (t) => {
  const port = await serve(t, (request, response) => {
    const remaining = Number(request.url?.slice(1));
    if (remaining > 0) response.writeHead(302, { location: `/${remaining - 1}` }).end();
    else response.end('arrived');
  });
  const outbound = createOutbound({ allowPrivate: true });
  const reply = await outbound.open(`http://127.0.0.1:${port}/5`, { signal: timeout() });
  assert.equal(String(await reply.body.toArray()), 'arrived');
  assert.equal(reply.url.pathname, '/0');
  await assert.rejects(outbound.open(`http://127.0.0.1:${port}/6`, { signal: timeout() }), /more than 5 redirects/);
  for (const address of ['file:///etc/passwd', 'ftp://127.0.0.1/', 'nonsense'])
    await assert.rejects(outbound.open(address, { signal: timeout() }), OutboundError);
});

test('a response that begins with ICY is accepted, also in several chunks', async (t) => {
  for (const pieces of [
    ['ICY 200 OK\r\ncontent-type:audio/mpeg\r\n\r\nabc'],
    ['I', 'CY 2', '00 OK\r\ncontent-type:audio/mpeg\r\n\r\na', 'bc'],
  ]) {
    const port = await listenLocally(
      t,
      createTcpServer((socket) => {
        socket.on('error', () => {});
        void (async () => {
          for (const piece of pieces) {
            socket.write(piece);
            await new Promise((resolve) => setTimeout(resolve, 20));
          }
          socket.end();
        })();
      }),
    );
    const reply = await createOutbound({ allowPrivate: true }).open(`http://127.0.0.1:${port}/;`, {
      signal: timeout(),
    });
    assert.equal(reply.status, 200);
    assert.equal(reply.headers['content-type'], 'audio/mpeg');
    assert.equal(String(Buffer.concat(await reply.body.toArray())), 'abc');
  }
});

test('the signal ends a request without response, and a body in progress', async (t) => {
  const silent = await serve(t, () => {});
  const outbound = createOutbound({ allowPrivate: true });
  const attempt = new AbortController();
  const waiting = outbound.open(`http://127.0.0.1:${silent}/`, { signal: attempt.signal });
  attempt.abort(new Error('too slow'));
  await assert.rejects(waiting, /too slow/);

  const endless = await serve(t, (_, response) => void response.write('x'));
  const stop = new AbortController();
  const reply = await outbound.open(`http://127.0.0.1:${endless}/`, { signal: stop.signal });
  reply.body.resume();
  const closed = new Promise((resolve) => reply.body.once('close', resolve));
  stop.abort();
  await closed;
});

test('open rejects when the server is missing, resets the connection or does not use HTTP', async (t) => {
  const outbound = createOutbound({ allowPrivate: true });
  const resets = await listenLocally(
    t,
    createTcpServer((socket) => void socket.resetAndDestroy()),
  );
  const nonsense = await listenLocally(
    t,
    createTcpServer((socket) => void socket.on('error', () => {}).end('\0\0\0 what?\r\n\r\n')),
  );
  for (const port of [resets, nonsense, 1, 9])
    await assert.rejects(outbound.open(`http://127.0.0.1:${port}/`, { signal: timeout() }));
});
