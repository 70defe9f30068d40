/** Reads an H.264 sequence parameter set (ITU-T H.264, 7.3.2.1). Pure. */

export interface SequenceParameters {
  profile: number;
  level: number;
  /** Size after cropping. */
  width: number;
  height: number;
  is8Bit420: boolean;
}

/** Real parameter sets have about thirty bytes. */
const maxBytes = 1_024;
/** Profiles whose parameter sets contain the chroma format. */
const highProfiles = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);

/** Parses a NAL unit with its header. Returns undefined for another type or size. Throws RangeError when it is cut short. */
export function readSequenceParameters(unit: Buffer): SequenceParameters | undefined {
  if (unit.length < 4 || unit.length > maxBytes || (unit.readUInt8(0) & 0x1f) !== 7) return undefined;
  const bits = readBits(withoutEmulationPrevention(unit.subarray(1)));
  const profile = bits.fixed(8);
  bits.fixed(8);
  const level = bits.fixed(8);
  bits.unsigned();
  const chroma = highProfiles.has(profile) ? readChroma(bits) : { format: 1, isEightBit: true };
  bits.unsigned();
  skipPictureOrder(bits);
  bits.unsigned();
  bits.fixed(1);
  const columns = bits.unsigned() + 1;
  const rows = bits.unsigned() + 1;
  const hasOnlyFrames = bits.fixed(1);
  if (!hasOnlyFrames) bits.fixed(1);
  bits.fixed(1);
  const [left, right, top, bottom] = bits.fixed(1)
    ? [bits.unsigned(), bits.unsigned(), bits.unsigned(), bits.unsigned()]
    : [0, 0, 0, 0];
  const fields = 2 - hasOnlyFrames;
  return {
    profile,
    level,
    width: columns * 16 - (left + right) * 2,
    height: rows * 16 * fields - (top + bottom) * 2 * fields,
    is8Bit420: chroma.format === 1 && chroma.isEightBit,
  };
}

type Bits = ReturnType<typeof readBits>;

function readChroma(bits: Bits): { format: number; isEightBit: boolean } {
  const format = bits.unsigned();
  if (format === 3) bits.fixed(1);
  const extraLumaBits = bits.unsigned();
  const extraChromaBits = bits.unsigned();
  bits.fixed(1);
  if (bits.fixed(1))
    for (let list = 0; list < (format === 3 ? 12 : 8); list += 1)
      if (bits.fixed(1)) skipScalingList(bits, list < 6 ? 16 : 64);
  return { format, isEightBit: extraLumaBits === 0 && extraChromaBits === 0 };
}

function skipScalingList(bits: Bits, size: number): void {
  let next = 8;
  for (let i = 0; i < size && next !== 0; i += 1) next = (next + bits.signed() + 256) % 256;
}

function skipPictureOrder(bits: Bits): void {
  const type = bits.unsigned();
  if (type === 0) bits.unsigned();
  if (type !== 1) return;
  bits.fixed(1);
  bits.signed();
  bits.signed();
  for (let left = bits.unsigned(); left > 0; left -= 1) bits.signed();
}

/** Removes emulation prevention bytes: the 3 that is inserted after 0 0. */
function withoutEmulationPrevention(bytes: Buffer): Buffer {
  return Buffer.from(bytes.filter((byte, i) => !(byte === 3 && i >= 2 && bytes[i - 1] === 0 && bytes[i - 2] === 0)));
}

function readBits(bytes: Buffer) {
  let at = 0;
  const fixed = (count: number): number => {
    let value = 0;
    for (let i = 0; i < count; i += 1, at += 1) value = value * 2 + ((bytes.readUInt8(at >> 3) >> (7 - (at & 7))) & 1);
    return value;
  };
  /** Reads an unsigned Exp-Golomb number. */
  const unsigned = (): number => {
    let zeros = 0;
    while (fixed(1) === 0) zeros += 1;
    if (zeros > 31) throw new RangeError('Too long a number');
    return 2 ** zeros - 1 + fixed(zeros);
  };
  const signed = (): number => {
    const value = unsigned();
    return value % 2 === 1 ? (value + 1) / 2 : -value / 2;
  };
  return { fixed, unsigned, signed };
}
