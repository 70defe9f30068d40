import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MyPlayer } from '../../../src/contract/players.ts';
import { statusOf, whyClosed } from './screen-status.ts';

test('the status texts', () => {
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

test('only an active screen takes a playlist', () => {
  assert.equal(whyClosed({ status: 'active' }), undefined);
  assert.equal(whyClosed({ status: 'paused' }), 'Tela pausada/bloqueada pelo administrador');
  assert.equal(whyClosed({ status: 'blocked' }), 'Tela pausada/bloqueada pelo administrador');
  assert.equal(whyClosed({ status: 'disconnected' }), 'Tela desconectada: ative-a na TV para escolher uma playlist');
});
