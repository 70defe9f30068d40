/** Mails a person when somebody has the password and guesses at the second step (contract/README 1.18). */
import { limits } from '../../../contract/limits.ts';
import type { AccountDeps } from '../deps.ts';
import { guessedCodesEmail } from '../emails.ts';
import type { Person } from '../people/person-store.ts';

interface Wrongs {
  count: number;
  /** Monotonic ms. */
  lastAt: number;
  reportedAt: number | undefined;
}

/** Counts only persons whose password somebody knew: there are no more counts than persons. */
export function createCodeAlarm({ mail, publicUrl, clock }: Pick<AccountDeps, 'mail' | 'publicUrl' | 'clock'>) {
  const wrongs = new Map<string, Wrongs>();
  const { wrongCodesUntilMail: most, alarmEveryMs } = limits.secondFactor;

  /** One more wrong code. A mail at the fifth within a day of each other, and one a day while it goes on. */
  return function count(person: Person, address: string): void {
    const key = `${person.userId} ${person.memberId ?? ''}`;
    const now = clock.monotonic();
    const known = wrongs.get(key);
    const isOver = known === undefined || now - known.lastAt >= alarmEveryMs;
    const next: Wrongs = { count: isOver ? 1 : known.count + 1, lastAt: now, reportedAt: known?.reportedAt };
    wrongs.set(key, next);
    if (next.count < most || (next.reportedAt !== undefined && now - next.reportedAt < alarmEveryMs)) return;
    next.reportedAt = now;
    const { subject, text } = guessedCodesEmail(person, { count: next.count, address }, publicUrl);
    mail.send(person.email, subject, text);
  };
}
