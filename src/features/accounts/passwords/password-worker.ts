/** The thread that computes bcrypt, so that a login never holds up a screen's poll. */
import { compareSync, hashSync } from 'bcryptjs';
import { serveThread } from '../../../platform/process/threads.ts';

export type PasswordRequest =
  | { kind: 'hash'; secret: string; cost: number }
  | { kind: 'verify'; secret: string; hash: string };
export type PasswordResult = { hash: string } | { isRight: boolean } | { error: string };

export function answerOf(request: PasswordRequest): PasswordResult {
  try {
    return request.kind === 'hash'
      ? { hash: hashSync(request.secret, request.cost) }
      : { isRight: compareSync(request.secret, request.hash) };
  } catch (error) {
    return { error: String(error) };
  }
}

serveThread(answerOf);
