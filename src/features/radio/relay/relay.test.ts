import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { ManualClock } from '../../../platform/clock.ts';
import { createLog } from '../../../platform/log.ts';
import { createOutbound } from '../../../platform/outbound.ts';
import { until } from '../../../testing/until.ts';
import { type Respond, startStationServer } from '../testing/station-server.ts';
import { createRelay, type Relay, type RelayDeps } from './relay.ts';

const sends =
  (contentType: string): Respond =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': contentType }).flushHeaders();
const refuses =
  (status: number): Respond =>
  (_, response) =>
    void response.writeHead(status).end();

/** Starts a station that sends the texts that the test passes to `say`. */
async function startStation(t: TestContext) {
  const station = await startStationServer(t, sends('audio/mpeg'));
  return Object.assign(station, {
    id: 1,
    upstreamUrl: `${station.url}/live`,
    say(text: string) {
      for (const response of station.onAir) response.write(text);
    },
    end() {
      for (const response of station.onAir) response.end();
    },
  });
}

const authenticated = (address: string) => ({ address, isAuthenticated: true });

function startRelay(t: TestContext, limits: RelayDeps['limits'] = {}) {
  const clock = new ManualClock();
  const lines: { level: string; message: string }[] = [];
  const log = createLog('debug', clock, (line) => lines.push(JSON.parse(line) as { level: string; message: string }));
  const relay = createRelay({ outbound: createOutbound({ allowPrivate: true }), clock, log, limits });
  t.after(() => relay.close());
  const countLogged = (message: string) => lines.filter((line) => line.message === message).length;
  return { relay, clock, lines, countLogged };
}

const startStationAndRelay = async (t: TestContext, limits: RelayDeps['limits'] = {}) => ({
  station: await startStation(t),
  ...startRelay(t, limits),
});

/** Fake browser that records its received bytes and its disconnection. */
function listener({ isSlow = false } = {}) {
  const received = {
    text: '',
    hasEnded: false,
    write(chunk: Uint8Array) {
      received.text += Buffer.from(chunk).toString();
      return !isSlow;
    },
    end() {
      received.hasEnded = true;
    },
    drained: () => Promise.resolve(),
    abort() {},
  };
  return received;
}

/** Joins a new listener, and returns its received bytes. */
async function listenTo(relay: Relay, station: Parameters<Relay['join']>[0]) {
  const received = listener();
  (await relay.join(station)).start(received);
  return received;
}

const badGateway = { status: 502, code: 'bad_gateway' };
const unavailable = { status: 503, code: 'unavailable' };

test('many listeners share one connection, and a late listener gets the newest sound at once', async (t) => {
  const { station, relay } = await startStationAndRelay(t);
  const [a, b] = [listener(), listener()];
  const [first, second] = await Promise.all([relay.join(station), relay.join(station)]);
  assert.equal(first.contentType, 'audio/mpeg');
  first.start(a);
  station.say('one');
  await until('the first listener gets the first chunk', () => a.text === 'one');
  second.start(b);
  assert.equal(b.text, 'one');
  station.say('two');
  await until('the second listener gets both chunks', () => b.text === 'onetwo');
  assert.equal(a.text, 'onetwo');
  assert.equal(station.requests.length, 1);
  assert.equal(station.requests[0]?.headers['icy-metadata'], undefined, 'metadata would be noise in the sound');
  assert.deepEqual(relay.counts(), { stations: 1, listeners: 2 });
});

test('the station is disconnected 10 seconds after the last listener has left, unless another one joins before', async (t) => {
  const { station, relay, clock } = await startStationAndRelay(t);
  const stop = (await relay.join(station)).start(listener());
  stop();
  stop();
  clock.advance(9_000);
  const stopAgain = (await relay.join(station)).start(listener());
  clock.advance(5_000);
  assert.equal(station.onAir.size, 1);
  stopAgain();
  clock.advance(10_000);
  await until('the connection ends', () => station.onAir.size === 0);
  assert.deepEqual(relay.counts(), { stations: 0, listeners: 0 });
  assert.equal(station.requests.length, 1);
});

test('a client that disconnects before the sound starts does not keep the station connected', async (t) => {
  const { station, relay, clock } = await startStationAndRelay(t);
  const reply = await relay.join(station);
  clock.advance(10_000);
  await until('the connection ends', () => station.onAir.size === 0);
  const lateListener = listener();
  reply.start(lateListener);
  assert.equal(lateListener.hasEnded, true);
});

