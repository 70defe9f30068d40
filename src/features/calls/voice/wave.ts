/** Reads and joins WAV files in the format of espeak-ng and of recordings: 16 bits, one channel, 22,050 Hz. Pure. */

const rate = 22_050;
const bytesPerSample = 2;

/** Returns the samples of a file. Throws for any other format. */
export function samplesOf(file: Buffer): Buffer {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE') throw new Error('no WAV');
  let isFormatValid = false;
  for (let at = 12; at + 8 <= file.length;) {
    const [name, length, start] = [file.toString('latin1', at, at + 4), file.readUInt32LE(at + 4), at + 8];
    if (name === 'fmt ')
      isFormatValid =
        file.readUInt16LE(start) === 1 &&
        file.readUInt16LE(start + 2) === 1 &&
        file.readUInt32LE(start + 4) === rate &&
        file.readUInt16LE(start + 14) === 16;
    // A file that was written as a stream may state a length beyond its end.
    if (name === 'data' && isFormatValid) {
      const end = Math.min(file.length, start + length);
      return file.subarray(start, end - ((end - start) % bytesPerSample));
    }
    at = start + length + (length % 2);
  }
  throw new Error('a WAV of another form');
}

/** Joins files and silences (numbers, in ms) into one file with `gapMs` of silence between them. */
export function joinWaves(files: readonly (Buffer | number)[], gapMs: number): Buffer {
  const silence = (ms: number) => Buffer.alloc(Math.round((rate * ms) / 1_000) * bytesPerSample);
  const samples = Buffer.concat(
    files.flatMap((file, at) => [
      ...(at > 0 ? [silence(gapMs)] : []),
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
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * bytesPerSample, 28);
  header.writeUInt16LE(bytesPerSample, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
