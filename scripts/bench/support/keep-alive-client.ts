/**
 * A keep-alive HTTP/1.1 client for short responses, on plain sockets. Node's own client takes as much processor time as the
 * server under test: with 2,000 screens the load generator would be measured instead of the server.
 */
import { connect, type Socket } from 'node:net';

/** A request without a response after this time has failed. */
const timeoutMs = 30_000;

export interface HttpRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: object;
}

/** Sends requests from one local address: one connection per request in progress, reused afterwards. */
export class KeepAliveClient {
  readonly #idle: Socket[] = [];

  constructor(
    readonly port: number,
    readonly address: string,
  ) {}

  /** Sends a request. Returns the status (0: no response) and the milliseconds until the response was complete. */
  send(request: HttpRequest): Promise<{ status: number; tookMs: number }> {
    return new Promise((resolve) => {
      const startedAt = performance.now();
      const socket = this.#idle.pop() ?? this.#connect();
      const finish = (status: number, isKeptAlive: boolean) => {
        socket.off('data', onData).off('close', onClose);
        if (isKeptAlive) this.#idle.push(socket);
        else socket.destroy();
        resolve({ status, tookMs: performance.now() - startedAt });
      };
      let text = '';
      const onData = (bytes: Buffer) => {
        text += bytes.toString('latin1');
        const response = parseResponse(text);
        if (response) finish(response.status, response.isKeptAlive);
      };
      const onClose = () => finish(0, false);
      socket.on('data', onData).on('close', onClose).write(textOf(request));
    });
  }

  #connect(): Socket {
    const { port, address: localAddress } = this;
    const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
    socket.on('error', () => {});
    socket.setTimeout(timeoutMs, () => socket.destroy());
    socket.on('close', () => {
      const index = this.#idle.indexOf(socket);
      if (index >= 0) this.#idle.splice(index, 1);
    });
    return socket;
  }
}

function textOf({ method, path, headers = {}, body }: HttpRequest): string {
  const json = body && JSON.stringify(body);
  let text = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n`;
  for (const [name, value] of Object.entries(headers)) text += `${name}: ${value}\r\n`;
  if (json === undefined) return `${text}\r\n`;
  return `${text}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`;
}

/** Returns undefined until the response is complete. A response that may have a body needs a Content-Length. */
function parseResponse(text: string): { status: number; isKeptAlive: boolean } | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = text.slice(0, end);
  const status = Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
  const bodyLength = status === 204 || status === 304 ? 0 : Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1]);
  if (!(text.length >= end + 4 + bodyLength)) return undefined;
  return { status, isKeptAlive: !/\r\nconnection: *close/i.test(head) };
}
