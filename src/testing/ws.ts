/** A minimal WebSocket client for tests, because Node 20 has none. */
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { request as requestOverTls } from 'node:https';
import type { Socket } from 'node:net';

export interface TestWebSocket {
  /** Text messages so far. */
  readonly messages: string[];
  send(text: string): void;
  /** Sends a frame with any bytes and opcode (1 text, 2 binary, 9 ping). */
  sendFrame(opcode: number, payload: Buffer): void;
  /** Calls `run` for every message from now on. */
  onMessage(run: (text: string) => void): void;
  close(): void;
  /** Resolves when the connection has ended, with the server's close code or 1006. */
  readonly closed: Promise<number>;
  readonly socket: Socket;
}

export class UpgradeError extends Error {
  constructor(readonly status: number) {
    super(`The server returned ${status} for the upgrade`);
  }
}

/** Opens a connection. Rejects with UpgradeError when the server returns another status than 101. */
export function connectWebSocket(
  url: string,
  options: { headers?: Record<string, string>; ca?: string; localAddress?: string } = {},
): Promise<TestWebSocket> {
  return new Promise((resolve, reject) => {
    const upgrade = (url.startsWith('wss:') ? requestOverTls : request)(url.replace(/^ws/, 'http'), {
      agent: false,
      ca: options.ca,
      localAddress: options.localAddress,
      headers: {
        ...options.headers,
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
      },
    });
    upgrade.on('error', reject);
    upgrade.on('response', (response) => {
      response.resume();
      reject(new UpgradeError(response.statusCode ?? 0));
    });
    upgrade.on('upgrade', (_response, socket, first) => resolve(createTestWebSocket(socket as Socket, first)));
    upgrade.end();
  });
}

function createTestWebSocket(socket: Socket, first: Buffer): TestWebSocket {
  const messages: string[] = [];
  const listeners: ((text: string) => void)[] = [];
  let unread = Buffer.alloc(0);
  let closeCode = 1006;
  let resolveClosed: (code: number) => void;
  const closed = new Promise<number>((resolve) => (resolveClosed = resolve));

  const receive = (data: Buffer) => {
    unread = Buffer.concat([unread, data]);
    for (let frame = readFrame(unread); frame; frame = readFrame(unread)) {
      unread = unread.subarray(frame.size);
      if (frame.opcode === 1) {
        const text = frame.payload.toString('utf8');
        messages.push(text);
        for (const run of listeners) run(text);
      } else if (frame.opcode === 8) {
        closeCode = frame.payload.length >= 2 ? frame.payload.readUInt16BE() : 1005;
        socket.end();
      } else if (frame.opcode === 9) {
        sendFrame(10, frame.payload);
      }
    }
  };
  const sendFrame = (opcode: number, payload: Buffer) => {
    if (socket.writable) socket.write(maskedFrame(opcode, payload));
  };

  socket.on('data', receive);
  socket.on('error', () => {});
  socket.on('close', () => resolveClosed(closeCode));
  // Process these bytes later, so that the caller can register its listeners first.
  if (first.length > 0) setImmediate(() => receive(first));

  return {
    messages,
    send: (text) => sendFrame(1, Buffer.from(text)),
    sendFrame,
    onMessage: (run) => void listeners.push(run),
    close() {
      sendFrame(8, Buffer.from([0x03, 0xe8]));
      socket.end();
    },
    closed,
    socket,
  };
}

function readFrame(data: Buffer): { opcode: number; payload: Buffer; size: number } | undefined {
  if (data.length < 2) return undefined;
  const shortLength = (data[1] ?? 0) & 0x7f;
  const start = shortLength === 126 ? 4 : shortLength === 127 ? 10 : 2;
  if (data.length < start) return undefined;
  const length =
    shortLength === 126 ? data.readUInt16BE(2) : shortLength === 127 ? Number(data.readBigUInt64BE(2)) : shortLength;
  if (data.length < start + length) return undefined;
  return { opcode: (data[0] ?? 0) & 0x0f, payload: data.subarray(start, start + length), size: start + length };
}

function maskedFrame(opcode: number, payload: Buffer): Buffer {
  const mask = randomBytes(4);
  const length = payload.length;
  const head =
    length < 126
      ? Buffer.from([0x80 | opcode, 0x80 | length])
      : Buffer.from([0x80 | opcode, 0x80 | 126, length >> 8, length & 0xff]);
  const masked = Buffer.from(payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0)));
  return Buffer.concat([head, mask, masked]);
}
