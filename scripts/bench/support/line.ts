/**
 * A keep-alive HTTP/1.1 client for short answers, over a bare socket: Node's own takes as much of a processor as the server
 * under test, and what 2,000 screens then wait for is the load.
 */
import { connect, type Socket } from 'node:net';

/** Longer than any answer may take: who hangs for ever has not answered. */
const deadAfterMs = 30_000;

export interface Question {
  method: string;
  path: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: object;
}

/** One client: a connection for each question under way, used again. */
export class Line {
  readonly #idle: Socket[] = [];

  constructor(
    readonly port: number,
    readonly address: string,
  ) {}

  /** The status once the answer is there whole, and how long that took from the question's first byte on; 0 without an answer. */
  ask(question: Question): Promise<{ status: number; tookMs: number }> {
    return new Promise((resolve) => {
      const began = performance.now();
      const socket = this.#idle.pop() ?? this.#connect();
      const done = (status: number, mayStay: boolean) => {
        socket.off('data', take).off('close', gone);
        if (mayStay) this.#idle.push(socket);
        else socket.destroy();
        resolve({ status, tookMs: performance.now() - began });
      };
      let text = '';
      const take = (bytes: Buffer) => {
        text += bytes.toString('latin1');
        const response = readAnswer(text);
        if (response) done(response.status, response.mayStay);
      };
      const gone = () => done(0, false);
      socket.on('data', take).on('close', gone).write(textOf(question));
    });
  }

  #connect(): Socket {
    const { port, address: localAddress } = this;
    const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
    socket.on('error', () => {});
    socket.setTimeout(deadAfterMs, () => socket.destroy());
    socket.on('close', () => {
      const at = this.#idle.indexOf(socket);
      if (at >= 0) this.#idle.splice(at, 1);
    });
    return socket;
  }
}

function textOf({ method, path, headers = {}, body }: Question): string {
  const json = body && JSON.stringify(body);
  let text = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n`;
  for (const [name, value] of Object.entries(headers)) text += `${name}: ${value}\r\n`;
  if (json === undefined) return `${text}\r\n`;
  return `${text}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`;
}

/** Undefined until it is whole. One without a length ends with its head if it may have no body; any other never does. */
function readAnswer(text: string): { status: number; mayStay: boolean } | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = text.slice(0, end);
  const status = Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
  const bodyLength = status === 204 || status === 304 ? 0 : Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1]);
  if (!(text.length >= end + 4 + bodyLength)) return undefined;
  return { status, mayStay: !/\r\nconnection: *close/i.test(head) };
}
