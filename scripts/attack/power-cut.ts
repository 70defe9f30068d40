/**
 * Simulates power cuts: shuts down a small XFS in a loop device without flushing its log while contents are uploaded and changed,
 * and mounts it again. Checks that no acknowledged change is missing and that doctor finds no damage. Needs root, loop devices
 * and xfsprogs; prints "skipped" and exits with 0 without them.
 *
 *   node --import tsx scripts/attack/power-cut.ts [CUTS]
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiError } from '../../src/testing/client.ts';
import { bytesOf } from '../../src/testing/media.ts';
import { freePort } from '../../src/testing/ports.ts';
import { examine } from '../support/doctor.ts';
import { signInAdministrator, startProgram } from '../support/program.ts';
import { pause, fullOrQuick } from '../support/quick.ts';

const cuts = Number(process.argv[2] ?? fullOrQuick(10, 1));
const directory = mkdtempSync(join(tmpdir(), 'antessala-power-'));
const diskImage = join(directory, 'disk');
const disk = join(directory, 'mounted');
const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'pipe' });
const mount = () => run('mount', '-o', 'loop', diskImage, disk);
const cleanUp = () => {
  try {
    run('umount', '-l', disk);
  } catch {
    // It was not mounted.
  }
  rmSync(directory, { recursive: true, force: true });
};

try {
  writeFileSync(diskImage, '');
  truncateSync(diskImage, 3 * 1024 ** 3);
  run('mkfs.xfs', '-q', diskImage);
  run('mkdir', disk);
  mount();
  run('xfs_io', '-c', 'help shutdown', disk);
} catch (error) {
  console.log(`skipped: no XFS can be created here (${String(error).split('\n')[0]})`);
  cleanUp();
  process.exit(0);
}

const dataDir = join(disk, 'data');

/** Returns doctor's findings that persist. A running server causes temporary ones between two of its writes. */
async function persistentFindings(): Promise<string[]> {
  let findings = await examine(dataDir, { isDeep: false });
  for (let tries = 0; findings.length > 0 && tries < 5; tries += 1) {
    await pause(300);
    const current = await examine(dataDir, { isDeep: false });
    findings = findings.filter((finding) => current.includes(finding));
  }
  return findings;
}

const pictures = await Promise.all(['logo.png', 'turned.jpg'].map(bytesOf));
const errors: string[] = [];
/** Names that each content may have after a power cut: the acknowledged one, and new ones whose change was in progress. */
const possibleNames = new Map<number, Set<string>>();
let changes = 0;
const port = await freePort();
let server = await startProgram({ dataDir, port });
const admin = await signInAdministrator(server.url);
const { id: userId } = await admin.call('GET /api/user');
const quotas = await admin.call('GET /api/admin/users/:id/quotas', { params: { id: userId } });
const raisedQuotas = { ...quotas, maxVideos: 1_000, maxPlaylists: 50 };
await admin.call('PUT /api/admin/users/:id/quotas', { params: { id: userId }, body: raisedQuotas });
for (let cut = 1; cut <= cuts && errors.length === 0; cut += 1) {
  let isCut = false;
  const work = async (worker: number) => {
    for (let changeNumber = 0; !isCut; changeNumber += 1)
      try {
        const name = `Item ${cut}.${worker}.${changeNumber}`;
        // Even ids belong to one worker, odd ids to the other: no two workers change the same content.
        const id = [...possibleNames.keys()].find((each) => each % 2 === worker);
        if (changeNumber % 3 === 0 || id === undefined) {
          const created = await admin.upload(pictures[changeNumber % 2] as Buffer, { name });
          possibleNames.set(created.id, new Set([name]));
        } else {
          possibleNames.set(id, new Set([...(possibleNames.get(id) ?? []), name]));
          await admin.call('PATCH /api/videos/:id', { params: { id }, body: { name } });
          possibleNames.set(id, new Set([name]));
        }
        changes += 1;
      } catch (error) {
        if (!isCut && !(error instanceof ApiError)) throw error;
        // After an ApiError go on, because the disk may already be failing; the change counts as not acknowledged.
        if (!isCut) await pause(20);
      }
  };
  const working = [work(0), work(1)];
  await pause(300 + Math.random() * 3_000);
  // Without -f, so that the part of the log that is still in memory is lost, as in a power cut.
  run('xfs_io', '-x', '-c', 'shutdown', disk);

  isCut = true;
  await server.stop('SIGKILL');
  await Promise.all(working);
  run('umount', disk);
  mount();
  server = await startProgram({ dataDir, port });
  const listed = await admin.call('GET /api/videos').catch((error: unknown) => {
    errors.push(`cut ${cut}: ${String(error)}`);
    return [];
  });
  for (const [id, names] of possibleNames) {
    const stored = listed.find((video) => video.id === id);
    if (!stored || !names.has(stored.name)) errors.push(`cut ${cut}: ${id} is ${stored?.name ?? 'missing'}`);
    else possibleNames.set(id, new Set([stored.name]));
  }
  for (const { id, name } of listed) if (!possibleNames.has(id)) possibleNames.set(id, new Set([name]));
  const isWaiting = ({ processingStatus }: { processingStatus: string }) =>
    processingStatus === 'pending' || processingStatus === 'processing';
  for (const end = performance.now() + 120_000; (await admin.call('GET /api/videos')).some(isWaiting); await pause(100))
    if (performance.now() > end) {
      errors.push(`cut ${cut}: a job is stuck`);
      break;
    }
  for (const { id, processingStatus } of await admin.call('GET /api/videos'))
    if (processingStatus === 'failed') errors.push(`cut ${cut}: ${id} failed, its bytes are damaged`);
  console.log(`cut ${cut}: ${possibleNames.size} items known, ${changes} changes acknowledged`);
  for (const finding of await persistentFindings()) errors.push(`cut ${cut}: doctor: ${finding}`);
}
await server.stop();
for (const error of errors) console.log(error);
if (errors.length > 0) console.log(server.output().slice(-3_000));
console.log(`${cuts} power cuts, ${changes} changes acknowledged; ${errors.length} wrong`);
cleanUp();
process.exit(errors.length > 0 ? 1 : 0);
