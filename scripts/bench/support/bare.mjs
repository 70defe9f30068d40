/**
 * Minimal ("bare") servers to compare ours with: uWebSockets.js handlers that send the same bytes and do nothing else. `fleet`
 * combines all of them and sends an empty response to every other request.
 * Usage (by rig.ts): PORT=N node scripts/bench/support/bare.mjs poll|heartbeat|sockets|fleet
 */
import { createRequire } from 'node:module';

const uws = createRequire(import.meta.url)('uWebSockets.js');
uws._cfg('silent');
const [, , kind] = process.argv;
const serves = (name) => kind === name || kind === 'fleet';

/** The headers of our responses, joined into the value of one header: a single write is fastest. */
const head =
  "nosniff\r\nreferrer-policy: same-origin\r\ncross-origin-resource-policy: same-origin\r\ncontent-security-policy: default-src 'none'; frame-ancestors 'none'\r\ncontent-type: application/json; charset=utf-8\r\ncache-control: no-store\r\nx-request-id: ABCDEF-1a2b3";
const send = (response, body) => response.writeHeader('x-content-type-options', head).end(body);

const poll =
  '{"serverTime":"2026-11-22T12:00:00.000Z","status":"active","playlist":{"id":1234,"name":"Recepção","isRandom":false,"revision":"0123456789abcdef"},"lastCallId":0,"utcOffsetMinutes":-180}';
const heartbeat = '{"status":"active","serverTime":"2026-11-22T12:00:00.000Z","utcOffsetMinutes":-180}';

const app = uws.App();
app.get('/readyz', (response) => void response.end('ok'));
if (serves('poll')) app.get('/api/player/assigned-playlist', (response) => void send(response, poll));
if (serves('heartbeat'))
  app.post('/api/player/heartbeat', (response) => {
    let body = Buffer.alloc(0);
    response.onAborted(() => {});
    response.onData((chunk, isLast) => {
      body = Buffer.concat([body, Buffer.from(chunk)]);
      if (isLast) send(response, JSON.parse(body.toString()).token === undefined ? '{}' : heartbeat);
    });
  });
if (serves('sockets'))
  app.ws('/ws', {
    maxPayloadLength: 16 * 1024,
    maxBackpressure: 256 * 1024,
    idleTimeout: 60,
    sendPingsAutomatically: true,
    upgrade: (response, request, context) =>
      void response.upgrade(
        { token: '', playerId: 0, userId: 0 },
        request.getHeader('sec-websocket-key'),
        request.getHeader('sec-websocket-protocol'),
        request.getHeader('sec-websocket-extensions'),
        context,
      ),
    // A screen's subscription, as our server stores it: its token, screen and account, and three topics.
    message: (socket, bytes) => {
      const { token } = JSON.parse(Buffer.from(bytes).toString());
      const subscriber = socket.getUserData();
      subscriber.token = token;
      subscriber.playerId = Number(token.slice(5));
      subscriber.userId = subscriber.playerId >> 1;
      for (const topic of [`player:${subscriber.playerId}`, `screens:${subscriber.userId}`, 'screens'])
        socket.subscribe(topic);
      socket.send('{"type":"subscribed","to":"player"}');
    },
  });
if (serves('sockets'))
  app.post('/publish', (response) => {
    response.onAborted(() => {});
    response.onData((_, isLast) => {
      if (!isLast) return;
      app.publish('screens', '{"type":"noticesUpdated"}');
      send(response, '{}');
    });
  });
if (kind === 'fleet') app.any('/*', (response) => void send(response, '{}'));
app.listen('127.0.0.1', Number(process.env.PORT), (socket) => {
  if (!socket) process.exit(1);
});
process.on('SIGTERM', () => process.exit(0));
