/**
 * Twenty photos of 12 megapixels: from the start of their processing until all are ready, against bare sharp calls of
 * the same work one after the other, in one process at the same priority (nice 19). Both are done in turns, and the
 * middle of their ratios counts: a machine that others use too is not the same from one minute to the next.
 * Usage: node --import tsx scripts/bench/photos.ts (BENCH_PHOTOS, BENCH_TURNS)
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import sharp from 'sharp';
import { startTestApp } from '../../src/testing/app.ts';

const photos = Number(process.env.BENCH_PHOTOS ?? 20);
const turns = Number(process.env.BENCH_TURNS ?? 3);
const renderImage = join(import.meta.dirname, '../../src/features/media/render-image.ts');
const ends: (() => unknown)[] = [];
const app = await startTestApp({ after: (work) => void ends.push(work) });
const directory = mkdtempSync(join(tmpdir(), 'antessala-bench-'));

/** Milliseconds of the calls alone, without the start of their process. */
function bareMs(paths: readonly string[]): number {
  const code = `import { renderImage } from ${JSON.stringify(renderImage)};
    const at = performance.now();
    for (const path of ${JSON.stringify(paths)}) await renderImage(path, ${JSON.stringify(directory)}, false);
    console.log(performance.now() - at);`;
  const { stdout, stderr } = spawnSync(
    'nice',
    ['-n', '19', process.execPath, '--import', 'tsx', '--input-type=module', '-e', code],
    { encoding: 'utf8' },
  );
  const ms = Number(stdout.trim());
  if (!(ms > 0)) throw new Error(stderr);
  return ms;
}

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
  }
  const ratios: number[] = [];
  for (let turn = 1; turn <= turns; turn += 1) {
    for (const [index, path] of paths.entries()) await ana.upload(path, { name: `Foto ${turn}.${index}` });
    const bare = bareMs(paths);
    const beganAt = performance.now();
    await app.parts.processing.start();
    await app.parts.processing.whenIdle();
    const lane = performance.now() - beganAt;
    await app.parts.processing.stop();
    ratios.push(lane / bare);
    const all = await ana.call('GET /api/videos');
    console.log(
      `turn ${turn}: ${all.filter((video) => video.processingStatus === 'completed').length} of ${turn * photos} photos ready; lane ${(lane / 1000).toFixed(1)} s, bare ${(bare / 1000).toFixed(1)} s, ratio ${(lane / bare).toFixed(2)}`,
    );
  }
  ratios.sort((a, b) => a - b);
  console.log(`ratio ${(ratios[Math.floor(ratios.length / 2)] ?? 0).toFixed(2)}`);
} finally {
  for (const end of ends) await end();
  rmSync(directory, { recursive: true });
}
