import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostOf, isListenedTo, newStation, stationErrors } from './stations.ts';

test('a station has a name, a genre and an http address', () => {
  assert.deepEqual(stationErrors(newStation), {
    name: 'Nome é obrigatório',
    genre: 'Gênero é obrigatório',
    upstreamUrl: 'Informe um endereço http ou https.',
  });
  assert.deepEqual(
    stationErrors({ ...newStation, name: 'Antena', genre: 'Pop', upstreamUrl: ' https://a.example/stream ' }),
    {},
  );
});

test('other schemes and half an address are refused', () => {
  for (const upstreamUrl of ['ftp://a.example', 'javascript:alert(1)', 'a.example/stream', 'https://']) {
    const errors = stationErrors({ ...newStation, upstreamUrl });
    assert.equal(errors.upstreamUrl, 'Informe um endereço http ou https.', upstreamUrl);
  }
});

test('a list shows the host of an address', () => {
  assert.equal(hostOf('http://10.0.0.5:8000/radio.mp3'), '10.0.0.5:8000');
  assert.equal(hostOf('?'), '?');
});

test('a new address and a station that is switched on are listened to', () => {
  const station = { ...newStation, upstreamUrl: 'https://a.example/' };
  assert.equal(isListenedTo(station, undefined), true);
  assert.equal(isListenedTo({ ...station, isActive: false }, undefined), false);
  assert.equal(isListenedTo({ ...station, name: 'Outro nome' }, station), false);
  assert.equal(isListenedTo({ ...station, upstreamUrl: 'https://b.example/' }, station), true);
  assert.equal(isListenedTo(station, { ...station, isActive: false }), true);
});
