import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyOf, emptyForm, formOf, isChanged, isFull, isSendable, samePlaylists } from './message-form.ts';

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

test('an empty title is sent as null, and texts without their outer blanks', () => {
  assert.deepEqual(bodyOf({ title: '  ', message: ' Oi ', isActive: false, playlistIds: [] }), {
    title: null,
    message: 'Oi',
    isActive: false,
  });
});

test('the ticker is one line', () => {
  assert.equal(bodyOf({ ...emptyForm([]), message: 'Bom dia\n\n a todos ' }).message, 'Bom dia a todos');
});

test('a message that is blank is not sendable', () => {
  assert.equal(isSendable({ ...emptyForm([]), message: ' \n' }), false);
  assert.equal(isSendable({ ...emptyForm([]), message: 'x' }), true);
});

test('a new message is for the only playlist, else for none yet', () => {
  assert.deepEqual(emptyForm([{ id: 4 }]).playlistIds, [4]);
  assert.deepEqual(emptyForm([{ id: 4 }, { id: 5 }]).playlistIds, []);
});

test('only real changes count', () => {
  const form = formOf(stored);
  assert.equal(isChanged(form, form), false);
  assert.equal(isChanged({ ...form, message: 'Bom dia ' }, form), false);
  assert.equal(samePlaylists({ ...form, playlistIds: [2, 1] }, form), true);
  assert.equal(isChanged({ ...form, playlistIds: [2] }, form), true);
  assert.equal(isChanged({ ...form, isActive: false }, form), true);
});

test('twelve messages are all there can be', () => {
  assert.equal(isFull(Array(11)), false);
  assert.equal(isFull(Array(12)), true);
});
