import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arePlaylistsEqual, bodyOf, emptyForm, formOf, isChanged, isSendable } from './message-form.ts';

const stored = {
  id: 3,
  title: null,
  message: 'Bom dia',
  isActive: true,
  createdAt: '2026-01-01T00:00:00Z',
  playlists: [
    { id: 1, name: 'A' },
    { id: 2, name: 'B' },
  ],
};

test('an empty title is sent as null, and texts are trimmed', () => {
  assert.deepEqual(bodyOf({ title: '  ', message: ' Oi ', isActive: false, playlistIds: [] }), {
    title: null,
    message: 'Oi',
    isActive: false,
  });
});

test('line breaks of a message become spaces', () => {
  assert.equal(bodyOf({ ...emptyForm([]), message: 'Bom dia\n\n a todos ' }).message, 'Bom dia a todos');
});

test('a blank message cannot be sent', () => {
  assert.equal(isSendable({ ...emptyForm([]), message: ' \n' }), false);
  assert.equal(isSendable({ ...emptyForm([]), message: 'x' }), true);
});

test("a new message is put into the account's only playlist, but into none of several playlists", () => {
  assert.deepEqual(emptyForm([{ id: 4 }]).playlistIds, [4]);
  assert.deepEqual(emptyForm([{ id: 4 }, { id: 5 }]).playlistIds, []);
});

test('isChanged ignores spaces around texts and the order of playlists', () => {
  const form = formOf(stored);
  assert.equal(isChanged(form, form), false);
  assert.equal(isChanged({ ...form, message: 'Bom dia ' }, form), false);
  assert.equal(arePlaylistsEqual({ ...form, playlistIds: [2, 1] }, form), true);
  assert.equal(isChanged({ ...form, playlistIds: [2] }, form), true);
  assert.equal(isChanged({ ...form, isActive: false }, form), true);
});
