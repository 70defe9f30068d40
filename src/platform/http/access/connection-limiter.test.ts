import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyone, openRaw, startTestHttp } from '../../../testing/http.ts';
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

test('an address that opens connections without end leaves room for all others', () => {
  const { clock, open } = start();
  assert.equal(open('busy', 20_000), 250);
  for (let i = 0; i < 100; i += 1) assert.equal(open(`tv ${i}`, 2), 2);
  clock.advance(1_000);
  assert.equal(open('busy', 20_000), 20);
});

test('when nearly all connections are used, only addresses with a recently authenticated client are accepted', () => {
  const { limiter, open } = start();
  limiter.authenticated('clinic');
  for (let i = 0; i < 80; i += 1) open(`unknown ${i}`, 10);
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
  assert.equal(accepted, 250);
  limiter.authenticated('2001:0db8:0001:0003:0000:0000:0000:0001');
  for (let i = 0; i < 80; i += 1) open(`unknown ${i}`, 10);
  assert.equal(open('another unknown', 1), 0);
  assert.equal(open('2001:0db8:0001:0003:0000:0000:0000:0002', 5), 5);
});

test('a client that shares an address with a screen may send more requests than an unknown one, but not without limit', () => {
  const clock = new ManualClock();
  const limiter = createConnectionLimiter({ clock, max: 4_000, isProxy: () => false });
  for (let i = 0; i < 1_001; i += 1) limiter.opened(`somebody ${i}`);
  limiter.authenticated('a clinic');
  const requested = (address: string, times: number) =>
    Array.from({ length: times }, () => limiter.allowRequest(() => address)).filter(Boolean).length;
  assert.equal(requested('an unknown', 300), 200);
  assert.equal(requested('a clinic', 1_500), 1_000);
  clock.advance(12_000);
  assert.equal(requested('an unknown', 300), 200);
  assert.equal(requested('a clinic', 1_500), 1_000);
});

test('an address that keeps its connections busy leaves room for new clients, and a screen is never cut', async (t) => {
  const clock = new ManualClock();
  const { port } = await startTestHttp(t, {
    endpoints: {
      'GET /api/any': anyone({ reply: 'text' }),
      'GET /api/screen': { summary: '', access: 'player', reply: 'text' },
    },
    handlers: { 'GET /api/any': () => 'any', 'GET /api/screen': () => 'screen' },
    options: { connections: 400 },
    wireClock: clock,
  });
  const any = 'GET /api/any HTTP/1.1\r\nHost: a\r\n\r\n';
  const screen = await openRaw(port, '127.0.4.1');
  const poll = async () => {
    const before = screen.text.length;
    screen.send('GET /api/screen HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer tv-1\r\n\r\n');
    await until('the connection gets a response or is cut', () => screen.text.length > before || screen.socket.closed);
    return screen.text.endsWith('\r\n\r\nscreen');
  };
  assert.ok(await poll());
  const busy: Awaited<ReturnType<typeof openRaw>>[] = [];
  for (const many of [100, 200, 19]) {
    busy.push(...(await Promise.all(Array.from({ length: many }, () => openRaw(port, '127.0.2.1')))));
    clock.advance(20_000);
  }
  const countOpen = () => busy.filter(({ socket }) => !socket.closed).length;
  assert.equal(countOpen(), 319, 'with the screen all connections that unauthenticated clients may open');
  for (const { send } of busy) send(any);
  await until('the others are cut', () => countOpen() <= 200);
  assert.equal(countOpen(), 200);
  for (let i = 1; i <= 5; i += 1) {
    const newcomer = await openRaw(port, `127.0.3.${i}`);
    newcomer.send(any);
    assert.match(await newcomer.until(/any$/), /200 OK/);
  }
  assert.equal(countOpen(), 200, 'many connections are still open');
  for (let i = 0; i < 300; i += 1) assert.ok(await poll(), `poll ${i}`);
  for (const { socket } of [...busy, screen]) socket.destroy();
});
