import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deletedDataText } from './deleted-data-text.ts';

test('the text about deleted data lists only the kinds of data that the account has', () => {
  const textFor = (videos: number, playlists: number, screens: number) =>
    deletedDataText({ actualVideoCount: videos, actualPlaylistCount: playlists, actualPlayerCount: screens });
  assert.equal(textFor(11, 2, 7), ': 11 conteúdos, 2 playlists e 7 telas, que param de exibir');
  assert.equal(textFor(1, 0, 1), ': 1 conteúdo e 1 tela, que para de exibir');
  assert.equal(textFor(3, 1, 0), ': 3 conteúdos e 1 playlist');
  assert.equal(textFor(0, 0, 2), ': 2 telas, que param de exibir');
  assert.equal(textFor(0, 0, 0), '');
});
