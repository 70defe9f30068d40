import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { ServerMessage } from '../../../../src/contract/events.ts';
import { createClock } from '../clock/clock.ts';
import { createConnections } from '../requests/connections.ts';
import { isNearRestart } from './assignment.ts';
import { startFeeds } from './feeds.ts';
import { type HttpResponse, createNetwork, type Request } from '../requests/network.ts';
import type { Responses, Assignment } from '../requests/responses.ts';
import type { CachedResponses } from '../requests/cached-responses.ts';
import { createSession } from '../pairing/session.ts';
import { image } from '../../testing/items.ts';

const json = (value: unknown, status = 200): HttpResponse => ({
  status,
  contentType: 'application/json',
  retryAfter: '',
  text: JSON.stringify(value),
});
const pairing = { playerId: 7, userId: 3, token: 'x' };
const playlist = { id: 3, name: 'Sala', isRandom: false, revision: '1' };
const time = { serverTime: '2026-11-21T12:00:00.000Z', utcOffsetMinutes: -180 };
const goodResponses: Record<string, unknown> = {
  '/api/player/assigned-playlist?programme=': { status: 'active', playlist, ...time },
  '/api/player/playlists/3/randomized?userId=3&hours=own': [image(1), image(2)],
  '/api/playlists/3/breaking-news': [{ id: 1, title: null, message: 'Bom dia', isActive: true }],
  '/api/player/admin-notices': [],
  '/api/player/radio-settings': { selectedRadioId: null, isEnabled: false, volume: 30 },
  '/api/player/info': { player: { id: 7, name: 'TV', screenId: 'ABC234' }, user: { name: 'clinica', email: 'a@b.c' } },
  '/api/player/heartbeat': { status: 'active', ...time },
};
const good = ({ path }: Request) => json(goodResponses[path]);

/** Fake socket whose messages a test controls. */
interface FakeSocket {
  readyState: number;
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
}

/** Starts a screen's feeds with a scripted server. The socket opens with the first message that a test lets it receive. */
function screen(
  t: TestContext,
  {
    initiallyStored = {},
    held = [],
    isStorageSilent = () => false,
  }: { initiallyStored?: Partial<Responses>; held?: number[]; isStorageSilent?(): boolean } = {},
) {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const page = globalThis as unknown as Record<string, unknown>;
  page.location = { protocol: 'http:', host: 'tv.lan' };
  const sockets: FakeSocket[] = [];
  page.WebSocket = class implements FakeSocket {
    static readonly OPEN = 1;
    readyState = 0;
    constructor() {
      sockets.push(this);
    }
    send(): void {}
    close(): void {}
  };
  const stored: Partial<Responses> = { ...initiallyStored };
  const delivered: string[] = [];
  let response: (request: Request) => HttpResponse = good;
  let apply: (assignment: Assignment) => void = () => undefined;
  let clearedCount = 0;
  const device = {
    find: () => pairing,
    save: () => undefined,
    clear: () => (clearedCount += 1),
    describe: () => ({ userAgent: '', timestamp: '' }),
  };
  const cachedResponses: CachedResponses = {
    load: async (name) => (isStorageSilent() ? undefined : stored[name]),
    async save(name, value) {
      stored[name] = value;
    },
  };
  const network = createNetwork(createConnections(5), async (request) => response(request));
  const feeds = startFeeds({
    session: createSession(network, pairing, () => undefined, device),
    cachedResponses,
    clock: createClock(),
    onAssignment(assignment, rules) {
      apply(assignment);
      const byRules = rules.playlists.map(({ id, items }) => `, ${id} by rules ${items.length}`).join('');
      delivered.push(`${assignment.status} ${assignment.playlist?.id ?? '-'} ${assignment.items.length}${byRules}`);
      feeds.follow(assignment.playlist?.id ?? null);
    },
    held: () => held,
    onRevoked: (ids) => delivered.push(`revoked ${ids.join()}`),
    onMessages: (messages) => delivered.push(`messages ${messages.length}`),
    onNotices: (notices) => delivered.push(`notices ${notices.length}`),
    onRadio: ({ volume }) => delivered.push(`radio ${volume}`),
    onCalls({ calls }, all) {
      delivered.push(`calls ${calls.map(({ id }) => id).join() || '-'}`);
      if (all) delivered.push(`all ${all.map(({ id }) => id).join() || '-'}`);
    },
    onIdentify: (name) => delivered.push(`identify ${name}`),
    onUrgent: (notices) => delivered.push(`urgent ${notices.map(({ id }) => id).join() || '-'}`),
    onInfo: ({ player }) => delivered.push(`info ${player.name}`),
    onConnectivity: (isOnline) => delivered.push(isOnline ? 'reached' : 'lost'),
    onReconnect: () => undefined,
    plays: { loading: Promise.resolve(), batch: () => [], acknowledge: () => undefined },
    onRestartAt: () => undefined,
    state: () => ({}),
  });
  t.after(() => {
    feeds.stop();
    delete page.location;
    delete page.WebSocket;
  });
  return {
    stored,
    delivered,
    /** Fails unless all `wanted` deliveries were made. */
    assertDelivered: (...wanted: string[]) =>
      wanted.forEach((one) => assert.ok(delivered.includes(one), `${one}, of ${delivered.join()}`)),
    /** Returns the deliveries that begin with this text. */
    deliveredOf: (beginning: string) => delivered.filter((one) => one.startsWith(beginning)),
    refreshAssignment: feeds.refreshAssignment,
    refreshAfterSleep: feeds.refreshAfterSleep,
    clearedCount: () => clearedCount,
    receiveMessage(message: ServerMessage) {
      const socket = sockets.at(-1);
      if (socket?.readyState === 0) {
        socket.readyState = 1;
        socket.onopen?.();
      }
      socket?.onmessage?.({ data: JSON.stringify(message) });
    },
    respondWith: (next: typeof response) => (response = next),
    applyBy: (next: typeof apply) => (apply = next),
    async pass(seconds: number) {
      for (let i = 0; i < seconds * 4; i += 1) {
        t.mock.timers.tick(250);
        for (let turns = 0; turns < 100; turns += 1) await Promise.resolve();
      }
    },
  };
}

