/** Limits the number of syntheses that run at once. Waiting ones of different accounts are started in rotation. */

const maxConcurrent = 2;
/** Maximum number of waiting syntheses of one account. */
export const maxWaiting = 30;

export function createFairSemaphore() {
  /** Waiting syntheses by account; the first account is served next. */
  const waiting = new Map<number, (() => void)[]>();
  let running = 0;

  return {
    isFull: (userId: number): boolean => (waiting.get(userId)?.length ?? 0) >= maxWaiting,

    /** Returns undefined if a synthesis may start at once, otherwise a promise that resolves when it may. */
    acquire(userId: number): Promise<void> | undefined {
      if (running < maxConcurrent) {
        running += 1;
        return undefined;
      }
      return new Promise((resolve) => {
        const ofAccount = waiting.get(userId);
        if (ofAccount) ofAccount.push(resolve);
        else waiting.set(userId, [resolve]);
      });
    },

    /** Must be called when a synthesis has ended. */
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
