import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawCode, drawPassword } from './draw.ts';

test('a drawn password has 8 characters and none that looks like another', () => {
  for (let i = 0; i < 500; i += 1) assert.match(drawPassword(), /^[a-hjkmnp-zA-HJKMNP-Z2-9]{8}$/);
});

test('a drawn code is one that the server takes', () => {
  for (let i = 0; i < 500; i += 1) assert.match(drawCode(), /^[A-HJKMNP-Z2-9]{8}$/);
});

test('no drawn password repeats and every character comes about equally often', () => {
  const drawn = Array.from({ length: 4000 }, drawPassword);
  assert.equal(new Set(drawn).size, drawn.length);
  const counts = new Map<string, number>();
  for (const character of drawn.join('')) counts.set(character, (counts.get(character) ?? 0) + 1);
  const expected = (drawn.length * 8) / counts.size;
  for (const [character, count] of counts)
    assert.ok(Math.abs(count - expected) < expected * 0.25, `${character}: ${count} of ${expected}`);
});
