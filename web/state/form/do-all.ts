/** Runs many calls, a few at a time, and continues when some fail. */
import { CallError, messageOf } from '../../api/client.ts';

/** Runs every call, at most `maxParallel` at a time. Never rejects: returns the number of successes, and the errors. */
export async function runAllSettled(calls: readonly (() => Promise<unknown>)[], maxParallel = 4) {
  const failures: { index: number; error: unknown }[] = [];
  const queue = calls.entries();
  const work = async () => {
    for (const [index, call] of queue) {
      try {
        await call();
      } catch (error) {
        failures.push({ index, error });
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(maxParallel, calls.length) }, work));
  return {
    done: calls.length - failures.length,
    errors: failures.sort((left, right) => left.index - right.index).map(({ error }) => error),
  };
}

/** Runs `run` for every item, with the parallelism and the errors of `doAll`. */
export const doForAll = <Item>(items: readonly Item[], run: (item: Item) => Promise<unknown>): Promise<void> =>
  doAll(items.map((item) => () => run(item)));

/**
 * Runs every call, a few at a time.
 * @throws the error of a single call; for several calls a CallError with the number of successes and the first reason
 */
export async function doAll(calls: readonly (() => Promise<unknown>)[]): Promise<void> {
  const { done, errors } = await runAllSettled(calls);
  const [first] = errors;
  if (errors.length === 0) return;
  if (calls.length === 1) throw first;
  const summary = done === 0 ? 'Nada foi feito.' : `${done} de ${calls.length} deram certo.`;
  throw new CallError(first instanceof CallError ? first.status : 0, String(first), `${summary} ${messageOf(first)}`);
}
