/** Returns a function that counts a call; true when it was called `limit` times before in this turn of the event loop. */
export function createTurnCount(limit: number): () => boolean {
  let count = 0;
  const reset = () => (count = 0);
  return () => {
    if (count === 0) setImmediate(reset);
    count += 1;
    return count > limit;
  };
}
