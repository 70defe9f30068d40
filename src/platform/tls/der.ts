/** Encodes and decodes DER, the binary format of certificates. */

export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
};

/** Encodes a value as tag, length and content. */
export function encodeValue(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

/** Encodes a SEQUENCE of values that are encoded already. */
export const sequence = (...parts: Uint8Array[]) => encodeValue(tags.sequence, ...parts);
/** Returns a buffer of these bytes. */
export const bytes = (...values: number[]) => Buffer.from(values);

/** Encodes an object identifier such as `2.5.4.3`. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const groups = (value: number): number[] =>
    value < 0x80 ? [value] : [...groups(value >>> 7).map((group) => group | 0x80), value & 0x7f];
  return encodeValue(tags.oid, bytes(first * 40 + second, ...rest.flatMap(groups)));
}

/** Encodes a time in milliseconds since 1970. Certificates write years up to 2049 with two digits, later ones with four. */
export function time(milliseconds: number): Buffer {
  const text = `${new Date(milliseconds).toISOString().replace(/[-:T]|\.\d+/g, '')}`;
  return text < '2050'
    ? encodeValue(tags.utcTime, Buffer.from(text.slice(2)))
    : encodeValue(tags.generalizedTime, Buffer.from(text));
}

/** Encodes a bit string. `unused`: number of unused bits in the last byte. */
export const bitString = (content: Uint8Array, unused = 0) => encodeValue(tags.bitString, bytes(unused), content);

/** Returns tag and content of each of the concatenated DER values. */
export function derValues(encoded: Buffer): { tag: number; content: Buffer }[] {
  const values: { tag: number; content: Buffer }[] = [];
  for (let position = 0; position + 2 <= encoded.length;) {
    const firstLength = encoded[position + 1] ?? 0;
    const lengthBytes = firstLength < 0x80 ? 0 : firstLength & 0x7f;
    const start = position + 2 + lengthBytes;
    const end = start + (lengthBytes === 0 ? firstLength : encoded.readUIntBE(position + 2, lengthBytes));
    values.push({ tag: encoded[position] ?? 0, content: encoded.subarray(start, end) });
    position = end;
  }
  return values;
}
