/** The queue in front of the one thread that hashes passwords (src/README 5.3). */

export interface QueueLimits {
  /** Maximum number of waiting requests by unknown callers. */
  unknownCallers: number;
  /** Maximum number of waiting requests by known devices. */
  knownDevices: number;
}

export interface Caller {
  /** Result of `networkOf`; '' for the server's own work. */
  address: string;
  /** True for a known device: the person has signed in there before. */
  isKnown: boolean;
}

/** Serves the addresses in turn (round robin), so that many guesses of one address do not delay the others. */
function createRoundRobin<Work>(maxSize: number) {
  /** Waiting work by address, the next address first; addresses without work are removed. */
  const queues = new Map<string, Work[]>();
  let size = 0;

  return {
    /** Adds the work. If the queue is full, returns the work to refuse: the last one of the busiest address, or `work` itself. */
    add(address: string, work: Work): Work | undefined {
      const queue = queues.get(address) ?? [];
      if (size >= maxSize) {
        // Replace work only of an address with at least two more waiting requests: equal addresses must not displace each other.
        const longest = [...queues.values()].reduce((max, other) => (other.length > max.length ? other : max), queue);
        if (longest.length <= queue.length + 1) return work;
        const removed = longest.pop();
        queue.push(work);
        queues.set(address, queue);
        return removed;
      }
      queue.push(work);
      queues.set(address, queue);
      size += 1;
      return undefined;
    },
    next(): Work | undefined {
      const [first] = queues;
      if (!first) return undefined;
      const [address, queue] = first;
      const work = queue.shift();
      size -= 1;
      queues.delete(address);
      if (queue.length > 0) queues.set(address, queue);
      return work;
    },
    drain(): Work[] {
      const all = [...queues.values()].flat();
      queues.clear();
      size = 0;
      return all;
    },
  };
}

/** Maximum number of requests of known devices in a row while unknown callers wait. */
const maxKnownInRow = 3;

export function createHashingQueue<Work>(limits: QueueLimits) {
  const unknownCallers = createRoundRobin<Work>(limits.unknownCallers);
  const knownDevices = createRoundRobin<Work>(limits.knownDevices);
  let consecutiveKnown = 0;

  return {
    /** Adds the work. If the queue is full, returns the work to refuse: the last one of the busiest address, or `work` itself. */
    add: ({ address, isKnown }: Caller, work: Work): Work | undefined =>
      (isKnown ? knownDevices : unknownCallers).add(address, work),
    /** Removes and returns the next work. Known devices go first, but unknown callers get at least every fourth turn. */
    next(): Work | undefined {
      const knownWork = consecutiveKnown < maxKnownInRow ? knownDevices.next() : undefined;
      consecutiveKnown = knownWork === undefined ? 0 : consecutiveKnown + 1;
      return knownWork ?? unknownCallers.next() ?? knownDevices.next();
    },
    drain: (): Work[] => [...knownDevices.drain(), ...unknownCallers.drain()],
  };
}
