/** Recognizes MP4 files that every screen plays, without ffmpeg. ISO/IEC 14496-12 (boxes) and 14496-15 (avcC). */
import { readPart } from '../../../platform/storage/files.ts';
import { parameterSetsOf } from './mp4-samples.ts';
import { fitsScreen } from './rules.ts';
import { readSequenceParameters } from './sps.ts';

export interface PlayableMp4 {
  width: number;
  height: number;
  durationMs: number;
}

const maxMoovBytes = 32 * 1024 * 1024;
/** Path of boxes below `trak` to a track's description. No other box is entered, which limits the depth. */
const boxPath = ['mdia', 'minf', 'stbl'] as const;
/** Depths of the boxes to read. Players ignore them at other depths. */
const depthOfBox = new Map([
  ['tkhd', 0],
  ['hdlr', 1],
  ['stsd', 3],
  ['stsz', 3],
  ['stsc', 3],
  ['stco', 3],
  ['co64', 3],
]);
/** Maximum number of boxes to read. A film has a few dozen. */
const maxBoxes = 5_000;

/**
 * Returns the size and duration of a playable file, which has one H.264 track up to High 4.1, 8-bit 4:2:0, at most in Full HD and
 * of one size from beginning to end, and AAC or no sound. Returns undefined for other files. Reads the whole file.
 */
