/** Limits the memory and processor time of programs with a cgroup (Linux control group). Needs root. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const megabyte = 1024 ** 2;
const cpuPeriodUs = 10_000;

export interface Cgroup {
  /** Prefix of a command that runs in the cgroup. */
  commandPrefix: string[];
  /** Returns the memory of all processes, without cached file pages, and their swapped memory, in MB. */
  memoryUse(): Promise<{ usedMb: number; swappedMb: number }>;
  /** Returns how often the system killed a process for lack of memory. */
  oomKills(): Promise<number>;
  remove(): Promise<void>;
}

/** Creates a cgroup (version 2 or 1). `cores`: processor time for all its processes together, 0.33 for a third of a core. */
export async function createCgroup({ memoryMb, cores }: { memoryMb: number; cores?: number }): Promise<Cgroup> {
  const isVersion2 = existsSync('/sys/fs/cgroup/cgroup.controllers');
  const pathOf = (controller: string) =>
    join('/sys/fs/cgroup', isVersion2 ? '' : controller, `antessala-bench-${process.pid}`);
  const memory = pathOf('memory');
  const paths = [memory];
  const read = (name: string) => readFile(join(memory, name), 'utf8');
  const number = (text: string, name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  await mkdir(memory);
  await writeFile(join(memory, isVersion2 ? 'memory.max' : 'memory.limit_in_bytes'), String(memoryMb * megabyte));
  if (cores !== undefined) {
    const cpu = pathOf('cpu');
    const quotaUs = Math.round(cores * cpuPeriodUs);
    if (!isVersion2) {
      await mkdir(cpu);
      paths.push(cpu);
      await writeFile(join(cpu, 'cpu.cfs_period_us'), String(cpuPeriodUs));
      await writeFile(join(cpu, 'cpu.cfs_quota_us'), String(quotaUs));
    } else await writeFile(join(cpu, 'cpu.max'), `${quotaUs} ${cpuPeriodUs}`);
  }
  const enter = paths.map((path) => `echo $$ > ${path}/cgroup.procs; `).join('');
  return {
    commandPrefix: ['sh', '-c', `${enter}exec "$@"`, 'sh'],
    async memoryUse() {
      const stat = await read('memory.stat');
      const swap = isVersion2 ? await read('memory.swap.current').catch(() => '0') : String(number(stat, 'total_swap'));
      return {
        usedMb: number(stat, isVersion2 ? 'anon' : 'total_rss') / megabyte,
        swappedMb: Number(swap) / megabyte,
      };
    },
    oomKills: async () => number(await read(isVersion2 ? 'memory.events' : 'memory.oom_control'), 'oom_kill'),
    remove: async () => {
      for (const path of paths) await rmdir(path);
    },
  };
}
