import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServerMessage } from '../../../../src/contract/events.ts';
import { type AllFeeds, trigger } from './triggers.ts';

/** Returns the calls that one message causes in the feeds of a screen that plays playlist 3. */
function requested(message: ServerMessage): string[] {
  const calls: string[] = [];
  const feed = (name: string) => ({
    refresh: () => calls.push(name),
    refetchItems: () => calls.push('refetch items'),
    forgetStations: () => calls.push('forget stations'),
    fetchNew: () => calls.push(`new ${name}`),
    followed: () => 3,
  });
  const names = ['assignment', 'messages', 'notices', 'radio', 'heartbeat', 'info', 'calls'];
  const feeds = Object.fromEntries(names.map((name) => [name, feed(name)])) as unknown as AllFeeds;
  trigger(message, feeds);
  return calls;
}

test('each message of the socket makes the affected feeds send requests', () => {
  assert.deepEqual(requested({ type: 'playlist_update', playlistId: 3 }), ['refetch items', 'assignment']);
  assert.deepEqual(requested({ type: 'playlist_update', playlistId: 4 }), ['assignment']);
  assert.deepEqual(requested({ type: 'playerStatusChanged', playerId: 7 }), ['info', 'assignment']);
  assert.deepEqual(requested({ type: 'displaySettingsUpdated' }), ['info']);
  assert.deepEqual(requested({ type: 'playlistRemoved', playerId: 7 }), ['assignment']);
  assert.deepEqual(requested({ type: 'programmeUpdated', playerId: 7 }), ['assignment']);
  assert.deepEqual(requested({ type: 'categoryAccessChanged' }), ['assignment']);
  assert.deepEqual(requested({ type: 'BREAKING_NEWS_UPDATE', playlistId: 3 }), ['messages']);
  assert.deepEqual(requested({ type: 'radioSettingsUpdated' }), ['forget stations', 'radio']);
  assert.deepEqual(requested({ type: 'patientCalled', callId: 4 }), ['new calls']);
  assert.deepEqual(requested({ type: 'callsChanged' }), ['calls']);
  assert.deepEqual(requested({ type: 'noticesUpdated' }), ['notices']);
});
