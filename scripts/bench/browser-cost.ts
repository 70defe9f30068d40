/** Measures the processor time of all of a browser's processes. */
import { readdir, readFile, writeFile } from 'node:fs/promises';

/** Clock ticks a second, as Linux counts them for programs. */
const ticksPerSecond = 100;

interface Process {
  id: number;
  parent: number;
  seconds: number;
}

/** Processor seconds so far of the browser of this profile and of everything that it started. */
export async function processorSeconds(profile: string): Promise<number> {
  const processes = await allProcesses();
  const root = await browserOf(profile, processes);
  const ours = withChildren(root, processes);
  return processes.reduce((sum, { id, seconds }) => sum + (ours.has(id) ? seconds : 0), 0);
}

function withChildren(root: number, processes: readonly Process[]): Set<number> {
  const found = new Set([root]);
  // Children are younger than their parents, but ids begin anew: so until nobody comes.
  for (let size = 0; size < found.size;) {
    size = found.size;
    for (const { id, parent } of processes) if (found.has(parent)) found.add(id);
  }
  return found;
}

async function allProcesses(): Promise<Process[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    ids.map(async (id) => {
      const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
      const fields = stat.replace(/^.*\) /, '').split(' ');
      return {
        id: Number(id),
        parent: Number(fields[1]),
        seconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
      };
    }),
  );
  return found.filter(({ seconds }) => seconds >= 0);
}

async function browserOf(profile: string, processes: readonly Process[]): Promise<number> {
  for (const { id } of processes) {
    const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(`--user-data-dir=${profile}`) && !command.includes('--type=')) return id;
  }
  throw new Error(`no browser runs on ${profile}`);
}

/**
 * BENCH_PRIORITY=high: on a machine that others use as well, all that this process started goes before them. A browser is a
 * session of its own, which is why its start is not enough.
 */
export async function goBeforeOthers(): Promise<void> {
  if (process.env.BENCH_PRIORITY !== 'high') return;
  const processes = await allProcesses();
  for (const id of withChildren(process.pid, processes))
    await writeFile(`/proc/${id}/autogroup`, '-15').catch(() => undefined);
}
