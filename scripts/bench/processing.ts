/**
 * Processing beside everything else. The poll alone and while a video of 4K is converted, in turn: ratio of the p99. A real
 * film of 8K at 60 a second, longer than the budget of one content: how soon it ends with its sentence, and how soon a photo
 * is ready that is sent right after it, beside one that is sent alone.
 * Usage: npm run build && node --import tsx scripts/bench/processing.ts [ROUNDS]
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ffmpeg, fixture, madeOnce } from '../../src/testing/media.ts';
import { type BuiltServer, quantile, startBuiltServer, until } from './built-server.ts';
import { printTable, type Row } from './table.ts';

const rounds = Number(process.argv[2] ?? 3);
const roundMs = 6_000;
/** 50 screens ask so often together. */
const everyMs = 60;
const fast = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-movflags', '+faststart'];

const film4k = () =>
  madeOnce('bench-4k.mp4', (draft) =>
    ffmpeg('-f', 'lavfi', '-i', 'testsrc=size=3840x2160:rate=30', '-t', '10', ...fast, '-g', '30', draft),
  );

/** Two seconds, again and again: eight minutes of real 8K pictures in a small file. */
const film8k = () =>
  madeOnce('bench-8k60.mp4', async (draft) => {
    const piece = await madeOnce('bench-8k60-piece.mp4', (path) =>
      ffmpeg('-f', 'lavfi', '-i', 'testsrc=size=7680x4320:rate=60', '-t', '2', ...fast, path),
    );
    await ffmpeg('-stream_loop', '240', '-i', piece, '-c', 'copy', draft);
  });

async function poll({ screens }: BuiltServer, device: Awaited<ReturnType<typeof screens>>[number]): Promise<number[]> {
  const times: number[] = [];
  for (const end = performance.now() + roundMs; performance.now() < end; await pause(everyMs)) {
    const at = performance.now();
    await device.call('GET /api/player/assigned-playlist', { query: { programme: '' } });
    times.push(performance.now() - at);
  }
  return times;
}

const server = await startBuiltServer();
try {
  const { person } = server;
  const [device] = await server.screens(1);
  if (!device) throw new Error('no screen');
  const of = async (id: number) => (await person.call('GET /api/videos')).find((each) => each.id === id);
  const ended = (id: number) => async () => ['completed', 'failed'].includes((await of(id))?.processingStatus ?? '');
  const rows: Row[] = [];

  const ratios: number[] = [];
  const lines: string[] = [];
  await poll(server, device);
  for (let round = 1; round <= rounds; round += 1) {
    const alone = quantile(await poll(server, device), 0.99);
    const { id } = await person.upload(await film4k(), { name: `4K ${round}` });
    await until(async () => (await of(id))?.processingStatus === 'processing');
    await pause(2_000);
    const beside = quantile(await poll(server, device), 0.99);
    const status = (await of(id))?.processingStatus;
    if (status !== 'processing') console.log(`round ${round}: the film was done before the polls (${status})`);
    await person.call('DELETE /api/videos/:id', { params: { id } });
    ratios.push(beside / alone);
    lines.push(`${beside.toFixed(1)}/${alone.toFixed(1)}`);
    await pause(2_000);
  }
  const promise = { atMost: 2 };
  rows.push({
    what: 'poll, p99 while 4K is converted / alone',
    ours: `${lines.join(', ')} ms`,
    value: quantile(ratios, 0.5),
    promise,
  });

  const film = await film8k();
  const photo = await fixture('photo.jpg');
  const photoMs = async () => {
    const at = performance.now();
    const { id } = await person.upload(photo, { name: 'Foto' });
    await until(ended(id));
    return performance.now() - at;
  };
  const waits: number[] = [];
  const heavyMs: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const alone = await photoMs();
    const at = performance.now();
    const { id } = await person.upload(film, { name: `8K ${round}` });
    const beside = await photoMs();
    await until(ended(id));
    heavyMs.push(performance.now() - at);
    waits.push(beside / alone);
    const { processingStatus, processingError } = (await of(id)) ?? {};
    console.log(
      `8K: ${processingStatus}: ${processingError}; photo ${beside.toFixed(0)} ms, alone ${alone.toFixed(0)} ms`,
    );
  }
  const ended8k = quantile(heavyMs, 0.5) / 1000;
  rows.push(
    {
      ...{ what: '8K at 60, 8 minutes, ended with its sentence', ours: `${ended8k.toFixed(1)} s`, value: ended8k },
      promise: { atMost: 30 },
    },
    {
      ...{ what: 'a photo sent after it / alone', ours: waits.map((each) => each.toFixed(2)).join(', ') },
      ...{ value: quantile(waits, 0.5), promise },
    },
  );
  printTable(rows);
} finally {
  await server.stop();
}
