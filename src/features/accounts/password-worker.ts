/** The thread that computes bcrypt, so that a login never holds up a screen's poll. One job at a time. */
import { parentPort } from 'node:worker_threads';
import { compareSync, hashSync } from 'bcryptjs';

export type PasswordJob = { kind: 'hash'; secret: string; cost: number } | { kind: 'verify'; secret: string; hash: string };
export type PasswordResult = { hash: string } | { isRight: boolean } | { error: string };

parentPort?.on('message', (job: PasswordJob) => {
  let result: PasswordResult;
  try {
    result = job.kind === 'hash' ? { hash: hashSync(job.secret, job.cost) } : { isRight: compareSync(job.secret, job.hash) };
  } catch (error) {
    result = { error: String(error) };
  }
  parentPort?.postMessage(result);
});
