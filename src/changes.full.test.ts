/**
 * After every call of the contract, whatever an open studio shows differently is what `contract/changes/changes.ts` names: for the studio that
 * called, by the call; for others, by the messages that they received.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from './contract/api/index.ts';
import { changedByCall, changedByMessage, type ChangingCall, type Resource } from './contract/changes/changes.ts';
import type { Endpoint } from './contract/endpoint.ts';
import type { ServerMessage, Topic } from './contract/events.ts';
import { apiKeys } from './testing/sample-calls.ts';
import { type Caller, createWorld } from './testing/world.ts';

/** Read by studios once or at their own times, never live. */
const notLive = new Set<string>([
  'GET /api/user',
  'GET /api/user/audit',
  'GET /api/admin/audit',
  'GET /api/time-zones',
  'GET /api/capabilities',
  'GET /api/admin/tasks',
  'GET /api/admin/backups',
  'GET /api/pairing/:code',
  'GET /api/playlists/:id/randomized',
]);
const accesses = ['user', 'viewer', 'manager', 'administrator'];
const resources = apiKeys.filter((key): key is Resource => {
  const { access, reply }: Endpoint = api[key];
  return key.startsWith('GET ') && typeof reply === 'object' && accesses.includes(access) && !notLive.has(key);
});

/** Calls that change nothing that a studio shows, at least as the sample calls make them. */
const silentCalls: readonly ChangingCall[] = [];

test('every call and message names all that it changes in open studios', { timeout: 1_800_000 }, async (t) => {
  const world = await createWorld(t);
  const { clinic, app } = world;
  const messages: [Topic, ServerMessage][] = [];
  const { publish } = app.parts.sockets;
  app.parts.sockets.publish = (topic, message) => {
    messages.push([topic, message]);
    publish(topic, message);
  };
  const administratorId = app.admin.user.id;
  const topics: Partial<Record<Caller, Topic[]>> = {
    common: [`user:${clinic.owner.user.id}`, 'studios', `playlist:${clinic.playlistId}`],
    administrator: [`user:${administratorId}`, 'studios', 'managers'],
  };
  const viewers = Object.keys(topics) as ('common' | 'administrator')[];
  const read = async (viewer: Caller) => {
    const data = new Map<Resource, string>();
    for (const key of resources) {
      const { status, body } = await world.call(viewer, key);
      data.set(key, status < 400 ? JSON.stringify(body) : String(status));
    }
    return data;
  };
  /** True if the viewer's session has ended: the studio has gone to sign-in. */
  const isSignedOut = async (viewer: Caller) => (await world.call(viewer, 'GET /api/user')).status === 401;
  const wrong: string[] = [];
  let done = 0;
  const silent = new Set<ChangingCall>();
  const loud = new Set<ChangingCall>();
  for (const actor of viewers)
    for (const key of apiKeys.filter((each): each is ChangingCall => each in changedByCall)) {
      world.become(actor);
      // Calls leave state in memory, which no table restores.
      const before = new Map<Caller, Map<Resource, string>>();
      for (const viewer of viewers) before.set(viewer, await read(viewer));
      messages.length = 0;
      const { status } = await world.call(actor, key);
      if (status >= 400) continue;
      done += 1;
      silent.add(key);
      for (const viewer of viewers) {
        if (await isSignedOut(viewer)) continue;
        const received = messages.filter(([topic]) => topics[viewer]?.includes(topic)).map(([, message]) => message);
        const named = new Set(viewer === actor ? changedByCall[key] : received.flatMap(changedByMessage));
        const after = await read(viewer);
        const changed = resources.filter((each) => after.get(each) !== before.get(viewer)?.get(each));
        if (changed.length > 0) loud.add(key);
        const missed = changed.filter((each) => !named.has(each));
        if (missed.length > 0)
          wrong.push(
            `${key} by ${actor}, ${viewer === actor ? 'own studio' : `studio of ${viewer}`}: ${missed.join(', ')}`,
          );
      }
    }
  assert.ok(done > 100, `${done} calls succeeded`);
  assert.deepEqual(wrong, []);
  assert.deepEqual([...silent].filter((key) => !loud.has(key)).sort(), silentCalls, 'an entry may be empty by mistake');
});
