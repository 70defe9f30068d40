/** Letters that the database remembers: what is noted as told has reached somebody. */
import type { Clock } from '../../platform/clock.ts';
import { isDatabaseFull } from '../../platform/storage/database.ts';
import type { Mail } from '../../platform/mail.ts';
import type { AccountStore } from '../accounts/store.ts';
import type { SettingsStore } from '../settings/store.ts';
import { backupFailedLetter, type Letter } from './emails.ts';

export interface TellDeps {
  accounts: Pick<AccountStore, 'administratorEmails'>;
  mail: Pick<Mail, 'deliverOnce'>;
}

/** True when a letter reached an administrator, or there is none. Rejects when `signal` is aborted first. */
export async function tellAdministrators(
  { subject, text }: Letter,
  { accounts, mail }: TellDeps,
  signal: AbortSignal,
): Promise<boolean> {
  const attempts = await unlessAborted(
    Promise.all(accounts.administratorEmails().map((to) => mail.deliverOnce(to, subject, text))),
    signal,
  );
  return attempts.length === 0 || attempts.includes(true);
}

/** A server that stops does not wait for a mail server. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** On a full disk the letter matters more than the note of it. */
export function noteIfPossible(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!isDatabaseFull(error)) throw error;
  }
}

const key = 'backup.failureToldAt';
/** A week, less what the last failed backup itself took. */
const tellAgainAfterMs = 6.5 * 24 * 3_600_000;

export interface BackupWarningDeps extends TellDeps {
  settings: Pick<SettingsStore, 'get' | 'set' | 'remove'>;
  publicUrl: string | undefined;
  clock: Clock;
}

/** Tells administrators when backups begin to fail, and weekly as long as they do. */
export function createBackupWarning({ settings, publicUrl, clock, ...deps }: BackupWarningDeps) {
  return {
    async failed(sentence: string, signal: AbortSignal): Promise<void> {
      const toldAt = Number(settings.get(key) ?? Number.NEGATIVE_INFINITY);
      // A clock that was set back must not silence it for years.
      const age = clock.now() - toldAt;
      if (age >= 0 && age < tellAgainAfterMs) return;
      if (await tellAdministrators(backupFailedLetter(sentence, publicUrl), deps, signal))
        noteIfPossible(() => settings.set(key, String(clock.now())));
    },

    over(): void {
      if (settings.get(key) !== undefined) noteIfPossible(() => settings.remove(key));
    },
  };
}
