/** Notifies administrators when somebody tries to guess a shared code (contract/README 14). The overview shows guesses too. */
import type { Mail } from '../../platform/mail.ts';
import { webhookMessageOf } from '../../platform/webhook.ts';
import { guessingEmail } from './emails.ts';
import type { NotifierDeps } from './notifications.ts';

interface GuessAlarmDeps extends Omit<NotifierDeps, 'mail'> {
  mail: Pick<Mail, 'send'>;
  publicUrl: string | undefined;
}

/** Returns the function that sends the e-mail. `throttle`: name of the throttled action, such as 'access-code'. */
export const createGuessAlarm =
  ({ accounts, mail, webhook, publicUrl }: GuessAlarmDeps) =>
  (throttle: string): void => {
    const email = guessingEmail(throttle, publicUrl);
    for (const to of accounts.administratorEmails()) mail.send(to, email.subject, email.text);
    webhook.send(webhookMessageOf(email, 'guessing'));
  };
