/** Counts the open connections to the server: old boxes allow six per host, and the player uses at most five. */

export type Release = () => void;
/** Priority of a connection: calls do not wait for downloads. */
export type Priority = 'call' | 'download';

export type Connections = ReturnType<typeof createConnections>;

export function createConnections(limit: number) {
  let used = 0;
  const waiting: Record<Priority, ((release: Release) => void)[]> = { call: [], download: [] };

  const serve = () => {
    while (used < limit) {
      const next = waiting.call.shift() ?? waiting.download.shift();
      if (!next) return;
      next(take());
    }
  };

  function take(): Release {
    used += 1;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      used -= 1;
      serve();
    };
  }

  return {
    /** Waits for a free connection. Resolves to the function that releases it. */
    acquire: (priority: Priority) =>
      new Promise<Release>((resolve) => {
        waiting[priority].push(resolve);
        serve();
      }),
    /** Takes a connection at once, if necessary above the limit, for the radio, which reconnects by itself. */
    take,
    inUse: () => used,
  };
}
