/** Counts what is open to the server: old boxes give a page six connections a host, and we use at most five. */

export type Release = () => void;
/** A call is never kept waiting by a download. */
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
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      used -= 1;
      serve();
    };
  }

  return {
    /** Waits for a free connection. */
    acquire: (priority: Priority) =>
      new Promise<Release>((resolve) => {
        waiting[priority].push(resolve);
        serve();
      }),
    /** Takes one at once, over the limit if need be, for the radio: it reconnects by itself, and what else is to be opened waits for it. */
    take,
    inUse: () => used,
  };
}