test('a station that does not respond with sound gives status 502, and is not connected again at once', async (t) => {
  const { station, relay, clock, lines } = await startStationAndRelay(t);
  const responses: Respond[] = [
    refuses(404),
    (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Rádio</h1>'),
    refuses(200),
    (_, response) => void response.destroy(),
  ];
  for (const [index, response] of responses.entries()) {
    station.respond = response;
    await Promise.all([1, 2].map(() => assert.rejects(relay.join(station), badGateway)));
    await assert.rejects(relay.join(station), badGateway);
    assert.equal(station.requests.length, index + 1);
    clock.advance(30_000);
  }
  assert.equal(lines.filter(({ level }) => level === 'warn').length, responses.length);
  assert.deepEqual(relay.counts(), { stations: 0, listeners: 0 });
  await assert.rejects(relay.join({ id: 2, upstreamUrl: 'http://127.0.0.1:1/' }), badGateway);
  await assert.rejects(relay.join({ id: 3, upstreamUrl: 'nonsense' }), badGateway);
});

test('a station that does not respond is abandoned after 10 seconds', async (t) => {
  const station = await startStation(t);
  station.respond = () => {};
  const { relay, clock } = startRelay(t);
  const joining = relay.join(station);
  await until('the request arrives', () => station.requests.length === 1);
  clock.advance(10_000);
  await assert.rejects(joining, badGateway);
  await until('the connection ends', () => station.onAir.size === 0);
});

test('a lost station is connected again with growing delays while it has listeners', async (t) => {
  const { station, relay, clock, countLogged } = await startStationAndRelay(t);
  const received = listener();
  const stop = (await relay.join(station)).start(received);
  station.say('before ');
  await until('sound', () => received.text !== '');
  const onTheAir = station.respond;
  station.respond = refuses(503);
  station.end();
  await until('the loss is noticed', () => countLogged('radio lost') === 1);
  await assert.rejects(relay.join(station), badGateway, 'new listeners get an error');
  for (const [index, waitMs] of [1_000, 2_000, 4_000].entries()) {
    clock.advance(waitMs - 1);
    assert.equal(station.requests.length, index + 1);
    clock.advance(1);
    await until('the next failure', () => countLogged('radio lost') === index + 2);
  }
  station.respond = onTheAir;
  clock.advance(8_000);
  await until('on the air again', () => station.onAir.size === 1);
  await until('connected', () => countLogged('radio connected') === 2);
  station.say('after');
  await until('the same listener gets the new sound', () => received.text === 'before after');
  assert.equal(received.hasEnded, false);

  station.end();
  await until('lost again', () => station.onAir.size === 0);
  await until('noticed again', () => countLogged('radio lost') === 5);
  stop();
  clock.advance(60_000);
  assert.equal(station.requests.length, 5, 'without listeners the station is not connected');
  assert.deepEqual(relay.counts(), { stations: 0, listeners: 0 });
});

test('a station that stalls for 20 seconds is connected again', async (t) => {
  const { station, relay, clock } = await startStationAndRelay(t);
  const received = await listenTo(relay, station);
  clock.advance(15_000);
  station.say('x');
  await until('sound', () => received.text === 'x');
  clock.advance(15_000);
  assert.equal(station.onAir.size, 1);
  clock.advance(5_000);
  await until('the station is disconnected', () => station.onAir.size === 0);
  clock.advance(1_000);
  await until('connected again', () => station.requests.length === 2);
  assert.equal(received.hasEnded, false);
});

test('a listener that is too slow is disconnected; others continue', async (t) => {
  const { station, relay } = await startStationAndRelay(t);
  const [slow, quick, broken] = [listener({ isSlow: true }), listener(), listener()];
  broken.write = () => {
    throw new Error('aborted');
  };
  for (const sink of [slow, quick, broken]) (await relay.join(station)).start(sink);
  for (let i = 1; i <= 4; i += 1) {
    station.say('0123456789');
    await until('sound', () => quick.text.length === i * 10);
  }
  assert.equal(slow.hasEnded, true);
  assert.equal(slow.text.length, 10, 'disconnected at the first chunk that it did not take');
  assert.equal(quick.hasEnded, false);
  assert.equal(relay.counts().listeners, 1);
});

test('listeners and stations are limited', async (t) => {
  const { station, relay } = await startStationAndRelay(t, { maxListeners: 2, maxStations: 1 });
  const first = await relay.join(station);
  await assert.rejects(relay.join({ ...station, id: 2 }), unavailable);
  const second = await relay.join(station);
  await assert.rejects(relay.join(station), unavailable, 'both slots are reserved before the listeners start');
  for (const reply of [first, second]) {
    const sink = listener();
    reply.start(sink);
    assert.equal(sink.hasEnded, false);
  }
  await assert.rejects(relay.join(station), unavailable);
});

test('one address cannot take all slots, and its slots are released when its listeners leave', async (t) => {
  const { station, relay } = await startStationAndRelay(t, { maxListenersAtAddress: 2 });
  const stops = [];
  for (let i = 0; i < 2; i += 1)
    stops.push((await relay.join(station, authenticated('203.0.113.7'))).start(listener()));
  await assert.rejects(relay.join(station, authenticated('203.0.113.7')), unavailable);
  (await relay.join(station, authenticated('203.0.113.8'))).start(listener());
  stops[0]?.();
  stops[0]?.();
  const reply = await relay.join(station, authenticated('203.0.113.7'));
  reply.start(listener());
  const lateListener = listener();
  reply.start(lateListener);
  assert.equal(lateListener.hasEnded, true, 'a second start of the same response gets no slot');
});

test('unauthenticated listeners have slots of their own, of which one address cannot take all', async (t) => {
  const { station, relay } = await startStationAndRelay(t, {
    maxUnauthenticated: 3,
    maxUnauthenticatedAtAddress: 2,
    maxListeners: 2,
  });
  const outsider = (address: string) => ({ address, isAuthenticated: false });
  for (let i = 0; i < 2; i += 1) (await relay.join(station, outsider('203.0.113.7'))).start(listener());
  await assert.rejects(relay.join(station, outsider('203.0.113.7')), unavailable);
  const leave = (await relay.join(station, outsider('203.0.113.8'))).start(listener());
  await assert.rejects(relay.join(station, outsider('203.0.113.9')), unavailable);
  for (let i = 0; i < 2; i += 1) (await relay.join(station, authenticated('203.0.113.7'))).start(listener());
  await assert.rejects(relay.join(station, authenticated('203.0.113.8')), unavailable);
  leave();
  (await relay.join(station, outsider('203.0.113.9'))).start(listener());
});

test('a slot is reserved while the station is being connected, and released if the client has disconnected or the station fails', async (t) => {
  const { station, relay, clock } = await startStationAndRelay(t, { maxUnauthenticatedAtAddress: 2 });
  const outsider = { address: '203.0.113.7', isAuthenticated: false };
  const otherStations = await Promise.all([startStation(t), startStation(t)]);
  const joined = Promise.all([relay.join(station, outsider), relay.join({ ...otherStations[0], id: 2 }, outsider)]);
  await assert.rejects(relay.join({ ...otherStations[1], id: 3 }, outsider), unavailable);
  await joined;
  assert.equal(otherStations[1].requests.length, 0);
  // Both clients have disconnected, so their streams never start.
  clock.advance(1_000);
  (await relay.join(station, outsider)).start(listener());
  const silent = await startStation(t);
  silent.respond = refuses(404);
  for (let id = 4; id < 8; id += 1) await assert.rejects(relay.join({ ...silent, id }, outsider), badGateway);
});

test('when the address changes, all listeners are disconnected and the new address is connected', async (t) => {
  const [before, after] = [await startStation(t), await startStation(t)];
  const { relay } = startRelay(t);
  const a = await listenTo(relay, before);
  relay.drop(before.id);
  assert.equal(a.hasEnded, true);
  const b = await listenTo(relay, before);
  const c = await listenTo(relay, after);
  assert.equal(b.hasEnded, true);
  after.say('new');
  await until('sound of the new address', () => c.text === 'new');
  await until('the previous address is disconnected', () => before.onAir.size === 0);
});

test('when a station returns with another content type, its listeners are disconnected and new ones get the new type', async (t) => {
  const { station, relay, clock, countLogged } = await startStationAndRelay(t);
  const received = await listenTo(relay, station);
  station.respond = sends('audio/aac');
  station.end();
  await until('lost', () => countLogged('radio lost') === 1);
  clock.advance(1_000);
  await until('the listener is disconnected', () => received.hasEnded);
  assert.equal((await relay.join(station)).contentType, 'audio/aac');
});

test('redirects and playlist files lead to the sound', async (t) => {
  const station = await startStation(t);
  const onTheAir = station.respond;
  station.respond = (request, response) => {
    if (request.url === '/live') response.writeHead(302, { location: '/list.pls' }).end();
    else if (request.url === '/list.pls')
      response
        .writeHead(200, { 'content-type': 'audio/x-scpls' })
        .end('[playlist]\r\nNumberOfEntries=1\r\nFile1=/list.m3u\r\n');
    else if (request.url === '/list.m3u')
      response.writeHead(200, { 'content-type': 'text/plain' }).end('#EXTM3U\n#EXTINF:-1,Rádio\nsound\n');
    else onTheAir(request, response);
  };
  const { relay } = startRelay(t);
  const received = await listenTo(relay, station);
  await until('on the air', () => station.onAir.size === 1);
  station.say('abc');
  await until('sound', () => received.text === 'abc');
  assert.deepEqual(
    station.requests.map((request) => request.url),
    ['/live', '/list.pls', '/list.m3u', '/sound'],
  );
});

test('playlist files that are endless, without an address, too long or HLS are refused', async (t) => {
  const { station, relay, clock } = await startStationAndRelay(t);
  for (const playlist of [
    'live',
    '# nothing',
    'http://[',
    `${'#'.repeat(70_000)}\n/sound`,
    '#EXTM3U\n#EXT-X-TARGETDURATION:6\nsegment1.aac',
  ]) {
    station.respond = (_, response) =>
      void response.writeHead(200, { 'content-type': 'audio/x-mpegurl' }).end(playlist);
    await assert.rejects(relay.join(station), badGateway, playlist.slice(0, 20));
    clock.advance(60_000);
  }
});

test('closing the relay ends every listener and every connection', async (t) => {
  const { station, relay } = await startStationAndRelay(t);
  const received = await listenTo(relay, station);
  relay.close();
  assert.equal(received.hasEnded, true);
  await until('the connection ends', () => station.onAir.size === 0);
});
