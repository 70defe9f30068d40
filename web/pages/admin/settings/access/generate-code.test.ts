import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateCode } from './generate-code.ts';

test('a generated code is one that the server takes', () => {
  for (let i = 0; i < 500; i += 1) assert.match(generateCode(), /^[A-HJKMNP-Z2-9]{8}$/);
});
