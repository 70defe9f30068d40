/** People of a measured server: who is signed in, what they send, and what it costs beside everything else. */
import { connect } from 'node:net';
import type { Video } from '../../../src/contract/media.ts';
import { Client } from '../../../src/testing/client.ts';
import { admin, type Running } from './rig.ts';
import { pause } from '../../support/quick.ts';

/** The administrator, signed in. */
export async function signIn({ port }: Pick<Running, 'port'>): Promise<Client> {
  const person = new Client(`http://127.0.0.1:${port}`);
  await person.call('POST /api/login', { body: { email: admin.email, password: admin.password } });
  return person;
}

/** Waits until a content is ready, or has failed. */
export async function ended(person: Client, id: number): Promise<Video> {
  for (;;) {
    const found = (await person.call('GET /api/videos')).find((each) => each.id === id);
    if (found && ['completed', 'failed'].includes(found.processingStatus)) return found;
    await pause(100);
  }
}

/** Begins as a JPEG does, so that the server takes it. */
const jpegStart = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
const piece = Buffer.alloc(256 * 1024, 0x61);

/**
 * Sends one file, no faster than `bytesPerSecond`; returns the milliseconds until the server has it. Then it is given
 * up.
 */
export async function sendBytes(
  person: Client,
  { port }: Pick<Running, 'port'>,
  sizeBytes: number,
  bytesPerSecond = Infinity,
): Promise<number> {
  const ticket = await person.call('POST /api/upload-url', { body: { fileName: 'a.jpg', fileSize: sizeBytes } });
  const socket = connect(port, '127.0.0.1');
  let response = '';
  const answered = new Promise<void>((resolve, reject) => {
    socket.on('error', reject).on('close', resolve);
    socket.on('data', (bytes) => {
      response += bytes.toString('latin1');
      if (response.includes('"complete"')) resolve();
    });
  });
  const began = performance.now();
  socket.write(
    `PUT ${ticket.uploadUrl} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${person.cookieHeader}\r\nSec-Fetch-Site: same-origin\r\nContent-Length: ${sizeBytes}\r\n\r\n`,
  );
  socket.write(jpegStart);
  for (let sent = jpegStart.length; sent < sizeBytes;) {
    const bytes = piece.subarray(0, sizeBytes - sent);
    if (!socket.write(bytes)) await new Promise<void>((resolve) => socket.once('drain', resolve));
    sent += bytes.length;
    const aheadMs = (sent / bytesPerSecond) * 1000 - (performance.now() - began);
    if (aheadMs > 5) await pause(aheadMs);
  }
  await answered;
  const tookMs = performance.now() - began;
  socket.destroy();
  if (!response.startsWith('HTTP/1.1 200')) throw new Error(response.slice(0, 500));
  await person.call('DELETE /api/uploads/:key', { params: { key: ticket.r2Key } });
  return tookMs;
}

/** Returns by how many MB at most its memory grows while something runs. */
export async function riseMb(server: Running, work: () => Promise<unknown>): Promise<number> {
  const before = (await server.memory()).residentMb;
  let [most, isOver] = [before, false];
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, (await server.memory()).residentMb);
      await pause(20);
    }
  })();
  await work().finally(() => (isOver = true));
  await watching;
  return most - before;
}
