import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chimeWave } from './chime.ts';

test('the chime is a WAV file of 1.5 s that neither clips nor ends with a click', () => {
  const bytes = Buffer.from(chimeWave());
  assert.equal(bytes.toString('latin1', 0, 4), 'RIFF');
  assert.equal(bytes.readUInt32LE(40), bytes.length - 44);
  const samples = Array.from({ length: (bytes.length - 44) / 2 }, (_, index) => bytes.readInt16LE(44 + index * 2));
  const loudest = Math.max(...samples.map(Math.abs));
  assert.ok(loudest > 8_000 && loudest < 32_700, `${loudest}`);
  assert.ok(Math.abs(samples[samples.length - 1] as number) < 50);
  assert.equal(samples.length / 16_000, 1.5);
});
