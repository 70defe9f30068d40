import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FormErrors, isWrongIn } from './use-form.ts';

test('a refusal counts as shown only when the form draws its field', () => {
  const values = { name: 'Saúde' };
  assert.equal(isWrongIn(values, { name: 'Já existe' }), true);
  assert.equal(isWrongIn(values, { name: undefined }), false);
  assert.equal(isWrongIn(values, { _form: 'Dados inválidos' } as FormErrors<typeof values>), false);
});