for (const [name, response] of [
  ['JSON of a portal', json({ success: true })],
  ['an empty object', json({})],
  ['null', json(null)],
  ['a list of unknown objects', json([{}])],
  ['another program’s 401', json({ code: 401, message: 'Unauthorized' }, 401)],
  ['another program’s 403', json({ code: 'no_access', message: 'Forbidden' }, 403)],
] as const) {
  test(`${name} as every response changes no stored record`, async (t) => {
    const tv = screen(t);
    await tv.pass(5);
    tv.assertDelivered('active 3 2', 'messages 1', 'info TV');
    const before = structuredClone(tv.stored);
    tv.delivered.length = 0;
    tv.respondWith(() => response);
    await tv.pass(120);
    assert.deepEqual(tv.stored, before);
    assert.deepEqual(tv.delivered, ['lost']);
    assert.equal(tv.clearedCount(), 0);
    tv.respondWith(good);
    await tv.pass(40);
    tv.assertDelivered('reached');
    // A good response sets the clock again.
    assert.deepEqual({ ...tv.stored, time: before.time }, before);
  });
}

test('a blocked screen waits, and continues its requests', async (t) => {
  const tv = screen(t);
  await tv.pass(5);
  tv.respondWith(() => json({ code: 'account_blocked', message: 'Tela bloqueada pelo administrador' }, 403));
  await tv.pass(5);
  tv.assertDelivered('blocked - 0');
  tv.delivered.length = 0;
  tv.respondWith(good);
  await tv.pass(20);
  tv.assertDelivered('active 3 2');
});

test('an assignment that could not be applied is not stored, and is requested again', async (t) => {
  const tv = screen(t);
  tv.applyBy(() => {
    throw new Error('malformed');
  });
  await tv.pass(5);
  assert.equal(tv.stored.assignment, undefined);
  tv.applyBy(() => undefined);
  await tv.pass(20);
  tv.assertDelivered('active 3 2');
  const { assignment } = tv.stored as Partial<Responses>;
  assert.equal(assignment?.items.length, 2);
});

