/** A Raspberry Pi's 1 GB: 50 screens, uploads and a conversion, in a control group that has no more. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { film4k } from '../films.ts';
import { furnish } from '../support/furnish.ts';
import { start, startServer } from '../support/rig.ts';
import { crowd, failedOf, newTally, Screen, shareOf } from '../support/screen.ts';
import { ended, sendBytes, signIn } from '../support/staff.ts';
import type { Row } from '../support/table.ts';
import { pause, sized } from '../../support/quick.ts';

const megabyte = 1024 ** 2;
/** Memory that the system leaves of 1 GB. */
const limitMb = 768;
const screens = 50;
const uploads = { atOnce: 2, mb: sized(100, 1) };

interface MemoryGroup {
  /** Command prefix that starts a process inside. */
  through: string[];
  /** Returns the memory that all its processes hold, without files' pages, and how much of it is swapped; MB. */
  use(): Promise<{ heldMb: number; swappedMb: number }>;
  /** Returns how often the system killed a process for lack of memory. */
  killed(): Promise<number>;
  remove(): Promise<void>;
}

/** Either version of control groups; root. */
async function memoryGroup(): Promise<MemoryGroup> {
  const isSecond = existsSync('/sys/fs/cgroup/cgroup.controllers');
  const path = join(isSecond ? '/sys/fs/cgroup' : '/sys/fs/cgroup/memory', `antessala-bench-${process.pid}`);
  const read = (name: string) => readFile(join(path, name), 'utf8');
  const number = (text: string, name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  await mkdir(path);
  await writeFile(join(path, isSecond ? 'memory.max' : 'memory.limit_in_bytes'), String(limitMb * megabyte));
  return {
    through: ['sh', '-c', `echo $$ > ${path}/cgroup.procs; exec "$@"`, 'sh'],
    async use() {
      const stat = await read('memory.stat');
      const swap = isSecond ? await read('memory.swap.current').catch(() => '0') : String(number(stat, 'total_swap'));
      return {
        heldMb: number(stat, isSecond ? 'anon' : 'total_rss') / megabyte,
        swappedMb: Number(swap) / megabyte,
      };
    },
    killed: async () => number(await read(isSecond ? 'memory.events' : 'memory.oom_control'), 'oom_kill'),
    remove: () => rmdir(path),
  };
}

export async function smallMachine(folder: string): Promise<Row[]> {
  await (await startServer(folder)).stop();
  const devices = furnish(folder, { users: screens / 2, screens, contents: screens * 5 });
  const group = await memoryGroup();
  try {
    const command = [...group.through, 'taskset', '-c', '0,1', process.execPath, 'dist/server.cjs'];
    const server = await start(command, { DATA_DIR: folder, LOG_LEVEL: 'warn' });
    const person = await signIn(server);
    let most = { heldMb: 0, swappedMb: 0 };
    let isOver = false;
    const watching = (async () => {
      while (!isOver) {
        const now = await group.use();
        most = {
          heldMb: Math.max(most.heldMb, now.heldMb),
          swappedMb: Math.max(most.swappedMb, now.swappedMb),
        };
        await pause(100);
      }
    })();
    for (const device of devices) new Screen(device, server.port).play();
    await pause(10_000);
    const playing = await group.use();
    crowd.tally = newTally();

    const { id } = await person.upload(await film4k(), { name: '4K' });
    let isConverted = false;
    let sent = 0;
    const sending = Array.from({ length: uploads.atOnce }, async () => {
      for (; !isConverted; sent += 1) await sendBytes(person, server, uploads.mb * megabyte, 20 * megabyte);
    });
    const { processingStatus } = await ended(person, id);
    isConverted = true;
    await Promise.all(sending);
    crowd.isOver = true;
    isOver = true;
    await watching;
    const killed = await group.killed();
    await server.stop();
    const reported = Object.entries(crowd.tally.responses).map(([status, count]) => `${count} x ${status}`);
    return [
      {
        what: `${screens} screens, ${sent} uploads of ${uploads.mb} MB and a film of 4K in ${limitMb} MB: most that all processes hold, MB`,
        ours: `${most.heldMb.toFixed(0)} MB (${playing.heldMb.toFixed(0)} with the screens alone); the film ${processingStatus}`,
        value: processingStatus === 'completed' ? most.heldMb : Infinity,
        promise: { atMost: limitMb },
      },
      {
        what: 'MB of it swapped',
        ours: `${most.swappedMb.toFixed(0)} MB`,
        value: most.swappedMb,
        promise: { atMost: 0 },
      },
      { what: 'processes ended for want of memory', ours: String(killed), value: killed, promise: { atMost: 0 } },
      {
        what: 'calls of its screens that failed meanwhile',
        ours: `${reported.join(', ')}; p99 ${shareOf(crowd.tally, 0.99).toFixed(1)} ms`,
        value: failedOf(crowd.tally),
        promise: { atMost: 0 },
      },
    ];
  } finally {
    await group.remove().catch(() => {});
  }
}
