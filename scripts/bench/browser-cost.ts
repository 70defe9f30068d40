/** Measures the processor time of all processes of a browser. */
import { readdir, readFile, writeFile } from 'node:fs/promises';

/** Linux reports processor times in this unit (USER_HZ). */
const ticksPerSecond = 100;

interface Process {
  id: number;
  parent: number;
  seconds: number;
}

/** Returns the processor seconds that the browser with this profile and its child processes have used so far. */
export async function processorSeconds(profile: string): Promise<number> {
  const processes = await allProcesses();
  const root = await findBrowser(profile, processes);
  const ids = withDescendants(root, processes);
  return processes.reduce((sum, { id, seconds }) => sum + (ids.has(id) ? seconds : 0), 0);
}

function withDescendants(root: number, processes: readonly Process[]): Set<number> {
  const processIds = new Set([root]);
  // Process ids wrap around, so a child can come before its parent: repeat until no more children are found.
  for (let size = 0; size < processIds.size;) {
    size = processIds.size;
    for (const { id, parent } of processes) if (processIds.has(parent)) processIds.add(id);
  }
  return processIds;
}

async function allProcesses(): Promise<Process[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const processes = await Promise.all(
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
  // The seconds of a process that has ended meanwhile are NaN.
  return processes.filter(({ seconds }) => seconds >= 0);
}

async function findBrowser(profile: string, processes: readonly Process[]): Promise<number> {
  for (const { id } of processes) {
    const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(`--user-data-dir=${profile}`) && !command.includes('--type=')) return id;
  }
  throw new Error(`no browser runs on ${profile}`);
}

/**
 * Raises the scheduling priority of this process and its descendants if BENCH_PRIORITY=high, for a machine that others use too. A
 * browser starts a session (and with it an autogroup) of its own, so that it does not inherit the priority of this process.
 */
export async function raisePriority(): Promise<void> {
  if (process.env.BENCH_PRIORITY !== 'high') return;
  const processes = await allProcesses();
  for (const id of withDescendants(process.pid, processes))
    await writeFile(`/proc/${id}/autogroup`, '-15').catch(() => undefined);
}
