/** Notifies administrators when backups begin to fail, and weekly as long as they do. */
import type { Clock } from '../../platform/clock.ts';
import type { SettingsStore } from '../settings/store.ts';
import { backupFailedEmail } from './emails.ts';
import { createNotify, noteIfPossible, type NotifyDeps } from './notifications.ts';

const key = 'backup.failureToldAt';
/** A week, less what the last failed backup itself took. */
const againAfterMs = 6.5 * 24 * 3_600_000;

interface BackupWarningDeps extends NotifyDeps {
  settings: Pick<SettingsStore, 'get' | 'set' | 'remove'>;
  publicUrl: string | undefined;
  clock: Clock;
}

export function createBackupWarning({ settings, publicUrl, clock, ...deps }: BackupWarningDeps) {
  const notify = createNotify(deps, 'backup');
  return {
    async failed(sentence: string, signal: AbortSignal): Promise<void> {
      const notifiedAt = Number(settings.get(key) ?? Number.NEGATIVE_INFINITY);
      // A clock that was set back must not silence it for years.
      const age = clock.now() - notifiedAt;
      if (age >= 0 && age < againAfterMs) return;
      if (await notify(backupFailedEmail(sentence, publicUrl), signal))
        noteIfPossible(() => settings.set(key, String(clock.now())));
    },

    over(): void {
      if (settings.get(key) !== undefined) noteIfPossible(() => settings.remove(key));
    },
  };
}
