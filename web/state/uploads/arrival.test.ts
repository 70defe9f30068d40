import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Arrival } from './arrival.ts';

test('what the browser calls sent counts only once the server has it', () => {
  const arrival = new Arrival(0, 1_000);
  arrival.handedOver(900_000);
  assert.equal(arrival.bytesAt(250), 1_000);
  assert.equal(arrival.answered(1_000, 101_000), true);
  assert.equal(arrival.bytesAt(1_000), 101_000);
  assert.equal(arrival.bytesAt(1_500), 151_000, 'at the pace of the last answers');
  assert.equal(arrival.bytesAt(60_000), 301_000, 'for two seconds');
});

test('it is never more than was handed over, and never falls', () => {
  const arrival = new Arrival(0, 0);
  arrival.handedOver(120);
  arrival.answered(1_000, 100);
  assert.equal(arrival.bytesAt(3_000), 120);
  assert.equal(arrival.answered(4_000, 100), false);
  assert.equal(arrival.bytesAt(4_000), 120);
});

test("without the server's answers the browser's count is all there is", () => {
  const arrival = new Arrival(0, 0);
  arrival.handedOver(500);
  arrival.answered(1_000, undefined);
  assert.equal(arrival.bytesAt(1_000), 500);
});

test('one lost answer changes nothing', () => {
  const arrival = new Arrival(0, 0);
  arrival.handedOver(1_000_000);
  arrival.answered(1_000, 50_000);
  assert.equal(arrival.answered(2_000, undefined), false);
  assert.equal(arrival.bytesAt(2_000), 100_000, 'at the pace of the last answers');
  arrival.answered(3_000, 100_000);
  assert.equal(arrival.bytesAt(3_000), 100_000);
});
