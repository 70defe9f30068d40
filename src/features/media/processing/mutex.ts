/** Returns a function that runs work one after the other, in the order it came; what fails, fails alone. */
export function createMutex() {
  let last: Promise<unknown> = Promise.resolve();
  return function inTurn<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
}
