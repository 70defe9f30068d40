/** Reads WAV files of speech engines (PCM, 16-bit, mono, any sample rate), and joins them into one of 22,050 Hz. Pure. */

const sampleRate = 22_050;
const bytesPerSample = 2;

/** Returns the samples of a file at 22,050 Hz. Throws for any other format than 16-bit mono PCM. */
export function samplesOf(file: Buffer): Buffer {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE') throw new Error('no WAV');
  let sourceRate = 0;
  for (let offset = 12; offset + 8 <= file.length;) {
    const [name, length] = [file.toString('latin1', offset, offset + 4), file.readUInt32LE(offset + 4)];
    const start = offset + 8;
    if (name === 'fmt ' && file.readUInt16LE(start + 2) === 1 && file.readUInt16LE(start + 14) === 16)
      sourceRate = file.readUInt32LE(start + 4);
    // A file that was written as a stream may state a length beyond its end.
    if (name === 'data' && sourceRate > 0) {
      const end = Math.min(file.length, start + length);
      return resampled(file.subarray(start, end - ((end - start) % bytesPerSample)), sourceRate);
    }
    offset = start + length + (length % 2);
  }
  throw new Error('not a WAV of 16-bit mono PCM');
}

/** Resamples by linear interpolation. A better filter is unnecessary: its difference in speech is above 10 kHz, inaudible on a TV. */
function resampled(samples: Buffer, sourceRate: number): Buffer {
  if (sourceRate === sampleRate) return samples;
  const count = samples.length / bytesPerSample;
  const result = Buffer.alloc(Math.floor((count * sampleRate) / sourceRate) * bytesPerSample);
  const sample = (index: number) => samples.readInt16LE(Math.min(index, count - 1) * bytesPerSample);
  for (let index = 0; index < result.length / bytesPerSample; index += 1) {
    const position = (index * sourceRate) / sampleRate;
    const before = sample(Math.floor(position));
    const value = before + (sample(Math.floor(position) + 1) - before) * (position % 1);
    result.writeInt16LE(Math.round(value), index * bytesPerSample);
  }
  return result;
}

/** Joins files and silences (numbers, in ms) into one file with `gapMs` of silence between them. */
export function joinWaves(files: readonly (Buffer | number)[], gapMs: number): Buffer {
  const silence = (ms: number) => Buffer.alloc(Math.round((sampleRate * ms) / 1_000) * bytesPerSample);
  const samples = Buffer.concat(
    files.flatMap((file, index) => [
      ...(index > 0 ? [silence(gapMs)] : []),
      typeof file === 'number' ? silence(file) : samplesOf(file),
    ]),
  );
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * bytesPerSample, 28);
  header.writeUInt16LE(bytesPerSample, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
