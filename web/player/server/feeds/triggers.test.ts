import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServerMessage } from '../../../../src/contract/events.ts';
import { type AllFeeds, trigger } from './triggers.ts';

/** Returns what one message makes the feeds do, on a screen that plays playlist 3. */
function actionsFor(message: ServerMessage): string[] {
  const actions: string[] = [];
  const feed = (name: string) => ({
    refresh: () => actions.push(name),
    refetchItems: () => actions.push('refetch items'),
    forgetStations: () => actions.push('forget stations'),
    fetchNew: () => actions.push(`new ${name}`),
    followed: () => 3,
  });
  const names = ['assignment', 'messages', 'notices', 'radio', 'heartbeat', 'info', 'calls'];
  const feeds = Object.fromEntries(names.map((name) => [name, feed(name)])) as unknown as AllFeeds;
  trigger(message, feeds);
  return actions;
}

test('each message of the socket makes the affected feeds send requests', () => {
  assert.deepEqual(actionsFor({ type: 'playlist_update', playlistId: 3 }), ['refetch items', 'assignment']);
  assert.deepEqual(actionsFor({ type: 'playlist_update', playlistId: 4 }), ['assignment']);
  assert.deepEqual(actionsFor({ type: 'playerStatusChanged', playerId: 7 }), ['info', 'assignment']);
  assert.deepEqual(actionsFor({ type: 'displaySettingsUpdated' }), ['info']);
  assert.deepEqual(actionsFor({ type: 'playlistRemoved', playerId: 7 }), ['assignment']);
  assert.deepEqual(actionsFor({ type: 'programmeUpdated', playerId: 7 }), ['assignment']);
  assert.deepEqual(actionsFor({ type: 'categoryAccessChanged' }), ['assignment']);
  assert.deepEqual(actionsFor({ type: 'BREAKING_NEWS_UPDATE', playlistId: 3 }), ['messages']);
  assert.deepEqual(actionsFor({ type: 'radioSettingsUpdated' }), ['forget stations', 'radio']);
  assert.deepEqual(actionsFor({ type: 'patientCalled', callId: 4 }), ['new calls']);
  assert.deepEqual(actionsFor({ type: 'callsChanged' }), ['calls']);
  assert.deepEqual(actionsFor({ type: 'noticesUpdated' }), ['notices']);
});
