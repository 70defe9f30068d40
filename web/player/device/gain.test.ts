import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGain } from './gain.ts';

test('radio and music are lowered for films, everything for calls, and muted for urgent notices', () => {
  const gain = createGain();
  let changes = 0;
  gain.onChange(() => (changes += 1));
  const shares = () => [gain.ofFilms(), gain.ofRadio()].map((share) => share.toFixed(3));
  assert.deepEqual(shares(), ['1.000', '1.000']);
  gain.setScreenVolume(0.5);
  gain.lowerForFilm(true);
  assert.deepEqual(shares(), ['0.500', '0.075']);
  gain.lowerForCall(true);
  assert.deepEqual(shares(), ['0.050', '0.050']);
  gain.mute(true);
  assert.deepEqual([shares(), gain.isSilent()], [['0.000', '0.000'], false]);
  gain.mute(false);
  gain.lowerForCall(false);
  assert.deepEqual(shares(), ['0.500', '0.075'], 'the film still plays');
  gain.lowerForFilm(true);
  assert.equal(changes, 6, 'a repeated value changes nothing');
  gain.setScreenVolume(0);
  assert.equal(gain.isSilent(), true);
});
