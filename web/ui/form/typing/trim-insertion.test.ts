import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meantInsertion } from './trim-insertion.ts';

test('what is pasted into an empty field loses the spaces around it', () => {
  const empty = { start: 0, end: 0 };
  assert.equal(meantInsertion('   CLINICA1 ', '', empty), 'CLINICA1');
  assert.equal(meantInsertion('\tana@clinica.com\n', '', { start: null, end: null }), 'ana@clinica.com');
  assert.equal(meantInsertion(' Clínica  Vida ', '', empty), 'Clínica  Vida');
  assert.equal(meantInsertion(' novo ', 'velho', { start: 0, end: 5 }), 'novo', 'it replaces all that was there');
});

test('spaces that part it from what stands beside it stay', () => {
  assert.equal(meantInsertion(' Vida ', 'Clínica', { start: 7, end: 7 }), ' Vida');
  assert.equal(meantInsertion(' Clínica ', 'Vida', { start: 0, end: 0 }), 'Clínica ');
  assert.equal(meantInsertion(' boa ', 'umaclínica', { start: 3, end: 3 }), ' boa ');
});
