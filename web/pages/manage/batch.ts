/** The same call for many items: a few at a time, all of them, even when some fail. */

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
  return { done: tasks.length - failures.length, errors: failures.sort((left, right) => left.index - right.index).map(({ error }) => error) };
}

/**
 * Runs every task.
 * @throws the first error, when one failed; the others were done all the same
 */
export async function doAll(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const { errors } = await runAll(tasks);
  if (errors.length > 0) throw errors[0];
}
