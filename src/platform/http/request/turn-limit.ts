/** Returns a function that returns true once it was called more than `limit` times in one turn of the event loop. */
export function createTurnLimit(limit: number): () => boolean {
  let count = 0;
  const reset = () => (count = 0);
  return () => {
    if (count === 0) setImmediate(reset);
    count += 1;
    return count > limit;
  };
}
