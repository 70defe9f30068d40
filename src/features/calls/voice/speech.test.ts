import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordingKey, segmentsOf, spokenRoom } from './speech.ts';
import { joinWaves, samplesOf } from './wave.ts';

test('a recording is found for each spelling of its word', () => {
  for (const text of ['Guichê 3', 'GUICHÊ  3', 'guiche\u0302 3', 'Guichê três'])
    assert.equal(recordingKey(text), 'guichê três', text);
  assert.deepEqual(['Senha', '0', 'P', '101', '...', '😀'].map(recordingKey), [
    'senha',
    'zero',
    'pê',
    'cento e um',
    '',
    '',
  ]);
});

test('spoken text is split into the longest recordings, and words without a recording stay together', () => {
  const recorded = new Map([
    ['senha', 'S'],
    ['zero', '0'],
    ['guichê', 'G'],
    ['guichê três', 'G3'],
  ]);
  const cut = (spoken: string) =>
    segmentsOf(spoken, recorded).map((segment) =>
      'text' in segment ? segment.text : 'sha256' in segment ? `[${segment.sha256}]` : segment.pauseMs,
    );
  assert.deepEqual(cut('Senha pê, zero quatro, dois.'), ['[S]', 'pê.', '[0]', 'quatro, dois.']);
  assert.deepEqual(cut(spokenRoom('Guichê 3')), ['[G3]', 300]);
  assert.deepEqual(cut('Zero, guichê.'), ['[0]', 300, '[G]', 300]);
  assert.deepEqual(cut(spokenRoom('Guichê 4')), ['[G]', 'quatro.']);
  assert.deepEqual(cut(spokenRoom('Triagem')), ['Triagem.']);
  assert.deepEqual(
    segmentsOf('Senha P.', new Map()),
    [{ text: 'Senha P.' }],
    'without recordings the text stays whole',
  );
});

test('files are joined with a short pause between, and other formats are refused', () => {
  const one = joinWaves([], 0);
  assert.deepEqual([one.length, samplesOf(one).length], [44, 0]);
  const word = Buffer.concat([one, Buffer.from([1, 2, 3, 4])]);
  // The header of a stream, whose length is not known beforehand.
  word.writeUInt32LE(0x7ffff000, 40);
  assert.deepEqual([...samplesOf(word)], [1, 2, 3, 4]);
  const joined = joinWaves([word, word], 100);
  assert.equal(samplesOf(joined).length, 8 + 2_205 * 2);
  assert.equal(joined.readUInt32LE(40), joined.length - 44);
  const pause = joinWaves([word, 50, word], 0);
  assert.equal(samplesOf(pause).length, 8 + 1_103 * 2);
  // RHVoice writes 24,000 Hz: the samples are interpolated.
  const ramp = Buffer.concat([one, Buffer.from(Int16Array.from({ length: 240 }, (_, index) => index * 100).buffer)]);
  ramp.writeUInt32LE(24_000, 24);
  ramp.writeUInt32LE(480, 40);
  const converted = samplesOf(ramp);
  assert.deepEqual([converted.length, converted.readInt16LE(2)], [220 * 2, Math.round((24_000 / 22_050) * 100)]);
  const stereo = Buffer.from(word);
  stereo.writeUInt16LE(2, 22);
  for (const bad of [stereo, Buffer.from('RIFF'), Buffer.alloc(0), word.subarray(0, 40)])
    assert.throws(() => samplesOf(bad));
});
