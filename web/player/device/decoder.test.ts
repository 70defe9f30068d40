import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDecoder } from './decoder.ts';

const dayMs = 86_400_000;

function device() {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  return { storage, kept, restart: (utcMs: number) => createDecoder(storage, () => utcMs) };
}

test('one occasion may be chance, the second says that there is one decoder, restarts between them or not', () => {
  const { restart } = device();
  restart(5 * dayMs).noteOccasion();
  const decoder = restart(6 * dayMs);
  assert.equal(decoder.isSingle(), false);
  decoder.noteOccasion();
  assert.equal(decoder.isSingle(), true);
  assert.equal(restart(7 * dayMs).isSingle(), true);
});

test('what was learnt is doubted after a week, and when the clock went back', () => {
  const { restart } = device();
  const decoder = restart(20 * dayMs);
  decoder.noteOccasion();
  decoder.noteOccasion();
  assert.equal(restart(26.9 * dayMs).isSingle(), true);
  assert.equal(restart(27 * dayMs).isSingle(), false);
  assert.equal(restart(19 * dayMs).isSingle(), false);
  const later = restart(27 * dayMs);
  later.noteOccasion();
  assert.equal(later.isSingle(), false);
});

test('a damaged, older or refused entry says nothing', () => {
  const { restart, kept } = device();
  for (const entry of ['true', '{', '{"occasions":"2","since":0}', 'null']) {
    kept.set('antessala_single_decoder', entry);
    assert.equal(restart(dayMs).isSingle(), false, entry);
  }
  const refuse = () => {
    throw new Error('refused');
  };
  const decoder = createDecoder({ getItem: refuse, setItem: refuse }, () => 0);
  decoder.noteOccasion();
  decoder.noteOccasion();
  assert.equal(decoder.isSingle(), true);
});
