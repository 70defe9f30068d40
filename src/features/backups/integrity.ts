/** If the start skipped the check of the database (storage/clean-stop.ts), checks it while the server runs, and reports damage. */
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { createDatabaseThread } from '../../platform/process/database-thread.ts';
import { dataFolder } from '../../platform/storage/data-folder.ts';
import { restoreCommand } from './restore-command.ts';

interface IntegrityDeps {
  dataDir: string;
  backupDir: string;
  /** False if the start has checked the database. */
  isDue: boolean;
  clock: Clock;
  log: Log;
}

export type Integrity = ReturnType<typeof createIntegrity>;

export function createIntegrity({ dataDir, backupDir, isDue, clock, log }: IntegrityDeps) {
  const thread = createDatabaseThread(dataFolder(dataDir).database, clock);
  let isDamaged = false;

  return {
    /** Checks the database if the check is due. Never rejects. */
    async check(): Promise<void> {
      if (!isDue) return;
      const { damage, error } = await thread.run('check');
      isDamaged = damage !== undefined;
      if (isDamaged) log.error(`the database is damaged. ${restoreCommand({ dataDir, backupDir })}`, { damage });
      else if (error !== undefined) log.warn('the database is not checked', { error });
      await thread.close();
    },
    isDamaged: (): boolean => isDamaged,
    close: thread.close,
  };
}
