/** What the system offers to keep a tool that reads strangers' files small: limits of memory and time, and no network. */
import { findProgram, run } from './processes.ts';

export interface Confinement {
  /** Command and arguments to put before the program's own. Every one of them becomes the program: ids and signals stay true. */
  command: string[];
  hasLimits: boolean;
  hasNoNetwork: boolean;
}

/** Address space in bytes, and seconds of processor time. */
export interface ProcessLimits {
  addressBytes: number;
  processorSeconds: number;
}

/** Tries what there is. Never throws. */
export async function findConfinement({ addressBytes, processorSeconds }: ProcessLimits): Promise<Confinement> {
  const prlimit = findProgram('prlimit');
  const unshare = findProgram('unshare');
  const limiting = prlimit ? [prlimit, `--as=${addressBytes}`, `--cpu=${processorSeconds}`, '--core=0', '--'] : [];
  // Root may take the network away; others do so as the root of a name space of their own, where they may.
  const isolating = unshare
    ? [
        [unshare, '--net', '--'],
        [unshare, '--map-root-user', '--net', '--'],
      ]
    : [];
  const hasLimits = limiting.length > 0 && (await works(limiting));
  let network: string[] | undefined;
  for (const command of isolating) network ??= (await works(command)) ? command : undefined;
  return {
    command: [...(network ?? []), ...(hasLimits ? limiting : [])],
    hasLimits,
    hasNoNetwork: network !== undefined,
  };
}

async function works(command: readonly string[]): Promise<boolean> {
  const program = findProgram('true');
  if (!program) return false;
  const { code } = await run(program, [], { confinement: command, timeoutMs: 5_000 }).catch(() => ({ code: 1 }));
  return code === 0;
}
