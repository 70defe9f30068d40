import assert from 'node:assert/strict';
import { test } from 'node:test';
import { belongingsOf } from './belongings.ts';

test('what is deleted with an account leaves out what it has none of', () => {
  const reported = (videos: number, playlists: number, screens: number) =>
    belongingsOf({ actualVideoCount: videos, actualPlaylistCount: playlists, actualPlayerCount: screens });
  assert.equal(reported(11, 2, 7), ': 11 conteúdos, 2 playlists e 7 telas, que param de exibir');
  assert.equal(reported(1, 0, 1), ': 1 conteúdo e 1 tela, que para de exibir');
  assert.equal(reported(3, 1, 0), ': 3 conteúdos e 1 playlist');
  assert.equal(reported(0, 0, 2), ': 2 telas, que param de exibir');
  assert.equal(reported(0, 0, 0), '');
});
