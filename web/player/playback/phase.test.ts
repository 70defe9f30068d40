import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phaseOf } from './phase.ts';

const nothing = { playlist: null, items: [] };

test('a screen that a rule switches dark is dark, unless it is paused or blocked', () => {
  const phase = (status: 'active' | 'paused' | 'blocked', isDark?: true) =>
    phaseOf({ ...nothing, status, ...(isDark ? { isDark } : {}) }, false, false);
  assert.equal(phase('active', true), 'dark');
  assert.equal(phase('paused', true), 'paused');
  assert.equal(phase('blocked', true), 'waiting');
  assert.equal(phase('active'), 'waiting', 'no playlist is assigned');
});
