/** The `standby` command of scripts/standby.sh: `serve` makes copies of the database, `adopt` turns a copy into the database. */
import { createInterface } from 'node:readline';
import { readConfig } from '../config.ts';
import { adoptCopy } from '../features/backups/standby/adopt.ts';
import { serveCopies } from '../features/backups/standby/copies.ts';
import { systemClock as clock } from '../platform/clock.ts';
import { fileStats } from '../platform/storage/files.ts';
import { switchToDataOwner, switchToFolderOwner } from './folders.ts';
import { readOptions, UsageError } from './usage.ts';

/** Runs the command. Returns the exit code. */
export async function standby(args: string[]): Promise<number> {
  const [action, ...operands] = readOptions(args, {}, true).positionals;
  const { dataDir, timeZone } = readConfig();
  if (action === 'serve' && operands.length === 0) {
    const owner = process.getuid?.() === 0 ? fileStats(dataDir)?.owner : undefined;
    switchToDataOwner(dataDir);
    const lines = createInterface({ input: process.stdin });
    // Writing fails when the standby has closed the connection.
    process.stdout.on('error', () => lines.close());
    for (const signal of ['SIGHUP', 'SIGTERM'] as const) process.on(signal, () => lines.close());
    await serveCopies({ dataDir, owner, clock, lines, send: (line) => void process.stdout.write(`${line}\n`) });
    return 0;
  }
  const [time = '', ...paths] = operands;
  const copiedAt = Date.parse(time);
  if (action !== 'adopt' || paths.length === 0 || !Number.isFinite(copiedAt))
    throw new UsageError('standby needs serve, or adopt TIME COPY.');
  switchToFolderOwner(dataDir, 'Set DATA_DIR.');
  console.log(`The database is now ${await adoptCopy({ dataDir, copies: paths, copiedAt, timeZone, clock })}.`);
  return 0;
}
