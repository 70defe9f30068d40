/**
 * Takes the disk away as a power cut does: a small XFS in a loop device is shut down without flushing its log while contents
 * are uploaded and changed; after mounting it again nothing acknowledged may be missing and doctor must agree. Needs root,
 * loop devices and xfsprogs; without them it says so and ends with 0.
 *
 *   node --import tsx scripts/attack/power-cut.ts [CUTS]
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDoctor } from '../../src/features/backups/doctor/doctor.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { migrationsDir } from '../../src/platform/process/assets.ts';
import { ApiError } from '../../src/testing/client.ts';
import { bytesOf } from '../../src/testing/media.ts';
import { freePort } from '../../src/testing/ports.ts';
import { signInAdministrator, startProgram } from '../support/program.ts';
import { pause, sized } from '../support/quick.ts';

const cuts = Number(process.argv[2] ?? sized(10, 1));
const directory = mkdtempSync(join(tmpdir(), 'antessala-power-'));
const image = join(directory, 'disk');
const disk = join(directory, 'mounted');
const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'pipe' });
const mount = () => run('mount', '-o', 'loop', image, disk);
const cleanUp = () => {
  try {
    run('umount', '-l', disk);
  } catch {
    // It was not mounted.
  }
  rmSync(directory, { recursive: true, force: true });
};

try {
  writeFileSync(image, '');
  truncateSync(image, 3 * 1024 ** 3);
  run('mkfs.xfs', '-q', image);
  run('mkdir', disk);
  mount();
  run('xfs_io', '-c', 'help shutdown', disk);
} catch (error) {
  console.log(`skipped: no XFS of its own here (${String(error).split('\n')[0]})`);
  cleanUp();
  process.exit(0);
}

const dataDir = join(disk, 'data');

/** Returns the differences between database and disk that persist: between two steps of a running server one may show once. */
async function disagreements(): Promise<string[]> {
  const examine = async () => {
    const doctor = createDoctor({
      ...{ dataDir, backupDir: `${dataDir}/backups`, migrationsDir, clock: systemClock },
      isDeep: false,
    });
    try {
      return (await doctor.examine()).map(({ description }) => description);
    } finally {
      doctor.close();
    }
  };
  let found = await examine();
  for (let tries = 0; found.length > 0 && tries < 5; tries += 1) {
    await pause(300);
    const again = await examine();
    found = found.filter((what) => again.includes(what));
  }
  return found;
}

const pictures = await Promise.all(['logo.png', 'turned.jpg'].map(bytesOf));
const wrongs: string[] = [];
/** Names acknowledged; of a change under way both. */
const known = new Map<number, Set<string>>();
let changes = 0;
const port = await freePort();
let server = await startProgram({ dataDir, port });
const admin = await signInAdministrator(server.url);
const { id: userId } = await admin.call('GET /api/user');
const quotas = await admin.call('GET /api/admin/users/:id/quotas', { params: { id: userId } });
const roomForAll = { ...quotas, maxVideos: 1_000, maxPlaylists: 50 };
await admin.call('PUT /api/admin/users/:id/quotas', { params: { id: userId }, body: roomForAll });
for (let cut = 1; cut <= cuts && wrongs.length === 0; cut += 1) {
  let isCut = false;
  const work = async (lane: number) => {
    for (let turn = 0; !isCut; turn += 1)
      try {
        const name = `Item ${cut}.${lane}.${turn}`;
        const id = [...known.keys()].find((each) => each % 2 === lane);
        if (turn % 3 === 0 || id === undefined) {
          const made = await admin.upload(pictures[turn % 2] as Buffer, { name });
          known.set(made.id, new Set([name]));
        } else {
          known.set(id, new Set([...(known.get(id) ?? []), name]));
          await admin.call('PATCH /api/videos/:id', { params: { id }, body: { name } });
          known.set(id, new Set([name]));
        }
        changes += 1;
      } catch (error) {
        if (!isCut && !(error instanceof ApiError)) throw error;
        // What the dying disk refuses is no acknowledgement.
        if (!isCut) await pause(20);
      }
  };
  const working = [work(0), work(1)];
  await pause(300 + Math.random() * 3_000);
  // Without -f: what is in the log's memory is lost, as without current.
  run('xfs_io', '-x', '-c', 'shutdown', disk);

  isCut = true;
  await server.stop('SIGKILL');
  await Promise.all(working);
  run('umount', disk);
  mount();
  server = await startProgram({ dataDir, port });
  const listed = await admin.call('GET /api/videos').catch((error: unknown) => {
    wrongs.push(`cut ${cut}: ${String(error)}`);
    return [];
  });
  for (const [id, names] of known) {
    const found = listed.find((video) => video.id === id);
    if (!found || !names.has(found.name)) wrongs.push(`cut ${cut}: ${id} is ${found?.name ?? 'missing'}`);
    else known.set(id, new Set([found.name]));
  }
  for (const { id, name } of listed) if (!known.has(id)) known.set(id, new Set([name]));
  const isWaiting = ({ processingStatus }: { processingStatus: string }) =>
    processingStatus === 'pending' || processingStatus === 'processing';
  for (const end = performance.now() + 120_000; (await admin.call('GET /api/videos')).some(isWaiting); await pause(100))
    if (performance.now() > end) {
      wrongs.push(`cut ${cut}: a job is stuck`);
      break;
    }
  for (const { id, processingStatus } of await admin.call('GET /api/videos'))
    if (processingStatus === 'failed') wrongs.push(`cut ${cut}: ${id} failed, its bytes are damaged`);
  console.log(`cut ${cut}: ${known.size} items known, ${changes} changes acknowledged`);
  for (const what of await disagreements()) wrongs.push(`cut ${cut}: doctor: ${what}`);
}
await server.stop();
for (const wrong of wrongs) console.log(wrong);
if (wrongs.length > 0) console.log(server.output().slice(-3_000));
console.log(`${cuts} power cuts, ${changes} changes acknowledged; ${wrongs.length} wrong`);
cleanUp();
process.exit(wrongs.length > 0 ? 1 : 0);
