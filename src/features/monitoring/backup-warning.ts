/** Notifies administrators when backups begin to fail, and weekly while they continue to fail. */
import type { Clock } from '../../platform/clock.ts';
import { writeUnlessFull } from '../../platform/storage/database.ts';
import type { SettingsStore } from '../settings/store.ts';
import { backupFailedEmail } from './emails.ts';
import { createAdministratorNotifier, type NotifierDeps } from './notifications.ts';

const key = 'backup.failureToldAt';
/** A week, less half a day: the backup may fail earlier in the night than it did a week before. */
const repeatAfterMs = 6.5 * 24 * 3_600_000;

interface BackupWarningDeps extends NotifierDeps {
  settings: Pick<SettingsStore, 'get' | 'set' | 'remove'>;
  publicUrl: string | undefined;
  clock: Clock;
}

export function createBackupWarning({ settings, publicUrl, clock, ...deps }: BackupWarningDeps) {
  const notify = createAdministratorNotifier(deps, 'backup');
  return {
    /** Must be called after a failed backup; `sentence`: its reason. */
    async failed(sentence: string, signal: AbortSignal): Promise<void> {
      const notifiedAt = Number(settings.get(key) ?? Number.NEGATIVE_INFINITY);
      // A negative age means that the clock was set back: notify, or there would be no warning for years.
      const age = clock.now() - notifiedAt;
      if (age >= 0 && age < repeatAfterMs) return;
      if (await notify(backupFailedEmail(sentence, publicUrl), signal))
        writeUnlessFull(() => settings.set(key, String(clock.now())));
    },

    /** Must be called after a successful backup. */
    succeeded(): void {
      if (settings.get(key) !== undefined) writeUnlessFull(() => settings.remove(key));
    },
  };
}
