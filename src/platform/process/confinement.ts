/** Confines tools that read untrusted files: limits their memory and time, and denies them the network. */
import { findProgram, run } from './processes.ts';

export interface Confinement {
  /** Commands with arguments to put before the program's own. Each runs the next one in the same process (exec). */
  command: string[];
  hasLimits: boolean;
  hasNoNetwork: boolean;
}

/** Limits of address space in bytes, and of processor time in seconds. */
export interface ConfinementLimits {
  addressBytes: number;
  processorSeconds: number;
}

/** Returns the strictest confinement that works on this system. Never throws. */
export async function findConfinement({ addressBytes, processorSeconds }: ConfinementLimits): Promise<Confinement> {
  const prlimit = findProgram('prlimit');
  const limitCommand = prlimit ? [prlimit, `--as=${addressBytes}`, `--cpu=${processorSeconds}`, '--core=0', '--'] : [];
  const [hasLimits, isolationCommand] = await Promise.all([
    limitCommand.length > 0 && canRun(limitCommand),
    (isolation ??= findIsolation()),
  ]);
  return {
    command: [...(isolationCommand ?? []), ...(hasLimits ? limitCommand : [])],
    hasLimits,
    hasNoNetwork: isolationCommand !== undefined,
  };
}

/** Result of findIsolation, which is the same for every tool: tried once, because the start waits for it. */
let isolation: Promise<string[] | undefined> | undefined;

/** Finds a way to run a tool without network: as root, or as root of its own user namespace. */
async function findIsolation(): Promise<string[] | undefined> {
  const unshare = findProgram('unshare');
  if (!unshare) return undefined;
  for (const command of [
    [unshare, '--net', '--'],
    [unshare, '--map-root-user', '--net', '--'],
  ])
    if (await canRun(command)) return command;
  return undefined;
}

async function canRun(command: readonly string[]): Promise<boolean> {
  const program = findProgram('true');
  if (!program) return false;
  const { code } = await run(program, [], { confinement: command, timeoutMs: 5_000 }).catch(() => ({ code: 1 }));
  return code === 0;
}
