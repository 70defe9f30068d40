/** The same call for many items: a few at a time, all of them, even when some fail. */
import { CallError, messageOf } from '../../api/client.ts';

export interface BatchResult {
  done: number;
  /** What the failed ones threw, in the order of their tasks. */
  errors: unknown[];
}

/** Runs every task, at most `width` at a time. Never rejects. */
export async function runAll(tasks: readonly (() => Promise<unknown>)[], width = 4): Promise<BatchResult> {
  const failures: { index: number; error: unknown }[] = [];
  const queue = tasks.entries();
  const work = async () => {
    // One iterator feeds all workers.
    for (const [index, task] of queue) {
      try {
        await task();
      } catch (error) {
        failures.push({ index, error });
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, tasks.length) }, work));
  return {
    done: tasks.length - failures.length,
    errors: failures.sort((left, right) => left.index - right.index).map(({ error }) => error),
  };
}

/**
 * Runs every task.
 * @throws the error of a single task; of many, one that says how many were done and why the first failed
 */
export async function doAll(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const { done, errors } = await runAll(tasks);
  const [first] = errors;
  if (errors.length === 0) return;
  if (tasks.length === 1) throw first;
  const how = done === 0 ? 'Nada foi feito.' : `${done} de ${tasks.length} deram certo.`;
  throw new CallError(first instanceof CallError ? first.status : 0, String(first), `${how} ${messageOf(first)}`);
}
