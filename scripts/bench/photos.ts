/**
 * Twenty photos of 12 megapixels: from the start of their processing until all are ready, against bare sharp calls of
 * the same work one after the other. Usage: node --import tsx scripts/bench/photos.ts
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import sharp from 'sharp';
import { renderImage } from '../../src/features/media/render-image.ts';
import { startTestApp } from '../../src/testing/app.ts';

const photos = Number(process.env.BENCH_PHOTOS ?? 20);
const ends: (() => unknown)[] = [];
const app = await startTestApp({ after: (work) => void ends.push(work) });
const directory = mkdtempSync(join(tmpdir(), 'antessala-bench-'));
try {
  const ana = await app.customer();
  await app.parts.processing.stop();
  const paths: string[] = [];
  for (let index = 0; index < photos; index += 1) {
    const path = join(directory, `${index}.jpg`);
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 20 + index };
    await sharp({ create: { width: 1000, height: 750, channels: 3, background: '#888', noise } })
      .resize(4000, 3000)
      .jpeg({ quality: 85 })
      .toFile(path);
    paths.push(path);
    await ana.upload(path, { name: `Foto ${index}` });
  }
  const bareAt = performance.now();
  for (const path of paths) await renderImage(path, directory, false);
  const bareMs = performance.now() - bareAt;
  const beganAt = performance.now();
  await app.parts.processing.start();
  await app.parts.processing.whenIdle();
  const laneMs = performance.now() - beganAt;
  const ready = (await ana.call('GET /api/videos')).filter((video) => video.processingStatus === 'completed').length;
  console.log(
    `${ready} of ${photos} photos ready after ${(laneMs / 1000).toFixed(1)} s; bare sharp calls ${(bareMs / 1000).toFixed(1)} s; ratio ${(laneMs / bareMs).toFixed(2)}`,
  );
} finally {
  for (const end of ends) await end();
  rmSync(directory, { recursive: true });
}
