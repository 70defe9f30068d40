/** Measures polls during the conversion of a 4K film, the processing of twenty photos, and that of a photo after an 8K film. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { fixture } from '../../../src/testing/media.ts';
import { film4k, film8k } from '../films.ts';
import { fillDatabase } from '../support/fill-database.ts';
import { load, loadCore, median, output, type Server, serverCore, start, startServer } from '../support/rig.ts';
import { signIn, waitUntilProcessed } from '../support/admin-client.ts';
import type { Row } from '../support/table.ts';
import { pollOf } from './polls.ts';
import { isQuick, pause, fullOrQuick } from '../../support/quick.ts';

const rounds = fullOrQuick(3, 1);
const photoCount = fullOrQuick(20, 2);
const bothCores = `${serverCore},${loadCore}`;

/** Measures polls in the worst case: server, converter and worker share one core. */
async function pollDuringConversion(folder: string): Promise<Row> {
  await (await startServer(folder)).stop();
  const poll = fillDatabase(folder, { users: 25, screens: 50, contents: 250 }).map(pollOf);
  const server = await startServer(folder);
  try {
    const person = await signIn(server);
    const p99 = async () => (await load(server, poll, { connections: 4, seconds: 3 })).p99Ms;
    await p99();
    const film = await film4k();
    const [alone, beside]: [number[], number[]] = [[], []];
    for (let round = 1; round <= rounds; round += 1) {
      alone.push(await p99());
      const { id } = await person.upload(film, { name: `4K ${round}` });
      await pause(3_000);
      beside.push(await p99());
      const status = (await person.call('GET /api/videos')).find((each) => each.id === id)?.processingStatus;
      if (status !== 'processing' && !isQuick) throw new Error(`The film was ${status} during the polls`);
      await person.call('DELETE /api/videos/:id', { params: { id } });
      // A deletion can be undone for ten seconds; until then the conversion continues.
      await pause(12_000);
    }
    return {
      label: 'p99 of a poll while 4K is converted, compared with polls alone, ms',
      result: beside.map((each) => each.toFixed(2)).join(', '),
      bare: `${alone.map((each) => each.toFixed(2)).join(', ')} alone`,
      value: median(beside) / median(alone),
      target: { atMost: 2 },
    };
  } finally {
    await server.stop();
  }
}

/** Creates different photos with a camera's 12 megapixels. Returns their paths. */
async function makePhotos(folder: string): Promise<string[]> {
  const paths = Array.from({ length: photoCount }, (_, i) => join(folder, `${i}.jpg`));
  for (const [index, path] of paths.entries()) {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 20 + index };
    await sharp({ create: { width: 1000, height: 750, channels: 3, background: '#888', noise } })
      .resize(4000, 3000)
      .jpeg({ quality: 85 })
      .toFile(path);
  }
  return paths;
}

/** Runs render-photos.ts as the server runs a worker: on both cores, with the lowest priority. Returns its milliseconds. */
const bareMs = async (folder: string, paths: readonly string[]): Promise<number> =>
  Number(
    await output('setsid', [
      ...['taskset', '-c', bothCores, 'nice', '-n', '19', process.execPath, '--import', 'tsx'],
      ...['scripts/bench/support/render-photos.ts', folder, ...paths],
    ]),
  );

/** Returns the milliseconds from the first byte sent until the last photo is ready. */
async function uploadMs(server: Server, paths: readonly string[]): Promise<number> {
  const person = await signIn(server);
  const startedAt = performance.now();
  const ids: number[] = [];
  for (const path of paths) ids.push((await person.upload(path, { name: path })).id);
  for (const id of ids)
    if ((await waitUntilProcessed(person, id)).processingStatus === 'failed') throw new Error('A photo failed');
  const tookMs = performance.now() - startedAt;
  for (const id of ids) await person.call('DELETE /api/videos/:id', { params: { id } });
  return tookMs;
}

/** Starts the server on both cores, as it runs at a clinic. */
const startOnBothCores = (folder: string) =>
  start(['taskset', '-c', bothCores, process.execPath, 'dist/server.cjs'], { DATA_DIR: folder, LOG_LEVEL: 'warn' });

async function measurePhotos(folder: string, server: Server): Promise<Row> {
  const paths = await makePhotos(folder);
  const [antessala, bare]: [number[], number[]] = [[], []];
  for (let round = 1; round <= rounds; round += 1) {
    bare.push(await bareMs(folder, paths));
    antessala.push(await uploadMs(server, paths));
  }
  const seconds = (all: number[]) => `${all.map((each) => (each / 1000).toFixed(1)).join(', ')} s`;
  return {
    label: `${photoCount} photos of 12 megapixels, sent and ready`,
    result: seconds(antessala),
    bare: seconds(bare),
    value: median(antessala.map((each, round) => each / (bare[round] ?? 0))),
    target: { atMost: 1.3 },
  };
}

async function measurePhotoBehindFilm(server: Server): Promise<Row[]> {
  const person = await signIn(server);
  const photo = await fixture('photo.jpg');
  const photoMs = async () => {
    const startedAt = performance.now();
    const { id } = await person.upload(photo, { name: 'Foto' });
    await waitUntilProcessed(person, id);
    return performance.now() - startedAt;
  };
  const film = await film8k();
  const ratios: number[] = [];
  const filmS: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const alone = await photoMs();
    const startedAt = performance.now();
    const { id } = await person.upload(film, { name: `8K ${round}` });
    ratios.push((await photoMs()) / alone);
    await waitUntilProcessed(person, id);
    filmS.push((performance.now() - startedAt) / 1000);
  }
  return [
    {
      label: 'eight minutes of 8K at 60 frames per second: until it is refused, s',
      result: filmS.map((each) => each.toFixed(1)).join(', '),
      value: median(filmS),
      target: { atMost: 30 },
    },
    {
      label: 'a photo sent after it, compared with a photo alone',
      result: ratios.map((each) => each.toFixed(2)).join(', '),
      value: median(ratios),
      target: { atMost: 2 },
    },
  ];
}

export async function processing(folder: string): Promise<Row[]> {
  const [pollFolder, photoFolder] = [join(folder, 'polls'), join(folder, 'photos')];
  const rows = [await pollDuringConversion(pollFolder)];
  await mkdir(photoFolder);
  await (await startServer(join(photoFolder, 'data'))).stop();
  const server = await startOnBothCores(join(photoFolder, 'data'));
  try {
    rows.push(await measurePhotos(photoFolder, server), ...(await measurePhotoBehindFilm(server)));
  } finally {
    await server.stop();
  }
  return rows;
}
