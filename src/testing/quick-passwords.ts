/** Passwords without a thread: at bcrypt's lowest cost the work takes a millisecond, and to start a thread a third of a start. */
import type { PasswordOptions } from '../features/accounts/passwords.ts';
import { answerOf, type PasswordRequest } from '../features/accounts/password-worker.ts';

export const quickPasswords: PasswordOptions = {
  cost: 4,
  start: <Message>(_: string, { onMessage }: { onMessage(message: Message): void }) => ({
    send: (message) => void setImmediate(() => onMessage(answerOf(message as PasswordRequest) as Message)),
    ref: () => {},
    unref: () => {},
    end: async () => {},
  }),
};
