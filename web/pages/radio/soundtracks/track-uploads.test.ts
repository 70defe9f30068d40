import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../../../src/testing/app.ts';
import { until } from '../../../../src/testing/until.ts';
import { browseAs } from '../../../testing/browser-globals.ts';
import { dismissUpload, trackUploads, uploadTracks } from './track-uploads.ts';

/** An XMLHttpRequest that loses its connection as soon as something is sent. */
class LostRequest {
  upload = {};
  onerror = () => {};
  open() {}
  setRequestHeader() {}
  send() {
    queueMicrotask(() => this.onerror());
  }
}

test('a dismissed upload that waits for the connection does not hold back the next one', async (t) => {
  const app = await startTestApp(t);
  const { requests } = browseAs(await app.customer());
  const [{ XMLHttpRequest }, realSetTimeout] = [globalThis, setTimeout];
  Object.assign(globalThis, { XMLHttpRequest: LostRequest, window: new EventTarget() });
  t.after(() => Object.assign(globalThis, { XMLHttpRequest, window: undefined }));
  let pauses = 0;
  t.mock.method(globalThis, 'setTimeout', (run: () => void, ms: number) => {
    if (ms !== 1_000) return realSetTimeout(run, ms);
    // The pause before the first retry: it must not end during the test.
    pauses += 1;
    return realSetTimeout(run, 3_600_000).unref();
  });

  const files = ['primeira.mp3', 'segunda.mp3'].map((name) => new File(['ID3'], name, { type: 'audio/mpeg' }));
  uploadTracks(1, files);
  await until('the first upload waits', () => pauses === 1);
  const [first] = trackUploads.value;
  dismissUpload(first?.key ?? 0);
  await until('the second is sent', () => pauses === 2);
  assert.deepEqual(
    trackUploads.value.map(({ name }) => name),
    ['segunda'],
  );
  assert.equal(requests.filter((request) => request === 'POST /api/upload-url').length, 2);
  dismissUpload(trackUploads.value[0]?.key ?? 0);
});
