import assert from 'node:assert/strict';
import { test } from 'node:test';
import { badgesOf, whatToDo as steps } from './screen-view.ts';

test("an administrator's word stands before the reachability", () => {
  const texts = (status: 'active' | 'paused' | 'blocked' | 'disconnected', isOnline: boolean) =>
    badgesOf({ status, isOnline }).map(({ text }) => text);
  assert.deepEqual(texts('active', true), ['Online']);
  assert.deepEqual(texts('active', false), ['Offline']);
  assert.deepEqual(texts('paused', true), ['Pausada pelo Admin', 'Online']);
  assert.deepEqual(texts('blocked', false), ['Bloqueada pelo Admin']);
  assert.deepEqual(texts('disconnected', false), ['Offline']);
});

test('an unreachable screen says what to do, a blocked one does not', () => {
  const screen = { status: 'active', isOnline: false, isPaired: true, lastPing: '2026-01-01T00:00:00Z' } as const;
  const whatToDo = (each: Parameters<typeof steps>[0]) => steps(each, 'tv.lan');
  assert.match(whatToDo(screen).join(' '), /Wi-Fi/);
  assert.match(whatToDo({ ...screen, isPaired: false }).join(' '), /tv\.lan\/player .* código/);
  assert.match(whatToDo({ ...screen, lastPing: null }).join(' '), /tv\.lan\/play no/);
  assert.deepEqual(whatToDo({ ...screen, isOnline: true }), []);
  assert.deepEqual(whatToDo({ ...screen, status: 'blocked' }), []);
});
