/** Writes as many bytes as an upload, in chunks of 512 KB, then syncs. Prints the milliseconds, for comparison with uploads. */
import { open } from 'node:fs/promises';

const [, , path, sizeBytes] = process.argv;
const bytes = Buffer.alloc(512 * 1024, 0x61);
const startedAt = performance.now();
const file = await open(path, 'w');
for (let left = Number(sizeBytes); left > 0; left -= bytes.length)
  await file.write(bytes, 0, Math.min(left, bytes.length));
await file.sync();
await file.close();
console.log(performance.now() - startedAt);