test('the refresh of the playlist is omitted within 30 s before or after the restart of the page', () => {
  const minute = 60_000;
  const marks = [30, 210, 239, 239.6, 240, 240.4, 241, 480].map((age) => isNearRestart(age * minute));
  assert.deepEqual(marks, [false, false, false, true, true, true, false, true]);
});

test('a blocked screen requests everything as soon as it is subscribed again', async (t) => {
  const tv = screen(t);
  await tv.pass(1);
  tv.respondWith(() => json({ message: 'Tela bloqueada pelo administrador', code: 'account_blocked' }, 403));
  tv.receiveMessage({ type: 'subscriptionRefused', to: 'player', message: 'Tela bloqueada pelo administrador' });
  await tv.pass(1);
  tv.assertDelivered('blocked - 0');
  tv.respondWith(good);
  tv.delivered.length = 0;
  tv.receiveMessage({ type: 'subscribed', to: 'player' });
  // The next regular poll of the ticker's messages would be half a minute later.
  await tv.pass(1);
  tv.assertDelivered('active 3 2', 'messages 1');
});

test('after a refused subscription the ticker’s messages wait for the assignment: another playlist may be assigned', async (t) => {
  const tv = screen(t);
  await tv.pass(1);
  tv.receiveMessage({ type: 'subscriptionRefused', to: 'player', message: '' });
  await tv.pass(1);
  const { response, requested } = rulesServer();
  tv.respondWith((request) =>
    request.path.startsWith('/api/player/assigned-playlist')
      ? json({ status: 'active', playlist: { ...playlist, id: 4 }, ...time })
      : response(request),
  );
  tv.receiveMessage({ type: 'subscribed', to: 'player' });
  await tv.pass(1);
  tv.assertDelivered('active 4 1', 'messages 0');
  assert.ok(!requested.includes('/api/playlists/3/breaking-news'));
});

test('each poll names the items of the previous playlist that still play, and receives those that may not be shown any more', async (t) => {
  const tv = screen(t, { held: [8, 9] });
  let requested = '';
  tv.respondWith((request) => {
    if (!request.path.startsWith('/api/player/assigned-playlist')) return good(request);
    requested = request.path;
    return json({ status: 'active', playlist, revoked: [9], ...time });
  });
  await tv.pass(8);
  assert.equal(decodeURIComponent(requested), '/api/player/assigned-playlist?programme=&held=8,9');
  tv.assertDelivered('revoked 9');
});

/** Simulates the server of a screen with a rule: sends everything the first time, then the revision alone. */
function rulesServer({ revision = 'r1', items = [image(5)] } = {}) {
  const requested: string[] = [];
  const rule = { id: 1, plays: 4, days: [0, 1, 2, 3, 4, 5, 6], from: 0, to: 0, target: 'screen' };
  const rules = [{ ...rule, priority: 0, weeks: 'every', firstDate: null, lastDate: null }];
  const playlists = [{ id: 4, name: 'Manhã', isRandom: false, revision }];
  const response = (request: Request) => {
    const path = decodeURIComponent(request.path);
    requested.push(path);
    if (path.startsWith('/api/player/assigned-playlist')) {
      const isKnown = path.endsWith(`programme=${revision}`);
      const programme = isKnown ? { revision } : { revision, rules, playlists };
      return json({ status: 'active', playlist, programme, ...time });
    }
    if (path.startsWith('/api/player/playlists/4/randomized')) return json(items);
    if (path === '/api/playlists/4/breaking-news') return json([]);
    return good(request);
  };
  return { response, requested };
}

