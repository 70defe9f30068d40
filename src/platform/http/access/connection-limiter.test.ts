import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpointForAnyone, openRaw, startTestHttp } from '../../../testing/http.ts';
import { until } from '../../../testing/until.ts';
import { ManualClock } from '../../clock.ts';
import { createConnectionLimiter } from './connection-limiter.ts';

const start = (max = 1_000) => {
  const clock = new ManualClock();
  const limiter = createConnectionLimiter({ clock, max, isProxy: (address) => address === 'proxy' });
  const open = (address: string, count: number) => {
    let accepted = 0;
    for (let i = 0; i < count; i += 1) {
      if (limiter.opened(address)) accepted += 1;
      else limiter.closed();
    }
    return accepted;
  };
  return { clock, limiter, open };
};

test('an address may hold as many connections as it leaves free, so that others can connect during a flood', () => {
  const { clock, open } = start();
  assert.equal(open('busy', 20_000), 400);
  for (let i = 0; i < 100; i += 1) assert.equal(open(`tv ${i}`, 2), 2);
  assert.equal(open('busy', 20_000), 0);
  clock.advance(15_000);
  assert.equal(
    open('busy', 20_000),
    100,
    'after 15 s the limiter no longer counts connections for their address; those of this test are still open',
  );
});

test('thirty addresses that open connections without end leave room for thirty others', () => {
  const { open } = start(824);
  for (let i = 0; i < 600; i += 1) open(`busy ${i % 30}`, 1);
  for (let i = 0; i < 30; i += 1) assert.equal(open(`newcomer ${i}`, 1), 1);
});

test('when nearly all connections are used, only addresses with a recently authenticated client are accepted', () => {
  const { limiter, open } = start();
  limiter.authenticated('clinic');
  for (let i = 0; i < 900; i += 1) open(`unknown ${i}`, 2);
  assert.equal(open('another unknown', 1), 0);
  assert.equal(open('clinic', 5), 5);
});

test('there are never more connections than the process can hold, not even from a proxy', () => {
  const { open } = start();
  assert.equal(open('proxy', 2_000), 1_000);
});

test('an IPv6 network counts as one address', () => {
  const { limiter, open } = start();
  const host = (last: number) => `2001:0db8:0001:0002:0000:0000:0000:${last.toString(16).padStart(4, '0')}`;
  let accepted = 0;
  for (let i = 0; i < 1_000; i += 1) accepted += open(host(i), 1);
  assert.equal(accepted, 400);
  limiter.authenticated('2001:0db8:0001:0003:0000:0000:0000:0001');
  for (let i = 0; i < 900; i += 1) open(`unknown ${i}`, 2);
  assert.equal(open('another unknown', 1), 0);
  assert.equal(open('2001:0db8:0001:0003:0000:0000:0000:0002', 5), 5);
});

test('unauthenticated clients of an address may send 1,000 requests at once and 100 per second, authenticated ones any number', () => {
  const { clock, limiter } = start();
  const admitted = (address: string, times: number, hasCredentials = false) =>
    Array.from({ length: times }, () => limiter.admits(address, 'proxy', () => hasCredentials)).filter(Boolean).length;
  assert.equal(admitted('a clinic', 1_500), 1_000);
  assert.equal(admitted('a clinic', 1_500, true), 1_500);
  assert.equal(admitted('another', 10), 10);
  clock.advance(1_000);
  assert.equal(admitted('a clinic', 1_500), 100);
});

test('while many connections are open, unauthenticated clients are disconnected after each response, and screens never', async (t) => {
  const clock = new ManualClock();
  const { port } = await startTestHttp(t, {
    endpoints: {
      'GET /api/any': endpointForAnyone({ reply: 'text' }),
      'GET /api/screen': { summary: '', access: 'player', reply: 'text' },
    },
    handlers: { 'GET /api/any': () => 'any', 'GET /api/screen': () => 'screen' },
    options: { connections: 400 },
    wireClock: clock,
  });
  const any = 'GET /api/any HTTP/1.1\r\nHost: a\r\n\r\n';
  const attacker = '127.0.2.1';
  const screens = await Promise.all([attacker, '127.0.4.1'].map((from) => openRaw(port, from)));
  const poll = async (screen: (typeof screens)[number]) => {
    const before = screen.text.length;
    screen.send('GET /api/screen HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer tv-1\r\n\r\n');
    await until('the connection gets a response or is cut', () => screen.text.length > before || screen.socket.closed);
    return screen.text.endsWith('\r\n\r\nscreen');
  };
  for (const screen of screens) assert.ok(await poll(screen));
  const flood = await Promise.all(Array.from({ length: 150 }, () => openRaw(port, attacker)));
  for (const { send } of flood) send(any);
  for (const { closed } of flood) assert.match(await closed(), /^HTTP\/1\.1 200 OK[^]*connection: close[^]*any$/i);
  flood.push(...(await Promise.all(Array.from({ length: 300 }, () => openRaw(port, attacker)))));
  await until('the attacker is refused', () => flood.filter(({ socket }) => !socket.closed).length <= 200);
  for (let i = 1; i <= 5; i += 1) {
    const newcomer = await openRaw(port, `127.0.3.${i}`);
    newcomer.send(any);
    assert.match(await newcomer.until(/any$/), /200 OK/);
  }
  for (let i = 0; i < 300; i += 1) for (const screen of screens) assert.ok(await poll(screen), `poll ${i}`);
  for (const { socket } of [...flood, ...screens]) socket.destroy();
});