export async function readPlayableMp4(path: string, sizeBytes: number): Promise<PlayableMp4 | undefined> {
  const moov = await readMoov(path, sizeBytes);
  if (!moov) return undefined;
  try {
    return await readMovie(path, moov);
  } catch (error) {
    // A box is too short for its fields, or boxes contradict each other.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

async function readMoov(path: string, sizeBytes: number): Promise<Buffer | undefined> {
  let hasMedia = false;
  let moov: Buffer | undefined;
  for (let at = 0, boxes = 0; at + 8 <= sizeBytes && boxes < 1000; boxes += 1) {
    const header = await readPart(path, at, 16);
    if (header.length < 8) return undefined;
    const type = header.toString('latin1', 4, 8);
    let size = header.readUInt32BE(0);
    let headerBytes = 8;
    if (size === 1 && header.length === 16) {
      size = Number(header.readBigUInt64BE(8));
      headerBytes = 16;
    } else if (size === 0) size = sizeBytes - at;
    // The box extends beyond the end of the file: the file is cut off.
    if (size < headerBytes || at + size > sizeBytes) return undefined;
    if (type === 'moof') return undefined;
    if (type === 'mdat') hasMedia = true;
    if (type === 'moov') {
      // Players differ in which of two `moov` boxes they use.
      if (moov || size > maxMoovBytes) return undefined;
      moov = await readPart(path, at + headerBytes, size - headerBytes);
    }
    at += size;
  }
  return hasMedia ? moov : undefined;
}

async function readMovie(path: string, moov: Buffer): Promise<PlayableMp4 | undefined> {
  let durationMs = 0;
  let picture: { entry: Buffer; tables: Map<string, Buffer> } | undefined;
  const budget = { boxes: maxBoxes };
  for (const box of boxesOf(moov, budget)) {
    if (box.type === 'mvhd') durationMs = readMovieDuration(box.body);
    if (box.type !== 'trak') continue;
    const leaves = leavesOf(box.body, budget);
    const handler = leaves.get('hdlr')?.toString('latin1', 8, 12);
    const stsd = leaves.get('stsd');
    if (!stsd || (handler !== 'vide' && handler !== 'soun')) continue;
    // Several sample entries may have different parameters.
    if (stsd.readUInt32BE(4) !== 1) return undefined;
    const entry = stsd.subarray(8);
    const codec = entry.toString('latin1', 4, 8);
    if (handler === 'soun') {
      if (codec !== 'mp4a') return undefined;
    } else if (!picture && codec === 'avc1' && isUpright(leaves.get('tkhd')) && isPlayableAvc(entry, budget)) {
      picture = { entry, tables: leaves };
    } else return undefined;
  }
  if (!picture || durationMs <= 0) return undefined;
  const { entry, tables } = picture;
  const [width, height] = [entry.readUInt16BE(32), entry.readUInt16BE(34)];
  if (!fitsScreen(width, height)) return undefined;
  const lengthBytes = ((avcOf(entry, budget)?.readUInt8(4) ?? 0) & 3) + 1;
  for await (const unit of parameterSetsOf(path, tables, lengthBytes))
    if (!isPlayableSet(unit, entry)) return undefined;
  return { width, height, durationMs };
}

const avcOf = (entry: Buffer, budget: { boxes: number }): Buffer | undefined =>
  [...boxesOf(entry.subarray(86, entry.readUInt32BE(0)), budget)].find(({ type }) => type === 'avcC')?.body;

/** True if a parameter set describes Baseline, Main or High up to 4.1, of the size that the sample entry declares. */
function isPlayableSet(unit: Buffer, entry: Buffer): boolean {
  const parameters = readSequenceParameters(unit);
  if (!parameters || !isPlayableProfile(parameters.profile, parameters.level) || !parameters.is8Bit420) return false;
  // Older encoders do not crop the lines and columns that fill the last macroblocks.
  const excess = [parameters.width - entry.readUInt16BE(32), parameters.height - entry.readUInt16BE(34)];
  return excess.every((difference) => difference >= 0 && difference < 16);
}

/** True if avcC and all its parameter sets are playable. */
function isPlayableAvc(entry: Buffer, budget: { boxes: number }): boolean {
  const avcC = avcOf(entry, budget);
  if (!avcC || !isPlayableProfile(avcC.readUInt8(1), avcC.readUInt8(3))) return false;
  let at = 6;
  let left = avcC.readUInt8(5) & 0x1f;
  if (left === 0) return false;
  for (; left > 0; left -= 1) {
    const end = at + 2 + avcC.readUInt16BE(at);
    if (!isPlayableSet(avcC.subarray(at + 2, end), entry)) return false;
    at = end;
  }
  return true;
}

const isPlayableProfile = (profile: number, level: number) => [66, 77, 100].includes(profile) && level <= 41;

/** True if the track's matrix neither rotates nor mirrors the picture: a and d are positive, b and c are zero. */
function isUpright(tkhd: Buffer | undefined): boolean {
  if (!tkhd) return false;
  const matrix = tkhd.readUInt8(0) === 1 ? 52 : 40;
  const valueAt = (offset: number) => tkhd.readInt32BE(matrix + offset);
  const [a, b, c, d] = [valueAt(0), valueAt(4), valueAt(12), valueAt(16)];
  return a > 0 && b === 0 && c === 0 && d > 0;
}

function readMovieDuration(mvhd: Buffer): number {
  const isLong = mvhd.readUInt8(0) === 1;
  const timescale = mvhd.readUInt32BE(isLong ? 20 : 12);
  const duration = isLong ? Number(mvhd.readBigUInt64BE(24)) : mvhd.readUInt32BE(16);
  return timescale > 0 ? Math.round((duration / timescale) * 1000) : 0;
}

interface Box {
  type: string;
  body: Buffer;
}

/** Yields the boxes in `bytes`. Subtracts them from `budget.boxes`, and throws RangeError when it is used up. */
function* boxesOf(bytes: Buffer, budget: { boxes: number }): Generator<Box> {
  for (let at = 0; at + 8 <= bytes.length;) {
    budget.boxes -= 1;
    if (budget.boxes < 0) throw new RangeError('Too many boxes');
    const size = bytes.readUInt32BE(at);
    if (size < 8 || at + size > bytes.length) return;
    yield { type: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + 8, at + size) };
    at += size;
  }
}

/** Returns the bodies of a track's boxes that `depthOfBox` lists, by type. Throws RangeError for a duplicate box. */
function leavesOf(track: Buffer, budget: { boxes: number }): Map<string, Buffer> {
  const leaves = new Map<string, Buffer>();
  let container: Buffer | undefined = track;
  for (let depth = 0; container; depth += 1) {
    let next: Buffer | undefined;
    for (const box of boxesOf(container, budget)) {
      const isOnPath = box.type === boxPath[depth];
      // QuickTime files have a second `hdlr` at a greater depth, for the data.
      if (!isOnPath && depthOfBox.get(box.type) !== depth) continue;
      if (isOnPath ? next : leaves.has(box.type)) throw new RangeError('Duplicate box');
      if (isOnPath) next = box.body;
      else leaves.set(box.type, box.body);
    }
    container = next;
  }
  return leaves;
}