test('rules, their playlists and tickers are requested once and stored, and again when the rules change', async (t) => {
  const tv = screen(t);
  const { response, requested } = rulesServer();
  tv.respondWith(response);
  await tv.pass(20);
  assert.deepEqual(tv.deliveredOf('active'), ['active 3 2, 4 by rules 1']);
  const times = (path: string) => requested.filter((one) => one === path).length;
  assert.equal(times('/api/player/playlists/4/randomized?userId=3&hours=own'), 1);
  assert.equal(times('/api/playlists/4/breaking-news'), 1);
  assert.equal(tv.stored.rules?.playlists[0]?.items.length, 1);
  assert.equal(tv.stored.rules?.rules[0]?.plays, 4);
  assert.deepEqual(tv.stored.tickers?.map(({ playlistId }) => playlistId).sort(), [3, 4]);
  assert.equal(tv.stored.assignment?.playlist?.id, 3, 'the assigned playlist is unchanged');

  const edited = rulesServer({ revision: 'r2', items: [image(5), image(6)] });
  tv.respondWith(edited.response);
  tv.receiveMessage({ type: 'programmeUpdated', playerId: 7 });
  await tv.pass(1);
  tv.assertDelivered('active 3 2, 4 by rules 2');
});

test('without its server a screen begins with the stored rules', async (t) => {
  const firstPage = screen(t);
  firstPage.respondWith(rulesServer().response);
  await firstPage.pass(5);
  t.mock.timers.reset();
  const tv = screen(t, { initiallyStored: firstPage.stored });
  tv.respondWith(() => json({}, 502));
  await tv.pass(5);
  tv.assertDelivered('active 3 2, 4 by rules 1');
  tv.assertDelivered('messages 1');
});

test('without its server a screen tries slow storage again', async (t) => {
  let isStorageSilent = true;
  const utcMs = Date.parse(time.serverTime);
  const urgent = [{ id: 9, preset: 'free' as const, text: 'Saiam', leftMs: 600_000, endsAtMs: utcMs + 600_000 }];
  const stored = { assignment: { status: 'active' as const, playlist, items: [image(1)] }, urgent };
  const tv = screen(t, { initiallyStored: stored, isStorageSilent: () => isStorageSilent });
  tv.respondWith(() => json({}, 502));
  await tv.pass(10);
  assert.equal(tv.delivered.includes('active 3 1'), false);
  isStorageSilent = false;
  await tv.pass(20);
  tv.assertDelivered('active 3 1', 'urgent 9');
});

test('a start shows the stored items if their revision is current, and requests them afterwards', async (t) => {
  const items = [image(1)];
  const tv = screen(t, { initiallyStored: { assignment: { status: 'active', playlist, items } } });
  const seen: string[] = [];
  tv.respondWith((request) => {
    if (/randomized/.test(request.path)) seen.push(`requested after: ${tv.deliveredOf('active').join()}`);
    return good(request);
  });
  await tv.pass(2);
  assert.deepEqual(seen, ['requested after: active 3 1']);
  assert.deepEqual(tv.deliveredOf('active'), ['active 3 1', 'active 3 2']);
  assert.equal(tv.stored.assignment?.items.length, 2);
});

test('a start waits for the items of a playlist that was changed meanwhile', async (t) => {
  const before = { status: 'active' as const, playlist: { ...playlist, revision: '0' }, items: [image(1)] };
  const tv = screen(t, { initiallyStored: { assignment: before } });
  await tv.pass(5);
  assert.deepEqual(tv.deliveredOf('active'), ['active 3 2']);
});

/** Simulates the same server with another response for the items of the rule's playlist. */
function rulesServerWith(response: HttpResponse) {
  const good = rulesServer().response;
  return (request: Request) => (request.path.includes('playlists/4/randomized') ? response : good(request));
}

test('a rule’s playlist that was just deleted does not delay the assignment', async (t) => {
  const tv = screen(t);
  tv.respondWith(rulesServerWith(json({ code: 'not_found', message: 'Gone' }, 404)));
  await tv.pass(5);
  tv.assertDelivered('active 3 2, 4 by rules 0');
});

test('rules whose items fail are requested again, and the assigned playlist does not wait for them', async (t) => {
  const tv = screen(t);
  tv.respondWith(rulesServerWith(json({ code: 'internal', message: 'Erro' }, 500)));
  await tv.pass(30);
  tv.assertDelivered('active 3 2');
  assert.equal(tv.stored.rules, undefined);
  tv.respondWith(rulesServer().response);
  await tv.pass(20);
  tv.assertDelivered('active 3 2, 4 by rules 1');
});

