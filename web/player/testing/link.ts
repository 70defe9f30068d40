/** Simulates the clinic's network between a TV and its server: a TCP relay with all kinds of failures. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

export type LinkState =
  /** Relays at most `bytesPerS` to the TV per connection, cuts all connections every `cutEveryMs`, and may refuse WebSockets. */
  | { type: 'good'; bytesPerS?: number; cutEveryMs?: number; refusesSockets?: boolean }
  /** Accepts connections and leaves existing ones open, but relays no bytes. */
  | { type: 'silent' }
  /** A proxy or portal responds to every request itself. */
  | { type: 'responds'; status: string; contentType: string; body: string }
  /** Resets every connection. */
  | { type: 'down' };

export async function openLink(t: TestContext, serverUrl: string) {
  const { hostname, port } = new URL(serverUrl);
  const open = new Set<Socket>();
  const frozen = new Set<Socket>();
  let state: LinkState = { type: 'good' };
  let bytes = 0;
  let refusedSockets = 0;
  let cutTimer: ReturnType<typeof setInterval> | undefined;

  const cut = () => open.forEach((socket) => socket.resetAndDestroy());

  /** Relays one direction, chunk by chunk within the allowed speed. */
  function relay(from: Socket, to: Socket, client: Socket): void {
    from.on('data', (chunk) => {
      if (frozen.has(client)) return;
      if (from === client && state.type === 'good' && state.refusesSockets && isSocketRequest(chunk)) {
        refusedSockets += 1;
        return void client.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
      }
      if (to === client) bytes += chunk.length;
      const isFull = !to.write(chunk);
      const bytesPerS = to === client && state.type === 'good' ? state.bytesPerS : undefined;
      if (!isFull && !bytesPerS) return;
      from.pause();
      if (bytesPerS) setTimeout(() => from.resume(), (chunk.length / bytesPerS) * 1000);
      else to.once('drain', () => from.resume());
    });
    from.on('end', () => frozen.has(client) || to.end());
    from.on('close', () => frozen.has(client) || to.destroy());
  }

  function accept(client: Socket): void {
    open.add(client);
    client.on('error', () => undefined);
    client.on('close', () => {
      open.delete(client);
      frozen.delete(client);
    });
    if (state.type === 'down') return void client.resetAndDestroy();
    if (state.type === 'silent') return void client.resume();
    if (state.type === 'responds') {
      const { status, contentType, body } = state;
      client.once('data', () =>
        client.end(
          `HTTP/1.1 ${status}\r\nContent-Type: ${contentType}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
        ),
      );
      return;
    }
    const server = connect(Number(port), '127.0.0.1');
    server.on('error', () => client.destroy());
    relay(client, server, client);
    relay(server, client, client);
  }

  const relays = createServer(accept).listen(0, '127.0.0.1');
  await once(relays, 'listening');
  t.after(() => {
    clearInterval(cutTimer);
    cut();
    relays.close();
  });

  const freeze = () => open.forEach((client) => frozen.add(client));

  return {
    /** The server's address behind this relay. */
    url: `http://${hostname}:${(relays.address() as AddressInfo).port}`,
    /** Returns the number of bytes sent to the TV so far. */
    bytes: () => bytes,
    /** Returns the number of refused WebSockets. */
    refusedSockets: () => refusedSockets,
    /** Stops all bytes on open connections without closing them; new connections work. */
    freeze,
    set(next: LinkState): void {
      clearInterval(cutTimer);
      if (next.type === 'silent') freeze();
      else cut();
      state = next;
      if (next.type === 'good' && next.cutEveryMs) cutTimer = setInterval(cut, next.cutEveryMs);
    },
  };
}

const isSocketRequest = (chunk: Buffer): boolean =>
  /^GET [^]*\r\nupgrade: *websocket\r\n/i.test(chunk.toString('latin1'));
