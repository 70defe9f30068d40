import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { TestContext } from 'node:test';
import { cachedFile, ffmpeg } from '../../../src/testing/media.ts';
import { listenLocally } from '../../../src/testing/ports.ts';
import type { Server } from './tv.ts';

/**
 * Starts a radio station on this machine, which sends a tone of two minutes. Turns the owner's radio on with this station at
 * volume 60, and returns the radio settings.
 */
export async function startRadio(t: TestContext, server: Server) {
  const path = await cachedFile('station.mp3', (draft) =>
    ffmpeg('-f', 'lavfi', '-i', 'sine=frequency=330:duration=120', '-b:a', '64k', '-f', 'mp3', draft),
  );
  const tone = await readFile(path);
  const station = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'audio/mpeg' });
    response.write(tone);
  });
  const upstreamUrl = `http://127.0.0.1:${await listenLocally(t, station)}/radio.mp3`;
  const { id } = await server.app.admin.call('POST /api/admin/radio-stations', {
    body: { name: 'Teste', genre: 'Tom', upstreamUrl },
  });
  const settings = { selectedRadioId: id, isEnabled: true, volume: 60 };
  await server.owner.call('PUT /api/radio-settings', { body: settings });
  return settings;
}
