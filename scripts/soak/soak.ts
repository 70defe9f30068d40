/**
 * Runs the server, three real TVs and simulated staff for hours, with restarts, kills, full disks, cut links, power cuts of TVs
 * and clock jumps, and prints a table. Exits with 1 if anything acknowledged is missing, a call was not shown exactly once on a
 * TV whose link and power were good, a TV was without a picture for more than 5 s, or doctor finds damage. Full disks need root,
 * clock jumps of the server libfaketime.
 *
 *   scripts/soak.sh [HOURS]
 */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forgetConnections } from '../../src/testing/client.ts';
import { freePort } from '../../src/testing/ports.ts';
import { withCleanUps } from '../bench/support/call-screen.ts';
import { examine } from '../support/doctor.ts';
import { createScreens, signInAdministrator, startProgram } from '../support/program.ts';
import { isQuick, pause, fullOrQuick } from '../support/quick.ts';
import { createStaff, longestRetryMs } from './staff.ts';
import { type SoakTv, startSoakTv } from './tv.ts';

const hours = Number(process.argv[2] ?? 2);
const endsAt = performance.now() + hours * 3_600_000;
const diskBytes = 3 * 1024 ** 3;
/** Maximum ms until a TV shows a call. Not checked on a TV whose link or power failed less than this before or after the call. */
const callDeadlineMs = 90_000;
const maxUndrawnMs = 5_000;
/** Maximum time in ms between a call and an urgent notice that interrupts it: the call is then shown again. */
const interruptionMs = 30_000;
const fakeTime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
const minute = 60_000;

const directory = mkdtempSync(join(tmpdir(), 'antessala-soak-'));
const disk = join(directory, 'disk');
const clockFile = join(directory, 'clock');
const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'pipe' });
mkdirSync(disk);

/** Mounts a file system of 3 GB that contains only the data. Returns false if this is not permitted. */
function mountDisk(): boolean {
  try {
    const image = join(directory, 'image');
    writeFileSync(image, '');
    truncateSync(image, diskBytes);
    run('mkfs.ext4', '-q', '-F', image);
    run('mount', '-o', 'loop', image, disk);
    return true;
  } catch {
    return false;
  }
}

