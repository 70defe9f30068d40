import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../../src/testing/app.ts';
import { bytesOf } from '../../../src/testing/media.ts';
import { call } from '../../api/client.ts';
import { browseAs } from '../../testing/browser-globals.ts';
import { createResumeStore } from './resume-store.ts';
import { uploadFile } from './upload-file.ts';

/** Returns a storage in memory. */
function makeStorage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

test('an upload whose page crashed while registering it is sent again only if it has become no item', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  const network = browseAs(customer);
  const { fetch } = globalThis;
  t.after(() => (globalThis.fetch = fetch));
  const bytes = await bytesOf('turned.jpg');
  const file = new File([new Uint8Array(bytes)], 'sala.jpg', { type: 'image/jpeg', lastModified: 1 });
  const resumeStore = createResumeStore(makeStorage(), customer.user.id, Date.now);
  const options = { name: 'Sala', displayDuration: 20, useAmbientBackground: false, purpose: 'information' as const };
  const item = { ...options, id: 1, file, kind: 'image', refusal: undefined, categoryId: undefined } as const;
  const upload = (name: string, signal: AbortSignal, onWaiting = () => {}) =>
    uploadFile({
      item: { ...item, name, phase: { status: 'queued' } },
      resumeStore,
      signal,
      onPhase: (phase) => phase.status === 'waiting' && onWaiting(),
      pause: async () => {},
    });
  /** Reserves and sends all bytes, as an earlier page did. */
  const send = async () => {
    const body = { fileName: file.name, fileType: file.type, fileSize: file.size };
    const { r2Key, uploadUrl } = await call('POST /api/upload-url', { body });
    await customer.request(uploadUrl, { method: 'PUT', body: new Uint8Array(bytes) });
    resumeStore.keep(file, { key: r2Key, url: uploadUrl, sentBytes: file.size, options });
  };

  await send();
  const page = new AbortController();
  globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (String(input) === '/api/videos') throw new TypeError('Failed to fetch');
    return response;
  };
  await assert.rejects(upload('Sala', page.signal, () => page.abort()));
  globalThis.fetch = fetch;
  const [created] = await customer.call('GET /api/videos');
  network.requests.length = 0;
  assert.equal(await upload('Outro nome', new AbortController().signal), created?.id);
  assert.ok(!network.requests.includes('POST /api/upload-url'), 'nothing was reserved');
  assert.equal((await customer.call('GET /api/videos')).length, 1);
  assert.equal(resumeStore.find(file), undefined);

  await send();
  const { key = '', url = '' } = resumeStore.find(file) ?? {};
  resumeStore.keep(file, { key, url, sentBytes: file.size, isRegistering: true, options });
  await customer.call('DELETE /api/uploads/:key', { params: { key } });
  network.requests.length = 0;
  // Node.js has no XMLHttpRequest: sending the bytes fails.
  await assert.rejects(upload('Sala', new AbortController().signal));
  assert.ok(network.requests.includes('POST /api/upload-url'), 'an upload that never became an item is reserved anew');
});
