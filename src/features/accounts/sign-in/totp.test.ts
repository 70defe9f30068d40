import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base32, clockDifferenceS, codeOf, keyUri, stepAt, stepOfCode } from './totp.ts';

const secret = base32(Buffer.from('12345678901234567890'));

test('the codes match the test vectors of RFC 6238', () => {
  assert.equal(secret, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  const table: [seconds: number, code: string][] = [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ];
  for (const [seconds, code] of table) {
    assert.equal(codeOf(secret, stepAt(seconds * 1000), 8), code);
    assert.equal(codeOf(secret, stepAt(seconds * 1000)), code.slice(2), 'six digits are the last six');
  }
});

test('a code is accepted one step early or late, and never a second time', () => {
  const now = 1_111_111_109_000;
  const step = stepAt(now);
  for (const offset of [-1, 0, 1])
    assert.equal(stepOfCode(secret, codeOf(secret, step + offset), now, 0), step + offset);
  for (const offset of [-2, 2]) assert.equal(stepOfCode(secret, codeOf(secret, step + offset), now, 0), undefined);
  assert.equal(stepOfCode(secret, codeOf(secret, step), now, step), undefined);
  assert.equal(stepOfCode(secret, codeOf(secret, step - 1), now, step), undefined, 'an earlier code is refused too');
  assert.equal(stepOfCode(secret, codeOf(secret, step + 1), now, step), step + 1);
  assert.equal(stepOfCode(secret, '', now, 0), undefined);
});

test("the code of a phone's clock that is one to two minutes off shows by how many seconds", () => {
  const now = 1_111_111_109_000;
  const differenceOf = (steps: number) => clockDifferenceS(secret, codeOf(secret, stepAt(now) + steps), now);
  assert.deepEqual([-2, 2, 4].map(differenceOf), [-60, 60, 120]);
  assert.deepEqual([0, 1, -5, 5].map(differenceOf), [undefined, undefined, undefined, undefined]);
});

test('the key URI contains the account, the secret and the issuer', () => {
  const uri = new URL(keyUri(secret, 'ana@clinica.test'));
  assert.equal(decodeURIComponent(uri.pathname), '/Antessala:ana@clinica.test');
  assert.equal(uri.searchParams.get('secret'), secret);
  assert.equal(uri.searchParams.get('issuer'), 'Antessala');
});
