/**
 * Tests that after every call of the contract an open studio shows what a fresh read returns. A studio merges the rows of the
 * response and of the messages that it received, and reads again what `contract/changes/changes.ts` lists.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Onboarding } from './contract/accounts/onboarding.ts';
import { api } from './contract/api/index.ts';
import {
  changedByCall,
  changedByMessage,
  type ChangingCall,
  patchesOfMessage,
  patchOfReply,
  type Resource,
} from './contract/changes/changes.ts';
import { applyPatch, type Patch, type DataRequest } from './contract/changes/patches.ts';
import type { Endpoint } from './contract/endpoint.ts';
import type { ServerMessage, Topic } from './contract/events.ts';
import { apiKeys } from './testing/sample-calls.ts';
import { type Caller, createWorld } from './testing/world.ts';

/** Studios read these resources once or periodically; no message makes them out of date. */
const notLive = new Set<string>([
  'GET /api/user',
  'GET /api/user/audit',
  'GET /api/admin/audit',
  'GET /api/time-zones',
  'GET /api/capabilities',
  'GET /api/admin/tasks',
  'GET /api/admin/backups',
  'GET /api/admin/backups/:name/since',
  'GET /api/admin/update',
  'GET /api/pairing/:code',
  'GET /api/playlists/:id/randomized',
  'GET /api/plays/report',
]);
const accesses = ['user', 'viewer', 'manager', 'administrator'];
const resources = apiKeys.filter((key): key is Resource => {
  const { access, reply }: Endpoint = api[key];
  return key.startsWith('GET ') && typeof reply === 'object' && accesses.includes(access) && !notLive.has(key);
});
/** This call is not made: the sample's task recounts storage, and so would correct the test clinic's invented sizes. */
const skippedCall = 'POST /api/admin/tasks/:name/run';
const changingCalls = apiKeys.filter((key): key is ChangingCall => key in changedByCall && key !== skippedCall);
/** This call's work continues after the response, so the studio that made the call learns of the changes by messages too. */
const backgroundCall: ChangingCall = 'POST /api/imports/:id/start';
/** True for calls of a studio; false for those of devices and of people who are not signed in. */
const isOfStudio = (key: ChangingCall) => accesses.includes((api[key] as Endpoint).access);

/** Calls that change nothing that a studio shows, at least as the sample calls make them. */
const silentCalls: readonly ChangingCall[] = [
  'DELETE /api/admin/members/:id/second-factor',
  'DELETE /api/admin/users/:id/second-factor',
  'DELETE /api/admin/users/:id/space-request',
  'DELETE /api/display-settings/logo',
  'DELETE /api/first-steps',
  'DELETE /api/uploads/:key',
  'POST /api/admin/players/:id/assign-playlist',
  'POST /api/admin/users/:id/approve',
  'POST /api/admin/users/:id/reset-password',
  'POST /api/admin/users/:userId/categories/:categoryId',
  'POST /api/invitations/find',
  'POST /api/logout',
  'POST /api/my-players/:id/assign-playlist',
  'POST /api/player/mode-code',
  'POST /api/player/options-code',
  'POST /api/player/pairing',
  'POST /api/player/pairing/poll',
  'POST /api/player/plays',
  'POST /api/player/renew-token',
  'POST /api/player/validate-token',
  'POST /api/radio-stations/:id/check',
  'POST /api/register/validate-code',
  'POST /api/screen-groups/:id/assign-playlist',
  'POST /api/upload-url',
  'POST /api/user/second-factor/key',
  // The sample's track has a licence already.
  'PUT /api/tracks/:id/licence',
  'PUT /api/uploads/:key',
  'PUT /api/user/password',
];

/**
 * Returns the data without the values that change by themselves: the disk's space, time and address of an online screen's last
 * heartbeat, the managers' counts of online and faulty screens, which are polled, whether a TV has shown a content, whether radio
 * stations transmit, and what was sent to the webhook.
 */
function withoutVolatileValues(key: Resource, data: unknown): unknown {
  if (key === 'GET /api/admin/overview') return { ...(data as object), disk: null, problems: null };
  if (key === 'GET /api/my-players' || key === 'GET /api/admin/players')
    return (data as { isOnline: boolean }[]).map((row) =>
      row.isOnline ? { ...row, lastPing: null, ipAddress: null } : row,
    );
  if (key === 'GET /api/admin/players/count') return (data as { count: number }).count;
  if (key === 'GET /api/admin/players/by-account') return (data as object[]).map((row) => ({ ...row, online: null }));
  if (key === 'GET /api/admin/settings') return { ...(data as object), webhook: null };
  // What a TV shows arrives with heartbeats; the home page reads the steps every ten seconds.
  if (key === 'GET /api/onboarding') return (data as Onboarding).steps.filter(({ name }) => name !== 'onAir');
  if (key.endsWith('/radio-stations')) return (data as object[]).map((row) => ({ ...row, signal: null }));
  return data;
}

