/** Recognizes MP4 files that every screen plays, without ffmpeg. ISO/IEC 14496-12 (boxes) and 14496-15 (avcC). */
import { readPart } from '../../../platform/storage/files.ts';
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
/** Depths of the boxes to read. At other depths other readers ignore them. */
const depthOfBox = new Map([
  ['tkhd', 0],
  ['hdlr', 1],
  ['stsd', 3],
]);
/** Maximum number of boxes to read. A film has a few dozen. */
const maxBoxes = 5_000;

/** Returns undefined unless the file has one H.264 track up to High 4.1, 8-bit 4:2:0, in Full HD, and AAC or no sound. */
export async function readPlayableMp4(path: string, sizeBytes: number): Promise<PlayableMp4 | undefined> {
  const moov = await readMoov(path, sizeBytes);
  if (!moov) return undefined;
  try {
    return describe(moov);
  } catch (error) {
    // A box is too short for its fields.
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
    // The box extends beyond the end of the file, which is cut off.
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

function describe(moov: Buffer): PlayableMp4 | undefined {
  let durationMs = 0;
  let picture: { width: number; height: number } | undefined;
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
      picture = { width: entry.readUInt16BE(32), height: entry.readUInt16BE(34) };
    } else return undefined;
  }
  if (!picture || durationMs <= 0 || !fitsScreen(picture.width, picture.height)) return undefined;
  return { ...picture, durationMs };
}

/** True if avcC and its parameter sets describe Baseline, Main or High up to 4.1, of the declared size. */
function isPlayableAvc(entry: Buffer, budget: { boxes: number }): boolean {
  const children = entry.subarray(86, entry.readUInt32BE(0));
  const avcC = [...boxesOf(children, budget)].find(({ type }) => type === 'avcC')?.body;
  if (!avcC || !isPlayableProfile(avcC.readUInt8(1), avcC.readUInt8(3))) return false;
  let at = 6;
  let left = avcC.readUInt8(5) & 0x1f;
  if (left === 0) return false;
  for (; left > 0; left -= 1) {
    const end = at + 2 + avcC.readUInt16BE(at);
    const parameters = readSequenceParameters(avcC.subarray(at + 2, end));
    if (!parameters || !isPlayableProfile(parameters.profile, parameters.level) || !parameters.is8Bit420) return false;
    // Older encoders do not crop the lines and columns that fill the last macroblocks.
    const excess = [parameters.width - entry.readUInt16BE(32), parameters.height - entry.readUInt16BE(34)];
    if (excess.some((rest) => rest < 0 || rest >= 16)) return false;
    at = end;
  }
  return true;
}

const isPlayableProfile = (profile: number, level: number) => [66, 77, 100].includes(profile) && level <= 41;

/** True if the track's matrix has no rotation: a and d positive, b and c zero. */
function isUpright(tkhd: Buffer | undefined): boolean {
  if (!tkhd) return false;
  const matrix = tkhd.readUInt8(0) === 1 ? 52 : 40;
  return tkhd.readInt32BE(matrix) > 0 && tkhd.readInt32BE(matrix + 4) === 0 && tkhd.readInt32BE(matrix + 12) === 0;
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

/** Yields the boxes in `bytes`. Throws RangeError for too many boxes. */
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

/** Returns a track's `tkhd`, `hdlr` and `stsd` boxes. Throws RangeError for a duplicate box. */
function leavesOf(track: Buffer, budget: { boxes: number }): Map<string, Buffer> {
  const leaves = new Map<string, Buffer>();
  let container: Buffer | undefined = track;
  for (let depth = 0; container; depth += 1) {
    let next: Buffer | undefined;
    for (const box of boxesOf(container, budget)) {
      const isOnPath = box.type === boxPath[depth];
      // QuickTime files have a second `hdlr` at a greater depth, for the data.
      if (!isOnPath && depthOfBox.get(box.type) !== depth) continue;
      if (isOnPath ? next : leaves.has(box.type)) throw new RangeError('Two of them');
      if (isOnPath) next = box.body;
      else leaves.set(box.type, box.body);
    }
    container = next;
  }
  return leaves;
}
