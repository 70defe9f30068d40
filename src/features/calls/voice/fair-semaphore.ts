/** Limits the number of syntheses that run at once. Waiting ones of different accounts are started in rotation. */

const maxConcurrent = 2;
/** Maximum number of waiting syntheses of one account. */
export const maxWaiting = 30;

export function createFairSemaphore() {
  /** Waiting syntheses by account; the account that is served next is the first. */
  const waiting = new Map<number, (() => void)[]>();
  let running = 0;

  return {
    isFull: (userId: number): boolean => (waiting.get(userId)?.length ?? 0) >= maxWaiting,

    acquire(userId: number): Promise<void> | undefined {
      if (running < maxConcurrent) {
        running += 1;
        return undefined;
      }
      return new Promise((resolve) => {
        const own = waiting.get(userId);
        if (own) own.push(resolve);
        else waiting.set(userId, [resolve]);
      });
    },

    release(): void {
      const [first] = waiting;
      if (!first) {
        running -= 1;
        return;
      }
      const [userId, [next, ...others]] = first;
      waiting.delete(userId);
      if (others.length > 0) waiting.set(userId, others);
      next?.();
    },
  };
}
