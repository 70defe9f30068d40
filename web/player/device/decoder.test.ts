import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDecoder } from './decoder.ts';

const dayMs = 86_400_000;

function device() {
  const entries = new Map<string, string>();
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  };
  return { storage, entries, restart: (utcMs: number) => createDecoder(storage, () => utcMs) };
}

test('a single decoder is assumed after two failures, also with a restart between them', () => {
  const { restart } = device();
  restart(5 * dayMs).recordFailure();
  const decoder = restart(6 * dayMs);
  assert.equal(decoder.isSingle(), false);
  decoder.recordFailure();
  assert.equal(decoder.isSingle(), true);
  assert.equal(restart(7 * dayMs).isSingle(), true);
});

test('failures are ignored after a week, and when the clock was set back to before the first of them', () => {
  const { restart } = device();
  const decoder = restart(20 * dayMs);
  decoder.recordFailure();
  decoder.recordFailure();
  assert.equal(restart(26.9 * dayMs).isSingle(), true);
  assert.equal(restart(27 * dayMs).isSingle(), false);
  assert.equal(restart(19 * dayMs).isSingle(), false);
  const later = restart(27 * dayMs);
  later.recordFailure();
  assert.equal(later.isSingle(), false);
});

test('a damaged entry, or one of an older format, is ignored; without storage failures count until the restart', () => {
  const { restart, entries } = device();
  for (const entry of ['true', '{', '{"occasions":"2","since":0}', 'null']) {
    entries.set('antessala_single_decoder', entry);
    assert.equal(restart(dayMs).isSingle(), false, entry);
  }
  const refuse = () => {
    throw new Error('refused');
  };
  const decoder = createDecoder({ getItem: refuse, setItem: refuse }, () => 0);
  decoder.recordFailure();
  decoder.recordFailure();
  assert.equal(decoder.isSingle(), true);
});
