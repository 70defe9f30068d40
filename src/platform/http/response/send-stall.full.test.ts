import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { endpointForAnyone, openRaw, startTestHttp } from '../../../testing/http.ts';
import { createSlowReaders } from './send-bytes.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';

test('a TV that reads nothing for 14 s gets the rest of its file and page afterwards', async (t) => {
  const directory = temporaryFolder(t);
  const size = 30_000_000;
  writeFileSync(join(directory, 'a'), randomBytes(size));
  const { port } = await startTestHttp(t, {
    endpoints: {
      'GET /media/:file': endpointForAnyone({ reply: 'file' }),
      'GET /api/page': endpointForAnyone({ reply: 'text' }),
    },
    handlers: {
      'GET /media/:file': () => ({ path: join(directory, 'a'), contentType: 'video/mp4', etag: 'a' }),
      'GET /api/page': () => 'x'.repeat(size),
    },
  });
  const downloads = ['/media/a', '/api/page'].map(async (path) => {
    const { socket, send } = await openRaw(port);
    let received = 0;
    socket.removeAllListeners('data');
    const done = new Promise<number>((resolve) => {
      socket.on('data', (data) => {
        received += data.length;
        if (received > size) resolve(received);
      });
      socket.on('close', () => resolve(received));
    });
    socket.pause();
    send(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await new Promise((resolve) => setTimeout(resolve, 14_000));
    socket.resume();
    const got = await done;
    socket.destroy();
    return got > size;
  });
  assert.deepEqual(await Promise.all(downloads), [true, true]);
});

test('above 1,024 slow readers, the address with the most of them loses the one that has been slow for longest', () => {
  const readers = createSlowReaders();
  const cut: string[] = [];
  const add = (address: string, name = address) => readers.add({ address, retry() {}, cut: () => void cut.push(name) });
  add('a screen');
  for (let i = 0; i < 1_000; i += 1) add(`another ${i}`);
  for (let i = 0; i < 23; i += 1) add('greedy', `greedy ${i}`);
  assert.deepEqual(cut, []);
  add('one more');
  add('greedy', 'greedy 23');
  assert.deepEqual(cut, ['greedy 0', 'greedy 1']);
});
