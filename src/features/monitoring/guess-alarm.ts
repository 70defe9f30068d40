/** Tells administrators that somebody guesses at a code that many share (contract/README 14); the overview shows it while it lasts. */
import type { Mail } from '../../platform/mail.ts';
import { noticeOf, type Webhook } from '../../platform/webhook.ts';
import type { AccountStore } from '../accounts/store.ts';
import { guessedCodeEmail } from './emails.ts';
import { throttledActionNames } from './throttled-action-names.ts';

export interface GuessAlarmDeps {
  accounts: Pick<AccountStore, 'administratorEmails'>;
  mail: Pick<Mail, 'send'>;
  webhook: Pick<Webhook, 'send'>;
  publicUrl: string | undefined;
}

/** Creates the function that is called with the name of the guessed action. */
export const createGuessAlarm =
  ({ accounts, mail, webhook, publicUrl }: GuessAlarmDeps) =>
  (throttle: string): void => {
    const email = guessedCodeEmail(throttledActionNames([throttle]), publicUrl);
    for (const to of accounts.administratorEmails()) mail.send(to, email.subject, email.text);
    webhook.send(noticeOf(email, 'guessing'));
  };