/** Fake server of a screen that has no socket, only polls; the test changes the state `now`. */
function pollServer() {
  type Keyed = { id: number; key?: string };
  const now = { lastCallId: 0, namePolicy: 'full', calls: [] as Keyed[], urgent: [] as Keyed[] };
  const keyOf = ({ id, key = `key-${id}` }: Keyed) => key;
  const callOf = (id: number) => now.calls.find((one) => one.id === id);
  const lastCallKey = () => keyOf(callOf(now.lastCallId) ?? { id: 0, key: '' });
  const call = { label: 'P1', roomName: 'Sala', colour: '#0f766e', isPriority: false, times: 1, isTest: false };
  const notice = { preset: 'free', text: 'Calma', chime: false, ageMs: 0, remainingMs: 900_000 };
  const settings = { chime: true, repetitions: 1, seconds: 12, layout: 'lowerThird' };
  const requested = { calls: 0, urgent: 0 };
  const response = (request: Request) => {
    if (request.path.startsWith('/api/player/assigned-playlist')) {
      const ids = now.urgent.map(({ id }) => id);
      const { lastCallId, namePolicy } = now;
      const urgent = ids.length > 0 ? { urgent: ids, urgentKeys: now.urgent.map(keyOf) } : {};
      const lastCall = { lastCallId, lastCallKey: lastCallKey(), namePolicy };
      return json({ status: 'active', playlist, ...lastCall, ...urgent, ...time });
    }
    if (request.path.startsWith('/api/player/calls')) {
      requested.calls += 1;
      const query = new URL(request.path, 'http://tv.lan').searchParams;
      const afterCall = callOf(Number(query.get('after')));
      const after = afterCall && keyOf(afterCall) === query.get('afterKey') ? afterCall.id : 0;
      const calls = now.calls
        .filter(({ id }) => id > after)
        .map((one) => ({ ...call, ageMs: 0, sounds: [], key: keyOf(one), ...one }));
      return json({ calls, lastCallId: now.lastCallId, lastCallKey: lastCallKey(), recent: [], settings });
    }
    if (request.path === '/api/player/urgent') {
      requested.urgent += 1;
      return json({
        notices: now.urgent.map((one) => ({ ...notice, endsAt: '2026-11-21T12:15:00.000Z', key: keyOf(one), ...one })),
      });
    }
    return good(request);
  };
  return { now, requested, response };
}

/** Interval of a poll (3 s) plus one step of these tests. */
const onePollS = 3.25;

test('without a socket the poll alone delivers a call', async (t) => {
  const tv = screen(t);
  const { now, requested, response } = pollServer();
  tv.respondWith(response);
  await tv.pass(5);
  const before = requested.calls;
  await tv.pass(2 * onePollS);
  assert.equal(requested.calls, before, 'no request while the polls return no new id');

  Object.assign(now, { lastCallId: 7, calls: [{ id: 6 }, { id: 7 }] });
  tv.delivered.length = 0;
  const delivered = () => tv.deliveredOf('calls');
  await tv.pass(onePollS);
  assert.deepEqual(delivered(), ['calls 6,7']);
  await tv.pass(2 * onePollS);
  assert.deepEqual(delivered(), ['calls 6,7'], 'the calls are delivered once');
});

test('when the settings of calls change, all calls are requested once, and none is delivered a second time', async (t) => {
  const tv = screen(t);
  const { now, response } = pollServer();
  Object.assign(now, { lastCallId: 7, calls: [{ id: 6 }, { id: 7 }] });
  tv.respondWith(response);
  await tv.pass(5);
  tv.delivered.length = 0;
  tv.receiveMessage({ type: 'callsChanged' });
  await tv.pass(1);
  tv.receiveMessage({ type: 'patientCalled', callId: 7 });
  await tv.pass(1);
  assert.deepEqual(tv.deliveredOf('all'), ['all 6,7']);
  assert.deepEqual([...new Set(tv.deliveredOf('calls'))], ['calls -']);
});

