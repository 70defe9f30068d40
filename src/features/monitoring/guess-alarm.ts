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

/** Takes the name of the door. */
export const createGuessAlarm =
  ({ accounts, mail, webhook, publicUrl }: GuessAlarmDeps) =>
  (door: string): void => {
    const email = guessedCodeEmail(throttledActionNames([door]), publicUrl);
    for (const to of accounts.administratorEmails()) mail.send(to, email.subject, email.text);
    webhook.send(noticeOf(email, 'guessing'));
  };
