import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UploadProgress } from './upload-progress.ts';

test('what the browser calls sent counts only once the server has it', () => {
  const progress = new UploadProgress(0, 1_000);
  progress.handedOver(900_000);
  assert.equal(progress.bytesAt(250), 1_000);
  assert.equal(progress.answered(1_000, 101_000), true);
  assert.equal(progress.bytesAt(1_000), 101_000);
  assert.equal(progress.bytesAt(1_500), 151_000, 'at the pace of the last answers');
  assert.equal(progress.bytesAt(60_000), 301_000, 'for two seconds');
});

test('it is never more than was handed over, and never falls', () => {
  const progress = new UploadProgress(0, 0);
  progress.handedOver(120);
  progress.answered(1_000, 100);
  assert.equal(progress.bytesAt(3_000), 120);
  assert.equal(progress.answered(4_000, 100), false);
  assert.equal(progress.bytesAt(4_000), 120);
});

test("without the server's answers the browser's count is all there is", () => {
  const progress = new UploadProgress(0, 0);
  progress.handedOver(500);
  progress.answered(1_000, undefined);
  assert.equal(progress.bytesAt(1_000), 500);
});

test('one lost answer changes nothing', () => {
  const progress = new UploadProgress(0, 0);
  progress.handedOver(1_000_000);
  progress.answered(1_000, 50_000);
  assert.equal(progress.answered(2_000, undefined), false);
  assert.equal(progress.bytesAt(2_000), 100_000, 'at the pace of the last answers');
  progress.answered(3_000, 100_000);
  assert.equal(progress.bytesAt(3_000), 100_000);
});
