import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxStatus, lastPingText } from './box-view.ts';

test('a box has one text for each status', () => {
  const text = (status: 'active' | 'paused' | 'blocked' | 'disconnected', isOnline: boolean) =>
    boxStatus({ status, isOnline }).text;
  assert.deepEqual(
    [
      text('disconnected', false),
      text('blocked', true),
      text('paused', true),
      text('active', true),
      text('active', false),
    ],
    ['Desconectado', 'Bloqueado', 'Pausada', 'Online', 'Offline'],
  );
});

test('the last ping is shown as the time since then; without a heartbeat it is "Nunca"', () => {
  assert.equal(lastPingText({ lastPing: null }, 0), 'Nunca');
  assert.equal(
    lastPingText({ lastPing: '2026-03-01T12:00:00Z' }, Date.parse('2026-03-01T12:03:30Z')),
    'há\u00a03\u00a0min',
  );
});
