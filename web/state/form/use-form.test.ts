import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FormErrors, isChanged, isWrongIn } from './use-form.ts';

test('a refusal counts as shown only when the form draws its field', () => {
  const values = { name: 'Saúde' };
  assert.equal(isWrongIn(values, { name: 'Já existe' }), true);
  assert.equal(isWrongIn(values, { name: undefined }), false);
  assert.equal(isWrongIn(values, { _form: 'Dados inválidos' } as FormErrors<typeof values>), false);
});

test('a form is changed while one of its values is another than at first', () => {
  const before = { name: 'Saúde', isRandom: true };
  assert.equal(isChanged(before, { name: 'Saúde', isRandom: true }), false);
  assert.equal(isChanged(before, { name: 'Saúde ', isRandom: true }), true);
});
