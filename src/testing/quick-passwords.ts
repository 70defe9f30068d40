/** Hashes passwords at bcrypt's lowest cost, without a thread, and each password only once per test process. */
import type { PasswordOptions } from '../features/accounts/passwords/passwords.ts';
import { compute, type PasswordRequest, type PasswordResult } from '../features/accounts/passwords/password-worker.ts';

const cache = new Map<string, PasswordResult>();

function cachedResult(request: PasswordRequest): PasswordResult {
  const key = JSON.stringify(request);
  const response = cache.get(key) ?? compute(request);
  cache.set(key, response);
  return response;
}

export const quickPasswords: PasswordOptions = {
  cost: 4,
  start: <Message>(_: string, { onMessage }: { onMessage(message: Message): void }) => ({
    send: (message) => void setImmediate(() => onMessage(cachedResult(message as PasswordRequest) as Message)),
    ref: () => {},
    unref: () => {},
    end: async () => {},
  }),
};
