/** Chooses the bytes and the status of the response for a file. */
import { matchesTag, strongTag } from '../response/headers.ts';

export interface RangeResponse {
  status: 200 | 206 | 304 | 416;
  /** Position of the first byte. */
  start: number;
  /** Bytes to send. */
  length: number;
  headers: [name: string, value: string][];
}

/** Returns the response for a file (RFC 9110, sections 13 and 14). For several or malformed ranges, it is the whole file. */
export function rangeResponse(
  method: string,
  headers: Readonly<Record<string, string>>,
  etag: string,
  size: number,
): RangeResponse {
  const tag = strongTag(etag);
  const validator: [string, string] = ['etag', tag];
  if (matchesTag(headers['if-none-match'], etag)) return { status: 304, start: 0, length: 0, headers: [validator] };
  const common: [string, string][] = [validator, ['accept-ranges', 'bytes']];
  const whole: RangeResponse = { status: 200, start: 0, length: size, headers: common };
  const ifRange = headers['if-range'];
  if (method !== 'GET' || (ifRange !== undefined && ifRange.trim() !== tag)) return whole;
  const range = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(headers.range ?? '');
  const [first, last] = [range?.[1] ?? '', range?.[2] ?? ''];
  if (first === '' && last === '') return whole;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return whole;
  const isSuffix = first === '';
  const start = isSuffix ? Math.max(0, size - Number(last)) : Number(first);
  const end = isSuffix || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size || (isSuffix && Number(last) === 0)) {
    return { status: 416, start: 0, length: 0, headers: [...common, ['content-range', `bytes */${size}`]] };
  }
  return {
    status: 206,
    start,
    length: end - start + 1,
    headers: [...common, ['content-range', `bytes ${start}-${end}/${size}`]],
  };
}
