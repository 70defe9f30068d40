import assert from 'node:assert/strict';
import { test } from 'node:test';
import { categoryErrors, selectedCategory, visibleVideos } from './category-lists.ts';

test('the first category is selected if none is chosen or the chosen category was deleted', () => {
  const categories = [{ id: 3 }, { id: 5 }];
  assert.equal(selectedCategory(categories, undefined)?.id, 3);
  assert.equal(selectedCategory(categories, 5)?.id, 5);
  assert.equal(selectedCategory(categories, 9)?.id, 3);
  assert.equal(selectedCategory([], 9), undefined);
});

test('contents are searched by name and sorted by date, the newest first', () => {
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