const figures = { restarts: 0, kills: 0, fullDisks: 0, clockJumps: 0, slowestStartMs: 0 };
const residentMb: number[] = [];
const errorLines = new Map<string, number>();
const isDiskMounted = mountDisk();
const hasFakeTime = existsSync(fakeTime);
const dataDir = join(disk, 'data');
const filler = join(disk, 'filler');
const port = await freePort();
writeFileSync(clockFile, '+0');
const env = hasFakeTime
  ? {
      ...{ LD_PRELOAD: fakeTime, FAKETIME_TIMESTAMP_FILE: clockFile, FAKETIME_CACHE_DURATION: '1' },
      ...{ FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1', NO_FAKE_STAT: '1' },
    }
  : {};
const start = () => startProgram({ dataDir, port, env });
let program = await start();
let disturbedUntil = 0;
let isDisturbed = false;
const isServerDisturbed = () => isDisturbed || performance.now() < disturbedUntil;

/** Runs a fault of the server. Requests may fail during the fault and for 5 s afterwards. */
async function disturb(fault: () => Promise<void>): Promise<void> {
  isDisturbed = true;
  await fault();
  isDisturbed = false;
  disturbedUntil = performance.now() + 5_000;
}

function collectErrors(): void {
  for (const line of program
    .output()
    .split('\n')
    .filter((each) => each.includes('"level":"error"'))) {
    const { msg = '', message = msg } = JSON.parse(line) as { msg?: string; message?: string };
    errorLines.set(message, (errorLines.get(message) ?? 0) + 1);
  }
}

async function restart(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  await program.stop(signal);
  collectErrors();
  await pause(2_000);
  const since = performance.now();
  program = await start();
  figures.slowestStartMs = Math.max(figures.slowestStartMs, performance.now() - since);
  forgetConnections();
}

async function fillDisk(): Promise<void> {
  figures.fullDisks += 1;
  const { bavail, bsize } = statfsSync(disk);
  run('fallocate', '-l', String(bavail * bsize), filler);
  await pause(30_000);
  rmSync(filler);
}

let clockErrorMinutes = 0;
/** Moves the server's clock by up to 45 minutes; the next call moves it back. */
async function moveClock(): Promise<void> {
  figures.clockJumps += 1;
  clockErrorMinutes = clockErrorMinutes === 0 ? Math.round(Math.random() * 90 - 45) : 0;
  writeFileSync(clockFile, `${clockErrorMinutes < 0 ? '' : '+'}${clockErrorMinutes}m`);
}

type Fault = () => Promise<void>;
/** Faults so far, with the time at which each began. */
const pastFaults: { name: string; at: number }[] = [];

function faultsOf(tvs: readonly SoakTv[]): Fault[] {
  const randomTv = () => tvs[Math.floor(Math.random() * tvs.length)] as SoakTv;
  const ofTv =
    (name: string, run: (tv: SoakTv) => Promise<void>): Fault =>
    () => {
      const tv = randomTv();
      pastFaults.push({ name: `${name} of ${tv.name}`, at: performance.now() });
      return run(tv);
    };
  const ofServer =
    (name: string, run: () => Promise<void>): Fault =>
    () => {
      pastFaults.push({ name, at: performance.now() });
      return disturb(run);
    };
  return [
    ofServer('restart', async () => ((figures.restarts += 1), restart('SIGTERM'))),
    ofTv('cut link', (tv) => tv.cutLink(40_000)),
    ...(hasFakeTime ? [ofServer('clock', moveClock)] : []),
    ofTv('power cut', (tv) => tv.cutPower()),
    ...(isDiskMounted ? [ofServer('full disk', fillDisk)] : []),
    ofTv('clock', (tv) => tv.moveClock(Math.round(Math.random() * 4 - 2) * 60 * minute)),
    ofServer('kill', async () => ((figures.kills += 1), restart('SIGKILL'))),
  ];
}

/** Repeats `work` until `endsAt`, each time after a pause of 0.5 to 1.5 times `everyMs`. */
async function repeat(everyMs: number, work: () => Promise<unknown>): Promise<void> {
  while (performance.now() < endsAt) {
    await pause(everyMs * (0.5 + Math.random()));
    await work();
  }
}

function sampleMemory(): void {
  const [, kb = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${program.pid}/status`, 'utf8')) ?? [];
  residentMb.push(Math.round(Number(kb) / 1024));
}

/** Deletes the shared memory of ended processes, which libfaketime leaves behind. */
function removeSharedMemory(): void {
  for (const name of existsSync('/dev/shm') ? readdirSync('/dev/shm') : []) {
    const [, pid] = /^(?:sem\.)?faketime_(?:shm|sem)_(\d+)$/.exec(name) ?? [];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) rmSync(join('/dev/shm', name), { force: true });
  }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
/** Returns the medians of the first and last tenth: "96 -> 98". */
const trend = (values: readonly number[]): string => {
  const tenth = Math.max(1, Math.ceil(values.length / 10));
  return `${median(values.slice(0, tenth))} -> ${median(values.slice(-tenth))}`;
};

const failures: string[] = [];
const row = (label: string, value: string | number, isMet = true): void => {
  console.log(`| ${label} | ${value} |`);
  if (!isMet) failures.push(label);
};

/** Describes when a TV showed a call, and the faults around that time, in seconds after the call. */
function describeCall(id: number, at: number, shownAt: readonly number[], { name }: SoakTv): string {
  const seconds = (time: number) => `${((time - at) / 1_000).toFixed(0)} s`;
  const until = Math.max(at + callDeadlineMs, ...shownAt);
  const recentFaults = pastFaults.filter((fault) => fault.at > at - callDeadlineMs && fault.at < until);
  const faults = recentFaults.map((fault) => `${fault.name} ${seconds(fault.at)}`).join(', ');
  return `call ${id} on ${name}: shown after ${shownAt.map(seconds).join(', ') || 'never'}; ${faults || 'no fault'}`;
}

function reportCalls(staff: Awaited<ReturnType<typeof createStaff>>, tvs: readonly SoakTv[]): void {
  let [checked, lost, repeated] = [0, 0, 0];
  const unusual: string[] = [];
  for (const { id, at } of staff.calls)
    for (const tv of tvs) {
      if (!tv.wasUndisturbed(at - callDeadlineMs, at + callDeadlineMs) || at + callDeadlineMs > performance.now())
        continue;
      const times = tv.shown.get(id) ?? [];
      checked += 1;
      if (times.length === 0) lost += 1;
      const wasInterrupted = staff.urgentAt.some(
        (urgent) => urgent > at - interruptionMs && urgent < at + interruptionMs,
      );
      if (times.length > 1 && !wasInterrupted) repeated += 1;
      if (times.length === 0 || (times.length > 1 && !wasInterrupted)) unusual.push(describeCall(id, at, times, tv));
    }
  row('patient calls', staff.calls.length);
  row(
    'of them on TVs with link and power: expected, lost, shown twice',
    `${checked}, ${lost}, ${repeated}`,
    lost + repeated === 0,
  );
  // Lost calls first.
  unusual.sort((a, b) => Number(b.includes('never')) - Number(a.includes('never')));
  for (const text of unusual.slice(0, 20)) console.log(text);
}

await withCleanUps(async (t) => {
  t.after(() => {
    if (isDiskMounted) run('umount', '-l', disk);
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  });
  t.after(removeSharedMemory);
  t.after(() => program.stop('SIGKILL'));
  const out = mkdtempSync(join(tmpdir(), 'antessala-soak-pictures-'));
  const admin = await signInAdministrator(program.url);
  const tvs: SoakTv[] = [];
  for (const [index, code] of (await createScreens(admin, fullOrQuick(3, 1))).entries())
    tvs.push(await startSoakTv(t, { port, code, name: `tv${index + 1}`, out }));
  const staff = await createStaff(
    admin,
    (await admin.call('GET /api/my-players')).map(({ id }) => id),
  );
  const faults = faultsOf(tvs);
  let faultCount = 0;
  await Promise.all([
    repeat(4_000, () => staff.work(isServerDisturbed)),
    repeat(20_000, () => staff.callPatient(isServerDisturbed)),
    repeat(30_000, async () => program.hasEnded() || sampleMemory()),
    repeat(fullOrQuick(75_000, 5_000), async () => {
      await faults[faultCount++ % faults.length]?.();
      await pause(3_000);
      await staff.compare().catch((error: unknown) => staff.missing.add(String(error)));
    }),
  ]);
  // Give the server time to reprocess the contents that failed because of the last full disk.
  await pause(fullOrQuick(longestRetryMs + 10_000, 10_000));
  await staff.compare();
  await Promise.all(tvs.map((tv) => tv.stop()));
  await program.stop();
  collectErrors();
  const findings = await examine(dataDir, { isDeep: true });

  const sum = (pick: (tv: SoakTv) => number) => tvs.reduce((total, tv) => total + pick(tv), 0);
  const longestMs = Math.max(...tvs.map(({ figures: { longestUndrawnMs } }) => longestUndrawnMs));
  console.log('| What | Figure |\n|---|---|');
  row('hours; TVs', `${hours}; ${tvs.length}`);
  row('server: restarts, kills, full disks, clock jumps', Object.values(figures).slice(0, 4).join(', '));
  row('slowest start', `${(figures.slowestStartMs / 1_000).toFixed(1)} s`);
  row(
    'TVs: cut links, power cuts, clock jumps',
    `${sum(({ figures: f }) => f.cuts)}, ${sum(({ figures: f }) => f.powerCuts)}, ${sum(({ figures: f }) => f.clockJumps)}`,
  );
  row(
    'changes acknowledged, missing',
    `${staff.figures.acknowledged}, ${staff.missing.size}`,
    staff.missing.size === 0,
  );
  row(
    'requests refused: during a fault, otherwise',
    `${staff.figures.refused - staff.unexpected.size}, ${staff.unexpected.size}`,
    staff.unexpected.size === 0,
  );
  reportCalls(staff, tvs);
  row(
    'TVs without a picture: samples, of all samples, longest time',
    `${sum(({ figures: f }) => f.undrawn)} of ${sum(({ figures: f }) => f.samples)}, ${(longestMs / 1_000).toFixed(1)} s`,
    longestMs <= maxUndrawnMs,
  );
  row(
    'dark screenshots',
    sum(({ figures: f }) => f.darkPictures),
    sum(({ figures: f }) => f.darkPictures) === 0,
  );
  row('memory of the server, MB: first to last tenth, largest', `${trend(residentMb)}, ${Math.max(...residentMb)}`);
  row('memory of each page, KB: first to last tenth', tvs.map(({ heapKb }) => trend(heapKb)).join('; '));
  row(
    'errors of pages',
    sum((tv) => tv.faults()),
    sum((tv) => tv.faults()) === 0,
  );
  row("doctor's findings", findings.length, findings.length === 0);
  for (const [message, times] of errorLines) console.log(`log, error: ${message} (${times} times)`);
  for (const text of [...staff.missing, ...findings]) console.log(`wrong: ${text}`);
  for (const [text, times] of staff.unexpected) console.log(`refused without a fault: ${text} (${times} times)`);
  if (!isDiskMounted) console.log('no full disks: no file system could be mounted');
  if (!hasFakeTime) console.log("no jumps of the server's clock: libfaketime is missing");
});
if (failures.length > 0) console.log(`MISSED: ${failures.join('; ')}`);
process.exit(failures.length > 0 && !isQuick ? 1 : 0);
