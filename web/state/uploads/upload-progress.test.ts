import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UploadProgress } from './upload-progress.ts';

test('sent bytes count only when the server has received them', () => {
  const progress = new UploadProgress(0, 1_000);
  progress.recordSent(900_000);
  assert.equal(progress.bytesAt(250), 1_000);
  assert.equal(progress.recordReceived(1_000, 101_000), true);
  assert.equal(progress.bytesAt(1_000), 101_000);
  assert.equal(progress.bytesAt(1_500), 151_000, 'at the speed between the last responses');
  assert.equal(progress.bytesAt(60_000), 301_000, 'extrapolated for two seconds');
});

test('the progress never exceeds the sent bytes, and never decreases', () => {
  const progress = new UploadProgress(0, 0);
  progress.recordSent(120);
  progress.recordReceived(1_000, 100);
  assert.equal(progress.bytesAt(3_000), 120);
  assert.equal(progress.recordReceived(4_000, 100), false);
  assert.equal(progress.bytesAt(4_000), 120);
});

test("without any response of the server the browser's count is shown", () => {
  const progress = new UploadProgress(0, 0);
  progress.recordSent(500);
  progress.recordReceived(1_000, undefined);
  assert.equal(progress.bytesAt(1_000), 500);
});

test('after one lost response the progress continues at the last speed', () => {
  const progress = new UploadProgress(0, 0);
  progress.recordSent(1_000_000);
  progress.recordReceived(1_000, 50_000);
  assert.equal(progress.recordReceived(2_000, undefined), false);
  assert.equal(progress.bytesAt(2_000), 100_000, 'at the speed between the last responses');
  progress.recordReceived(3_000, 100_000);
  assert.equal(progress.bytesAt(3_000), 100_000);
});