test('after every call, each open studio shows what a fresh read returns', { timeout: 1_800_000 }, async (t) => {
  const world = await createWorld(t);
  const { clinic, app } = world;
  const { sockets } = app.parts;
  // Read today's calls: the sample calls request another day.
  for (const key of ['GET /api/calls', 'GET /api/calls/report'] as const) world.calls[key] = {};
  let messages: [Topic, ServerMessage][] = [];
  const { publish } = sockets;
  sockets.publish = (topic, message) => {
    messages.push([topic, message]);
    publish(topic, message);
  };
  sockets.isSubscribed = () => true;
  const clinicTopics: Topic[] = [`user:${clinic.owner.user.id}`, 'studios', `playlist:${clinic.playlistId}`];
  const topics: Partial<Record<Caller, Topic[]>> = {
    common: clinicTopics,
    reception: clinicTopics,
    reader: clinicTopics,
    gestor: [`user:${clinic.gestor.user.id}`, 'studios', 'managers'],
    administrator: [`user:${app.admin.user.id}`, 'studios', 'managers'],
  };
  const viewers = Object.keys(topics) as Caller[];

  /** Returns the data of every resource that the viewer may read. */
  async function read(viewer: Caller): Promise<Map<Resource, unknown>> {
    const data = new Map<Resource, unknown>();
    for (const key of resources) {
      const { status, body } = await world.call(viewer, key);
      if (status < 400) data.set(key, body);
    }
    return data;
  }
  /** True if the viewer's session has ended: the studio has gone to sign-in. */
  const isSignedOut = async (viewer: Caller) => (await world.call(viewer, 'GET /api/user')).status === 401;

  /** Merges patches; returns the resources that must be read again instead. */
  function merge(data: Map<Resource, unknown>, patches: readonly Patch[]): Resource[] {
    return patches.flatMap((patch) => {
      if (!data.has(patch.of)) return [];
      const patched = applyPatch(data.get(patch.of) as never, patch, world.calls[patch.of] as DataRequest);
      if (patched === undefined) return [patch.of];
      data.set(patch.of, patched);
      return [];
    });
  }

  const mismatches: string[] = [];
  let succeededCount = 0;
  const succeededCalls = new Set<ChangingCall>();
  const callsWithChanges = new Set<ChangingCall>();
  for (const actor of ['common', 'administrator', 'player'] as const)
    for (const key of changingCalls) {
      world.become(actor);
      // Read before each call: `become` restores the tables, but not the state in memory that earlier calls changed.
      const states = new Map<Caller, Map<Resource, unknown>>();
      for (const viewer of viewers) states.set(viewer, await read(viewer));
      messages = [];
      const { status, body } = await world.call(actor, key);
      if (status >= 400) continue;
      await app.parts.imports.whenIdle();
      const sent = messages;
      succeededCount += 1;
      succeededCalls.add(key);
      for (const viewer of viewers) {
        if (await isSignedOut(viewer)) continue;
        const isActor = viewer === actor && isOfStudio(key);
        const received = sent.filter(([topic]) => topics[viewer]?.includes(topic)).map(([, message]) => message);
        const reply = isActor ? patchOfReply[key]?.(body as never, world.calls[key].params as never) : undefined;
        const shown = states.get(viewer) ?? new Map();
        const before = new Map(shown);
        const stale = new Set([
          ...merge(shown, [...(reply ? [reply] : []), ...received.flatMap(patchesOfMessage)]),
          ...(isActor ? changedByCall[key] : []),
          ...(isActor && key !== backgroundCall ? [] : received.flatMap(changedByMessage)),
        ]);
        const fresh = await read(viewer);
        const isFreshIn = (data: Map<Resource, unknown>) => (each: Resource) =>
          isDeepStrictEqual(withoutVolatileValues(each, data.get(each)), withoutVolatileValues(each, fresh.get(each)));
        const readable = [...fresh.keys()].filter((each) => before.has(each));
        if (!readable.every(isFreshIn(before))) callsWithChanges.add(key);
        const missed = readable.filter((each) => !stale.has(each) && !isFreshIn(shown)(each));
        if (missed.length > 0)
          mismatches.push(`${key} by ${actor}, ${isActor ? 'own' : `${viewer}'s`} studio: ${missed.join(', ')}`);
      }
    }
  assert.ok(succeededCount > 100, `${succeededCount} calls succeeded`);
  assert.deepEqual(mismatches, []);
  assert.deepEqual(
    [...succeededCalls].filter((key) => !callsWithChanges.has(key)).sort(),
    silentCalls,
    'a sample call that changes nothing tests nothing',
  );
});
