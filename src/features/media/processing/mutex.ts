/** Returns a function that runs its calls' work one after the other, in order. A failure does not affect later work. */
export function createMutex() {
  let last: Promise<unknown> = Promise.resolve();
  return function runExclusive<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}
