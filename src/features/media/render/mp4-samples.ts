/** Reads the H.264 NAL units in the samples of an MP4 track. ISO/IEC 14496-12 (sample tables) and 14496-15 (samples). */
import { readPart } from '../../../platform/storage/files.ts';

const windowBytes = 1024 * 1024;
/** Limit on NAL units; ten hours of video have about five million. */
const maxUnits = 20_000_000;
const spsNalType = 7;

/** The bodies of a track's sample tables. */
export type SampleTables = ReadonlyMap<string, Buffer>;

interface Sample {
  at: number;
  size: number;
}

/** Yields every sample. Throws RangeError for tables that contradict each other, and for chunks that are not in the file's order. */
function* samplesOf(tables: SampleTables): Generator<Sample> {
  const [sizes, runs, offsets32, offsets64] = ['stsz', 'stsc', 'stco', 'co64'].map((type) => tables.get(type));
  const offsets = offsets32 ?? offsets64;
  if (!sizes || !runs || !offsets || (offsets32 && offsets64)) throw new RangeError('No sample tables');
  const [commonSize, count] = [sizes.readUInt32BE(4), sizes.readUInt32BE(8)];
  const [chunks, runCount] = [offsets.readUInt32BE(4), runs.readUInt32BE(4)];
  let [sample, run, end] = [0, -1, 0];
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    while (run + 1 < runCount && runs.readUInt32BE(8 + (run + 1) * 12) <= chunk + 1) run += 1;
    let at = offsets32 ? offsets32.readUInt32BE(8 + chunk * 4) : Number(offsets.readBigUInt64BE(8 + chunk * 8));
    if (run < 0 || at < end) throw new RangeError('Chunks out of order');
    for (let left = runs.readUInt32BE(8 + run * 12 + 4); left > 0; left -= 1, sample += 1) {
      if (sample === count) throw new RangeError('More samples than sizes');
      const size = commonSize || sizes.readUInt32BE(12 + sample * 4);
      yield { at, size };
      at += size;
    }
    end = at;
  }
  if (sample !== count) throw new RangeError('More sizes than samples');
}

/**
 * Yields the sequence parameter sets in the samples, which may change the picture's size although the container states another.
 * Reads the file once. `lengthBytes`: size of the length field before each NAL unit. Throws RangeError for units or samples that
 * do not fit the file.
 */
export async function* parameterSetsOf(
  path: string,
  tables: SampleTables,
  lengthBytes: number,
): AsyncGenerator<Buffer> {
  let window: { at: number; bytes: Buffer } = { at: 0, bytes: Buffer.alloc(0) };
  const isLoaded = (at: number, length: number) => at >= window.at && at + length <= window.at + window.bytes.length;
  async function load(at: number, length: number): Promise<void> {
    window = { at, bytes: await readPart(path, at, Math.max(windowBytes, length)) };
    if (!isLoaded(at, length)) throw new RangeError('Beyond the end of the file');
  }

  let units = 0;
  for (const sample of samplesOf(tables)) {
    const end = sample.at + sample.size;
    for (let at = sample.at; at < end;) {
      units += 1;
      if (units > maxUnits) throw new RangeError('Too many units');
      if (!isLoaded(at, lengthBytes)) await load(at, lengthBytes);
      const size = window.bytes.readUIntBE(at - window.at, lengthBytes);
      at += lengthBytes;
      if (at + size > end) throw new RangeError('A unit beyond its sample');
      if (size > 0 && !isLoaded(at, 1)) await load(at, 1);
      if (size > 0 && (window.bytes.readUInt8(at - window.at) & 0x1f) === spsNalType) {
        if (!isLoaded(at, size)) await load(at, size);
        yield window.bytes.subarray(at - window.at, at - window.at + size);
      }
      at += size;
    }
  }
}
