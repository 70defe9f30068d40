/**
 * Bare counterparts: uWebSockets.js that does one thing and nothing else, for the same bytes on the line.
 * Usage (by rig.ts): PORT=N node scripts/bench/support/bare.mjs poll|heartbeat|sockets|fleet (all of these, and an empty answer to whatever else)
 */
import { createRequire } from 'node:module';

const uws = createRequire(import.meta.url)('uWebSockets.js');
uws._cfg('silent');
const [, , what] = process.argv;
const does = (name) => what === name || what === 'fleet';

/** All headers of our answers in one piece. */
const head =
  "nosniff\r\nreferrer-policy: same-origin\r\ncross-origin-resource-policy: same-origin\r\ncontent-security-policy: default-src 'none'; frame-ancestors 'none'\r\ncontent-type: application/json; charset=utf-8\r\ncache-control: no-store\r\nx-request-id: ABCDEF-1a2b3";
const answer = (response, body) => response.writeHeader('x-content-type-options', head).end(body);

const poll =
  '{"serverTime":"2026-11-22T12:00:00.000Z","status":"active","playlist":{"id":1234,"name":"Recepção","isRandom":false,"revision":"0123456789abcdef"},"lastCallId":0,"utcOffsetMinutes":-180}';
const beat = '{"status":"active","serverTime":"2026-11-22T12:00:00.000Z","utcOffsetMinutes":-180}';

const app = uws.App();
app.get('/readyz', (response) => void response.end('ok'));
if (does('poll')) app.get('/api/player/assigned-playlist', (response) => void answer(response, poll));
if (does('heartbeat'))
  app.post('/api/player/heartbeat', (response) => {
    let body = Buffer.alloc(0);
    response.onAborted(() => {});
    response.onData((chunk, isLast) => {
      body = Buffer.concat([body, Buffer.from(chunk)]);
      if (isLast) answer(response, JSON.parse(body.toString()).token === undefined ? '{}' : beat);
    });
  });
if (does('sockets'))
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
    // What a screen needs: whose it is, with which proof, and the three topics it hears.
    message: (socket, bytes) => {
      const { token } = JSON.parse(Buffer.from(bytes).toString());
      const who = socket.getUserData();
      who.token = token;
      who.playerId = Number(token.slice(5));
      who.userId = who.playerId >> 1;
      for (const topic of [`player:${who.playerId}`, `screens:${who.userId}`, 'screens']) socket.subscribe(topic);
      socket.send('{"type":"subscribed","to":"player"}');
    },
  });
if (does('sockets'))
  app.post('/publish', (response) => {
    response.onAborted(() => {});
    response.onData((_, isLast) => {
      if (!isLast) return;
      app.publish('screens', '{"type":"noticesUpdated"}');
      answer(response, '{}');
    });
  });
if (what === 'fleet') app.any('/*', (response) => void answer(response, '{}'));
app.listen('127.0.0.1', Number(process.env.PORT), (socket) => {
  if (!socket) process.exit(1);
});
process.on('SIGTERM', () => process.exit(0));
