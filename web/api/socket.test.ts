import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openSocket } from './socket.ts';

class FakeWebSocket {
  static readonly OPEN = 1;
  readyState = 0;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;
  constructor(readonly url: string) {
    opened.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
}
let opened: FakeWebSocket[] = [];
const last = () => opened.at(-1) as FakeWebSocket;

/** Opens a socket to a fake server. `events`: calls of the listeners, messages by type. `failures`: arguments of `retryMs`. */
function connect(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const page = globalThis as unknown as Record<string, unknown>;
  const original = page.WebSocket;
  page.WebSocket = FakeWebSocket;
  page.location = { protocol: 'https:', host: 'tv.lan' };
  opened = [];
  const events: string[] = [];
  const failures: number[] = [];
  const socket = openSocket({
    onOpen: () => events.push('open'),
    onMessage: ({ type }) => events.push(type),
    onLost: () => events.push('lost'),
    retryMs(count) {
      failures.push(count);
      return 3_000;
    },
  });
  t.after(() => {
    socket.close();
    page.WebSocket = original;
    delete page.location;
  });
  return { socket, events, failures, advance: (ms: number) => t.mock.timers.tick(ms) };
}

test('the socket reconnects after each loss, and counts failed attempts since the last connection', (t) => {
  const { events, failures, advance } = connect(t);
  assert.equal(last().url, 'wss://tv.lan/ws');
  last().open();
  last().onclose?.();
  advance(3_000);
  last().onerror?.();
  advance(3_000);
  last().open();
  last().onclose?.();
  assert.deepEqual(events, ['open', 'lost', 'lost', 'open', 'lost']);
  assert.deepEqual([failures, opened.length], [[0, 1, 0], 3]);
});

test('a silent connection is pinged after 20 s and closed 10 s later; an attempt without a response is ended after 10 s', (t) => {
  const { events, advance } = connect(t);
  const [first] = opened as [FakeWebSocket];
  first.open();
  advance(19_000);
  first.onmessage?.({ data: '{"type":"pong"}' });
  advance(19_999);
  assert.deepEqual(first.sent, []);
  advance(1);
  assert.deepEqual(first.sent, ['{"type":"ping"}']);
  advance(10_000);
  assert.deepEqual(events, ['open', 'pong', 'lost']);
  assert.deepEqual([first.readyState, first.onmessage], [3, null]);
  advance(3_000);
  assert.equal(opened.length, 2);
  advance(10_000);
  assert.deepEqual(events, ['open', 'pong', 'lost', 'lost']);
});

test('wake pings an open connection at once, and reconnects a lost one at once', (t) => {
  const { socket, advance } = connect(t);
  last().open();
  socket.wake();
  assert.deepEqual(last().sent, ['{"type":"ping"}']);
  last().onclose?.();
  socket.wake();
  assert.equal(opened.length, 2);
  advance(3_000);
  assert.equal(opened.length, 2, 'the scheduled attempt was replaced');
});

test('a closed socket stays closed, and a message that is not JSON is dropped with a warning', (t) => {
  const { socket, events, advance } = connect(t);
  const warned = t.mock.method(console, 'warn', () => undefined);
  last().open();
  last().onmessage?.({ data: '<html>' });
  assert.deepEqual([events, warned.mock.callCount()], [['open'], 1]);
  socket.close();
  socket.wake();
  socket.send({ type: 'ping' });
  advance(60_000);
  assert.deepEqual([events, opened.length, last().sent], [['open'], 1, []]);
});

test('after the server has ended the session, the socket reconnects within half a second', (t) => {
  const { advance } = connect(t);
  last().open();
  last().onmessage?.({ data: '{"type":"sessionEnded"}' });
  last().onclose?.();
  advance(500);
  assert.equal(opened.length, 2);
  last().open();
  last().onclose?.();
  advance(500);
  assert.equal(opened.length, 2, 'a lost connection waits for the usual delay');
  advance(2_500);
  assert.equal(opened.length, 3);
});
