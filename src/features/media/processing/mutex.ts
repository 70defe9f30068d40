/** Returns a function that runs the functions passed to it one after the other. If one fails, the next runs nevertheless. */
export function createMutex() {
  let last: Promise<unknown> = Promise.resolve();
  return function runExclusive<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}
