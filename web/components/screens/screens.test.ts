import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activationAddress, addressForTvs, isThisComputerOnly, parseServerAddress } from './player-address.ts';
import type { MyPlayer } from '../../../src/contract/players.ts';
import { statusOf, whyUnavailable } from './screen-status.ts';
import { badgesOf, lastSeenText, nowText, connectSteps } from './screen-view.ts';
import { playsNowWithoutRules } from './plays-now.ts';

test('the activation address contains the code', () =>
  assert.equal(activationAddress('http://10.0.0.5:8080', 'X9G4F2K7MN'), 'http://10.0.0.5:8080/player?code=X9G4F2K7MN'));

test('a typed address may lack the scheme, and have a path and spaces around it', () => {
  assert.equal(parseServerAddress(' 192.168.0.10:8080 '), 'http://192.168.0.10:8080');
  assert.equal(parseServerAddress('https://tv.clinica.com.br/studio'), 'https://tv.clinica.com.br');
  assert.equal(parseServerAddress('servidor.local'), 'http://servidor.local');
  assert.equal(parseServerAddress('o servidor'), undefined);
  assert.equal(parseServerAddress(''), undefined);
});

test("the address for TVs is the page's own if the server lists it or lists none, else the first that it lists", () => {
  assert.equal(
    addressForTvs(['http://192.168.0.10:8080', 'http://10.0.0.2:8080'], 'http://10.0.0.2:8080'),
    'http://10.0.0.2:8080',
  );
  assert.equal(addressForTvs(['http://192.168.0.10:8080'], 'http://localhost:8080'), 'http://192.168.0.10:8080');
  assert.equal(addressForTvs([], 'http://localhost:8080'), 'http://localhost:8080');
});

test('addresses that only this computer can open are recognised', () => {
  for (const server of [
    'http://localhost:8080',
    'http://127.0.0.1:8080',
    'http://[::1]:8080',
    'http://studio.localhost',
  ])
    assert.equal(isThisComputerOnly(server), true, server);
  for (const server of ['http://192.168.0.10:8080', 'http://servidor.local', 'https://localhost.clinica.com.br'])
    assert.equal(isThisComputerOnly(server), false, server);
});

test('the badge for managers is the connectivity of an active screen, the status of any other screen', () => {
  const text = (status: MyPlayer['status'], isOnline: boolean) => statusOf({ status, isOnline }).text;
  assert.deepEqual(
    [
      text('disconnected', false),
      text('blocked', true),
      text('paused', true),
      text('active', true),
      text('active', false),
    ],
    ['Desconectado', 'Bloqueada', 'Pausada', 'Online', 'Offline'],
  );
});

test('only an active screen accepts a playlist', () => {
  assert.equal(whyUnavailable({ status: 'active' }), undefined);
  assert.equal(whyUnavailable({ status: 'paused' }), 'Tela pausada/bloqueada pelo administrador');
  assert.equal(whyUnavailable({ status: 'blocked' }), 'Tela pausada/bloqueada pelo administrador');
  assert.equal(
    whyUnavailable({ status: 'disconnected' }),
    'Nenhuma TV conectada: pareie uma para escolher uma playlist',
  );
});

test('the badges for the owner include the connectivity of a paused screen, not of a blocked one', () => {
  const texts = (status: 'active' | 'paused' | 'blocked' | 'disconnected', isOnline: boolean) =>
    badgesOf({ status, isOnline }).map(({ text }) => text);
  assert.deepEqual(texts('active', true), ['Online']);
  assert.deepEqual(texts('active', false), ['Offline']);
  assert.deepEqual(texts('paused', true), ['Pausada pelo Admin', 'Online']);
  assert.deepEqual(texts('blocked', false), ['Bloqueada pelo Admin']);
  assert.deepEqual(texts('disconnected', false), ['Offline']);
});

test('there are steps to connect an offline screen, none for an online or blocked one', () => {
  const screen = { status: 'active', isOnline: false, isPaired: true, lastPing: '2026-01-01T00:00:00Z' } as const;
  const steps = (each: Parameters<typeof connectSteps>[0]) => connectSteps(each, 'tv.lan');
  assert.match(steps(screen).join(' '), /Wi-Fi/);
  assert.match(steps({ ...screen, isPaired: false }).join(' '), /tv\.lan\/player .* código/);
  assert.match(steps({ ...screen, lastPing: null }).join(' '), /tv\.lan\/play no/);
  assert.deepEqual(steps({ ...screen, isOnline: true }), []);
  assert.deepEqual(steps({ ...screen, status: 'blocked' }), []);
});

test('one line says what a screen shows, and when an offline one was last seen', () => {
  const now = Date.parse('2026-01-01T12:00:00Z');
  const playsNow = playsNowWithoutRules({ id: 1, name: 'Recepção' });
  const screen = { isOnline: true, lastPing: '2026-01-01T11:59:30Z', state: null, playsNow, emptyFrom: null };
  const state = { videoId: 7, videoName: 'Vacinação' } as MyPlayer['state'];
  assert.equal(nowText({ ...screen, state }, now), 'Exibindo Vacinação');
  assert.equal(nowText(screen, now), 'Preparando o conteúdo…');
  assert.equal(nowText({ ...screen, playsNow: playsNowWithoutRules(null) }, now), 'Aguardando uma playlist');
  assert.equal(nowText({ ...screen, emptyFrom: '2026-01-01T11:00:00Z' }, now), 'Nada para exibir');
  const offline = { ...screen, isOnline: false, state };
  assert.equal(nowText(offline, now).replaceAll('\u00a0', ' '), 'Vista por último há menos de 1 min');
  assert.equal(nowText(offline, now + 3_600_000).replaceAll('\u00a0', ' '), 'Vista por último há 1 h');
  assert.equal(lastSeenText({ lastPing: null }, now), 'Nunca foi conectada');
});