test('without a socket the poll alone delivers calls and notices of a restored server, whose ids go back', async (t) => {
  const tv = screen(t);
  const { now, requested, response } = pollServer();
  Object.assign(now, { lastCallId: 7, calls: [{ id: 6 }, { id: 7 }], urgent: [{ id: 4 }] });
  tv.respondWith(response);
  await tv.pass(5);
  tv.delivered.length = 0;
  const restoredCalls = [{ id: 6 }, { id: 7, key: 'another' }];
  Object.assign(now, { calls: restoredCalls, urgent: [{ id: 4, key: 'another' }] });
  await tv.pass(onePollS);
  assert.deepEqual([tv.deliveredOf('calls'), tv.deliveredOf('urgent')], [['calls 7'], ['urgent 4']]);
  Object.assign(now, { lastCallId: 6, calls: restoredCalls.slice(0, 1) });
  await tv.pass(onePollS);
  Object.assign(now, { lastCallId: 7, calls: [{ id: 6 }, { id: 7, key: 'a third one' }] });
  await tv.pass(onePollS);
  assert.deepEqual(tv.deliveredOf('calls'), ['calls 7', 'calls -', 'calls 7']);
  const before = { ...requested };
  await tv.pass(2 * onePollS);
  assert.deepEqual(requested, before, 'no further request follows');
});

test('without a socket a poll with another name policy lets the screen request all calls once', async (t) => {
  const tv = screen(t);
  const { now, requested, response } = pollServer();
  Object.assign(now, { lastCallId: 7, calls: [{ id: 6 }, { id: 7 }] });
  tv.respondWith(response);
  await tv.pass(5);
  tv.delivered.length = 0;
  now.namePolicy = 'initials';
  await tv.pass(onePollS);
  assert.deepEqual(tv.deliveredOf('all'), ['all 6,7']);
  const before = requested.calls;
  await tv.pass(2 * onePollS);
  assert.equal(requested.calls, before);
});

test('without a socket the poll alone delivers an urgent notice, a newer one, and their end', async (t) => {
  const tv = screen(t);
  const { now, requested, response } = pollServer();
  tv.respondWith(response);
  await tv.pass(5);
  const before = requested.urgent;
  await tv.pass(2 * onePollS);
  assert.equal(requested.urgent, before, 'no request while the polls return no new id');

  tv.delivered.length = 0;
  for (const ids of [[4], [9, 4], [4], []]) {
    now.urgent = ids.map((id) => ({ id }));
    await tv.pass(onePollS);
  }
  const delivered = tv.deliveredOf('urgent');
  assert.deepEqual(delivered, ['urgent 4', 'urgent 9,4', 'urgent 4', 'urgent -']);
  assert.deepEqual(tv.stored.urgent, [], 'no notice remains for the next start');
});

test('a request that fails after a sleep is repeated by each poll until it succeeds', async (t) => {
  const tv = screen(t);
  const { now, requested, response } = pollServer();
  Object.assign(now, { lastCallId: 7, calls: [{ id: 7 }], urgent: [{ id: 4 }] });
  tv.respondWith(response);
  await tv.pass(5);
  const isForCallsOrNotices = ({ path }: Request) => /^\/api\/player\/(calls|urgent)\b/.test(path);
  tv.respondWith((request) => (isForCallsOrNotices(request) ? json({}, 500) : response(request)));
  tv.refreshAfterSleep();
  await tv.pass(onePollS);
  tv.delivered.length = 0;
  tv.respondWith(response);
  await tv.pass(onePollS);
  const delivered = tv.delivered.filter((one) => /^(calls|urgent)/.test(one));
  assert.deepEqual(delivered.sort(), ['calls -', 'urgent 4'], 'the notice is delivered again, the call is not');
  const before = { ...requested };
  await tv.pass(2 * onePollS);
  assert.deepEqual(requested, before, 'no further request follows');
});

test('refreshAssignment requests the assignment at once, before the next poll', async (t) => {
  const tv = screen(t);
  let requested = 0;
  tv.respondWith((request) => {
    if (request.path.startsWith('/api/player/assigned-playlist')) requested += 1;
    return good(request);
  });
  await tv.pass(5);
  const before = requested;
  while (requested === before) await tv.pass(0.25);
  // The next poll is 3 s away.
  tv.refreshAssignment();
  await tv.pass(0.25);
  assert.equal(requested, before + 2);
});
