import assert from 'node:assert/strict';
import { test } from 'node:test';
import { categoryErrors, openCategory, visibleVideos, withoutAccess } from './category-lists.ts';

test('the first category is open until one is chosen, and again when it is gone', () => {
  const categories = [{ id: 3 }, { id: 5 }];
  assert.equal(openCategory(categories, undefined)?.id, 3);
  assert.equal(openCategory(categories, 5)?.id, 5);
  assert.equal(openCategory(categories, 9)?.id, 3);
  assert.equal(openCategory([], 9), undefined);
});

test('who has access is not offered again', () =>
  assert.deepEqual(withoutAccess([{ id: 1 }, { id: 2 }], [{ id: 2 }]), [{ id: 1 }]));

test('videos are found by name, the newest first', () => {
  const videos = [
    { id: 1, name: 'Vacinação', uploadedAt: '2026-01-01T00:00:00Z' },
    { id: 2, name: 'Gripe', uploadedAt: '2026-02-01T00:00:00Z' },
    { id: 3, name: 'Vacina da gripe', uploadedAt: '2026-02-01T00:00:00Z' },
  ];
  const found = (search: string) => visibleVideos(videos, search).map(({ id }) => id);
  assert.deepEqual(found('vacina'), [3, 1]);
  assert.deepEqual(found(''), [3, 2, 1]);
});

test('a category needs a name', () => {
  assert.deepEqual(categoryErrors({ name: '  ', description: '' }), { name: 'Nome da categoria é obrigatório' });
  assert.deepEqual(categoryErrors({ name: 'Saúde', description: '' }), { name: undefined });
});
