import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soundOf } from './sound-view.ts';

const stations = [{ id: 1, name: 'Antena 1', genre: 'Adulto', streamUrl: '/api/radio/1/stream' }];
const on = { isEnabled: true, selectedRadioId: 1, volume: 30 };

test('the sentence says what the screens do, and warns where they stay silent though switched on', () => {
  assert.deepEqual(soundOf(on, stations), { text: 'Antena 1 toca em todas as suas telas.', tone: 'muted' });
  assert.equal(soundOf({ ...on, selectedRadioId: null }, stations).tone, 'warning');
  assert.equal(soundOf({ ...on, selectedRadioId: 9 }, stations).tone, 'warning');
  assert.equal(soundOf({ ...on, volume: 0 }, stations).tone, 'warning');
  assert.equal(soundOf({ ...on, isEnabled: false }, stations).tone, 'muted');
});
