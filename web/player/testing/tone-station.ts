/** A radio station on this machine with two minutes of a tone. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { ffmpeg, madeOnce } from '../../../src/testing/media.ts';

/** Answers its address. */
export async function startToneStation(t: TestContext): Promise<string> {
  const path = await madeOnce('station.mp3', (draft) =>
    ffmpeg('-f', 'lavfi', '-i', 'sine=frequency=330:duration=120', '-b:a', '64k', '-f', 'mp3', draft),
  );
  const tone = await readFile(path);
  const station = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'audio/mpeg' });
    response.write(tone);
  });
  station.listen(0, '127.0.0.1');
  await once(station, 'listening');
  t.after(() => {
    station.closeAllConnections();
    station.close();
  });
  return `http://127.0.0.1:${(station.address() as AddressInfo).port}/radio.mp3`;
}
