import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generatePassword } from './generate-password.ts';

test('a generated password has 8 characters and none that looks like another', () => {
  for (let i = 0; i < 500; i += 1) assert.match(generatePassword(), /^[a-hjkmnp-zA-HJKMNP-Z2-9]{8}$/);
});

test('no generated password repeats and every character comes about equally often', () => {
  const generated = Array.from({ length: 4000 }, generatePassword);
  assert.equal(new Set(generated).size, generated.length);
  const counts = new Map<string, number>();
  for (const character of generated.join('')) counts.set(character, (counts.get(character) ?? 0) + 1);
  const expected = (generated.length * 8) / counts.size;
  for (const [character, count] of counts)
    assert.ok(Math.abs(count - expected) < expected * 0.25, `${character}: ${count} of ${expected}`);
});
