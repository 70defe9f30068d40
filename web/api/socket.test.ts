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

/** A socket before a server that does what the test says. */
function connect(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const page = globalThis as unknown as Record<string, unknown>;
  const kept = page.WebSocket;
  page.WebSocket = FakeWebSocket;
  page.location = { protocol: 'https:', host: 'tv.lan' };
  opened = [];
  const heard: string[] = [];
  const failures: number[] = [];
  const socket = openSocket({
    onOpen: () => heard.push('open'),
    onMessage: ({ type }) => heard.push(type),
    onLost: () => heard.push('lost'),
    retryMs(count) {
      failures.push(count);
      return 3_000;
    },
  });
  t.after(() => {
    socket.close();
    page.WebSocket = kept;
    delete page.location;
  });
  return { socket, heard, failures, pass: (ms: number) => t.mock.timers.tick(ms) };
}

test('it comes back after each loss, and counts what was in vain since it was open', (t) => {
  const { heard, failures, pass } = connect(t);
  assert.equal(last().url, 'wss://tv.lan/ws');
  last().open();
  last().onclose?.();
  pass(3_000);
  last().onerror?.();
  pass(3_000);
  last().open();
  last().onclose?.();
  assert.deepEqual(heard, ['open', 'lost', 'lost', 'open', 'lost']);
  assert.deepEqual([failures, opened.length], [[0, 1, 0], 3]);
});

test('a silent connection is asked after 20 s and given up 10 s later, a silent try after 10 s', (t) => {
  const { heard, pass } = connect(t);
  const [first] = opened as [FakeWebSocket];
  first.open();
  pass(19_000);
  first.onmessage?.({ data: '{"type":"pong"}' });
  pass(19_999);
  assert.deepEqual(first.sent, []);
  pass(1);
  assert.deepEqual(first.sent, ['{"type":"ping"}']);
  pass(10_000);
  assert.deepEqual(heard, ['open', 'pong', 'lost']);
  assert.deepEqual([first.readyState, first.onmessage], [3, null]);
  pass(3_000);
  assert.equal(opened.length, 2);
  pass(10_000);
  assert.deepEqual(heard, ['open', 'pong', 'lost', 'lost']);
});

test('woken, it asks at once when it is open, and tries at once when it is not', (t) => {
  const { socket, pass } = connect(t);
  last().open();
  socket.wake();
  assert.deepEqual(last().sent, ['{"type":"ping"}']);
  last().onclose?.();
  socket.wake();
  assert.equal(opened.length, 2);
  pass(3_000);
  assert.equal(opened.length, 2, 'the try that was due is this one');
});

test('closed is closed; what is not JSON is not ours', (t) => {
  const { socket, heard, pass } = connect(t);
  const warned = t.mock.method(console, 'warn', () => undefined);
  last().open();
  last().onmessage?.({ data: '<html>' });
  assert.deepEqual([heard, warned.mock.callCount()], [['open'], 1]);
  socket.close();
  socket.wake();
  socket.send({ type: 'ping' });
  pass(60_000);
  assert.deepEqual([heard, opened.length, last().sent], [['open'], 1, []]);
});

test('a session that the server ended is no loss of the line: it is back within half a second', (t) => {
  const { pass } = connect(t);
  last().open();
  last().onmessage?.({ data: '{"type":"sessionEnded"}' });
  last().onclose?.();
  pass(500);
  assert.equal(opened.length, 2);
  last().open();
  last().onclose?.();
  pass(500);
  assert.equal(opened.length, 2, 'a lost line waits as before');
  pass(2_500);
  assert.equal(opened.length, 3);
});
