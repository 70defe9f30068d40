import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createResumeStore } from './resume-store.ts';

function storage() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

const file = { name: 'aula.mp4', size: 900, type: 'video/mp4', lastModified: 77 };
const upload = {
  key: 'k1',
  url: '/api/uploads/k1',
  sentBytes: 400,
  options: { name: 'Aula', displayDuration: 20, useAmbientBackground: true, purpose: 'information' as const },
};

test('the same file chosen again is recognized by name, size and last change', () => {
  const stored = storage();
  createResumeStore(stored, 1, () => 5).keep(file, upload);
  const later = createResumeStore(stored, 1, () => 6);
  assert.equal(later.find({ ...file })?.sentBytes, 400);
  assert.equal(later.find(file)?.options.name, 'Aula');
  for (const other of [
    { ...file, name: 'b.mp4' },
    { ...file, size: 901 },
    { ...file, lastModified: 78 },
  ])
    assert.equal(later.find(other), undefined);
});

test('an account does not see the uploads of another account in the same browser', () => {
  const stored = storage();
  createResumeStore(stored, 1, () => 5).keep(file, upload);
  assert.deepEqual(createResumeStore(stored, 2, () => 5).list(), []);
});

test('uploads are forgotten after an hour, when the server deletes them', () => {
  const stored = storage();
  createResumeStore(stored, 1, () => 0).keep(file, upload);
  assert.equal(createResumeStore(stored, 1, () => 3_599_999).list().length, 1);
  assert.equal(createResumeStore(stored, 1, () => 3_600_000).list().length, 0);
});

test('forgetting the last upload leaves nothing in the storage', () => {
  const stored = storage();
  const resumeStore = createResumeStore(stored, 1, () => 5);
  resumeStore.keep(file, upload);
  resumeStore.forget('k1');
  assert.equal(stored.items.size, 0);
});

test('broken or forbidden storage is not an error', () => {
  const broken = storage();
  broken.items.set('antessala-uploads-1', 'not json');
  assert.deepEqual(createResumeStore(broken, 1, () => 5).list(), []);
  const throwForbidden = () => {
    throw new Error('forbidden');
  };
  const resumeStore = createResumeStore(
    { getItem: throwForbidden, setItem: throwForbidden, removeItem: throwForbidden },
    1,
    () => 5,
  );
  resumeStore.keep(file, upload);
  assert.equal(resumeStore.find(file), undefined);
});
