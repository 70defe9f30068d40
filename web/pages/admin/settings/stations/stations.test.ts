import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostOf, isStreamChecked, newStation, stationErrors } from './stations.ts';

test('a station requires a name, a genre and an http address', () => {
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

test('other schemes and incomplete addresses are invalid', () => {
  for (const upstreamUrl of ['ftp://a.example', 'javascript:alert(1)', 'a.example/stream', 'https://']) {
    const errors = stationErrors({ ...newStation, upstreamUrl });
    assert.equal(errors.upstreamUrl, 'Informe um endereço http ou https.', upstreamUrl);
  }
});

test('hostOf returns the host of an address, and any other text unchanged', () => {
  assert.equal(hostOf('http://10.0.0.5:8000/radio.mp3'), '10.0.0.5:8000');
  assert.equal(hostOf('?'), '?');
});

test('the stream of an active station is checked if its address is new or the station was not active', () => {
  const station = { ...newStation, upstreamUrl: 'https://a.example/' };
  assert.equal(isStreamChecked(station, undefined), true);
  assert.equal(isStreamChecked({ ...station, isActive: false }, undefined), false);
  assert.equal(isStreamChecked({ ...station, name: 'Outro nome' }, station), false);
  assert.equal(isStreamChecked({ ...station, upstreamUrl: 'https://b.example/' }, station), true);
  assert.equal(isStreamChecked(station, { ...station, isActive: false }), true);
});
