import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phaseOf } from './phase.ts';

const nothing = { playlist: null, items: [] };
const noPicture = { hasPicture: false, isBackingOff: false, hasShownPlaylist: false };

test('a screen that a rule switches dark is dark, unless it is paused or blocked', () => {
  const phase = (status: 'active' | 'paused' | 'blocked', isDark?: true) =>
    phaseOf({ ...nothing, status, ...(isDark ? { isDark } : {}) }, noPicture);
  assert.equal(phase('active', true), 'dark');
  assert.equal(phase('paused', true), 'paused');
  assert.equal(phase('blocked', true), 'waiting');
  assert.equal(phase('active'), 'waiting', 'no playlist is assigned');
});

test('a screen with an empty playlist shows that it is empty; if it has shown items of it before, it is idle', () => {
  const playlist = { id: 4, name: 'Manhã', isRandom: false, revision: 'a' };
  const empty = { status: 'active' as const, playlist, items: [] };
  assert.equal(phaseOf(empty, noPicture), 'empty');
  assert.equal(phaseOf(empty, { ...noPicture, hasShownPlaylist: true }), 'idle', 'its items were removed');
  assert.equal(phaseOf({ ...empty, isNothingDue: true }, noPicture), 'idle', 'none of its items is due at this hour');
  assert.equal(phaseOf({ ...empty, status: 'paused', isNothingDue: true }, noPicture), 'paused');
});
