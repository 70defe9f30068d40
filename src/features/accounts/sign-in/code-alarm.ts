/** Mails a person after several wrong second-factor codes: somebody else may know the password (contract/README 1.18). */
import { limits } from '../../../contract/limits.ts';
import type { AccountDeps } from '../deps.ts';
import { wrongCodesEmail } from '../emails.ts';
import type { Person } from '../people/person-store.ts';

interface WrongCodes {
  count: number;
  /** Monotonic milliseconds. */
  lastAt: number;
  /** Monotonic milliseconds of the last mail. */
  mailedAt: number | undefined;
}

/** Creates `countWrongCode`. It needs memory only for people whose correct password was entered: only then codes are checked. */
export function createCodeAlarm({ mail, publicUrl, clock }: Pick<AccountDeps, 'mail' | 'publicUrl' | 'clock'>) {
  const wrongCodes = new Map<string, WrongCodes>();
  const { wrongCodesUntilMail, alarmEveryMs } = limits.secondFactor;

  /** Counts a wrong code. A day without wrong codes resets the count. Mails the person from the fifth on, at most once a day. */
  return function countWrongCode(person: Person, address: string): void {
    const key = `${person.userId} ${person.memberId ?? ''}`;
    const now = clock.monotonic();
    const previous = wrongCodes.get(key);
    const isFirst = previous === undefined || now - previous.lastAt >= alarmEveryMs;
    const next: WrongCodes = { count: isFirst ? 1 : previous.count + 1, lastAt: now, mailedAt: previous?.mailedAt };
    wrongCodes.set(key, next);
    if (next.count < wrongCodesUntilMail || (next.mailedAt !== undefined && now - next.mailedAt < alarmEveryMs)) return;
    next.mailedAt = now;
    const { subject, text } = wrongCodesEmail(person, { count: next.count, address }, publicUrl);
    mail.send(person.email, subject, text);
  };
}
