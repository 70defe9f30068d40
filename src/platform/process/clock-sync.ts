/** Reads from systemd whether the system synchronizes this machine's clock over the network (NTP). */
import type { Clock } from '../clock.ts';
import { findProgram, run } from './processes.ts';

const cacheMs = 10 * 60_000;

/** Parses the output of timedatectl. Returns undefined for anything but 'yes' and 'no'. */
export const parseClockSync = (output: string): boolean | undefined =>
  ({ yes: true, no: false })[output.trim() as 'yes' | 'no'];

/** Returns a function that asks systemd at most every ten minutes. It resolves to undefined if unknown, as in a container. */
export function createClockSync(clock: Clock): () => Promise<boolean | undefined> {
  const program = findProgram('timedatectl');
  let readAt = -Infinity;
  let latest: Promise<boolean | undefined> = Promise.resolve(undefined);
  return () => {
    if (!program || clock.monotonic() - readAt < cacheMs) return latest;
    readAt = clock.monotonic();
    latest = run(program, ['show', '-p', 'NTPSynchronized', '--value'], { timeoutMs: 3_000 }).then(
      ({ code, stdout }) => (code === 0 ? parseClockSync(stdout) : undefined),
      () => undefined,
    );
    return latest;
  };
}
