/** The thread that computes bcrypt, so that a login never holds up a screen's poll. */
import { compareSync, hashSync } from 'bcryptjs';
import { serveThread } from '../../platform/process/threads.ts';

export type PasswordJob =
  | { kind: 'hash'; secret: string; cost: number }
  | { kind: 'verify'; secret: string; hash: string };
export type PasswordResult = { hash: string } | { isRight: boolean } | { error: string };

serveThread((job: PasswordJob): PasswordResult => {
  try {
    return job.kind === 'hash'
      ? { hash: hashSync(job.secret, job.cost) }
      : { isRight: compareSync(job.secret, job.hash) };
  } catch (error) {
    return { error: String(error) };
  }
});
