/** The thread that computes bcrypt, so that a sign-in does not delay the polls of screens. */
import { compareSync, hashSync } from 'bcryptjs';
import { serveThread } from '../../../platform/process/threads.ts';

export type PasswordRequest =
  | { kind: 'hash'; secret: string; cost: number }
  | { kind: 'verify'; secret: string; hash: string };
export type PasswordResult = { hash: string } | { isCorrect: boolean } | { error: string };

export function compute(request: PasswordRequest): PasswordResult {
  try {
    return request.kind === 'hash'
      ? { hash: hashSync(request.secret, request.cost) }
      : { isCorrect: compareSync(request.secret, request.hash) };
  } catch (error) {
    return { error: String(error) };
  }
}

serveThread(compute);
