/** Signs in to a measured server, and uploads files. */
import { connect } from 'node:net';
import type { Video } from '../../../src/contract/media.ts';
import { Client } from '../../../src/testing/client.ts';
import { admin, type Server } from './rig.ts';
import { pause } from '../../support/quick.ts';

/** Signs in as the administrator. Returns the client. */
export async function signIn({ port }: Pick<Server, 'port'>): Promise<Client> {
  const person = new Client(`http://127.0.0.1:${port}`);
  await person.call('POST /api/login', { body: { email: admin.email, password: admin.password } });
  return person;
}

/** Sets a password for the account that `fillDatabase` with `users: 1` has created. Returns the account's client, signed in. */
export async function signInClinic(manager: Client, id: number): Promise<Client> {
  const password = 'senha-de-teste';
  await manager.call('POST /api/admin/users/:id/reset-password', { params: { id }, body: { newPassword: password } });
  const person = new Client(manager.url);
  await person.call('POST /api/login', { body: { email: 'clinica0@bench.test', password } });
  return person;
}

/** Waits until the processing of a content has completed or failed. Returns the content. */
export async function waitUntilProcessed(person: Client, id: number): Promise<Video> {
  for (;;) {
    const video = (await person.call('GET /api/videos')).find((each) => each.id === id);
    if (video && ['completed', 'failed'].includes(video.processingStatus)) return video;
    await pause(100);
  }
}

/** First bytes of a JPEG: the server refuses a file whose type it does not recognize. */
const jpegStart = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
const chunk = Buffer.alloc(256 * 1024, 0x61);

/**
 * Uploads one file, no faster than `bytesPerSecond`, and then discards the upload. Returns the milliseconds until the server
 * had stored all of its bytes.
 */
export async function sendBytes(
  person: Client,
  { port }: Pick<Server, 'port'>,
  sizeBytes: number,
  bytesPerSecond = Infinity,
): Promise<number> {
  const upload = await person.call('POST /api/upload-url', { body: { fileName: 'a.jpg', fileSize: sizeBytes } });
  const socket = connect(port, '127.0.0.1');
  let response = '';
  const completed = new Promise<void>((resolve, reject) => {
    socket.on('error', reject).on('close', resolve);
    socket.on('data', (bytes) => {
      response += bytes.toString('latin1');
      if (response.includes('"complete"')) resolve();
    });
  });
  const startedAt = performance.now();
  socket.write(
    `PUT ${upload.uploadUrl} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${person.cookieHeader}\r\nSec-Fetch-Site: same-origin\r\nContent-Length: ${sizeBytes}\r\n\r\n`,
  );
  socket.write(jpegStart);
  for (let sentBytes = jpegStart.length; sentBytes < sizeBytes;) {
    const bytes = chunk.subarray(0, sizeBytes - sentBytes);
    if (!socket.write(bytes)) await new Promise<void>((resolve) => socket.once('drain', resolve));
    sentBytes += bytes.length;
    const aheadMs = (sentBytes / bytesPerSecond) * 1000 - (performance.now() - startedAt);
    if (aheadMs > 5) await pause(aheadMs);
  }
  await completed;
  const tookMs = performance.now() - startedAt;
  socket.destroy();
  if (!response.startsWith('HTTP/1.1 200')) throw new Error(response.slice(0, 500));
  await person.call('DELETE /api/uploads/:key', { params: { key: upload.r2Key } });
  return tookMs;
}
