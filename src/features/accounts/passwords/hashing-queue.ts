/** Chooses the next password to hash; one thread hashes (src/README 5.3). */

export interface QueueLimits {
  /** Unknown callers that may wait. */
  unknownCallers: number;
  /** Known devices that may wait, beside them. */
  known: number;
}

export interface Place {
  /** By `throttleAddress`; '' for the server's own work. */
  address: string;
  /** A device that has proven itself before. */
  isKnown: boolean;
}

/** Round robin over the addresses, so that one with sixty guesses waits sixty times and everybody else once. */
function createRound<Work>(most: number) {
  /** In the order of their turns; an address without work is not in it. */
  const lanes = new Map<string, Work[]>();
  let size = 0;

  return {
    /** Answers whose place the work takes: another's, its own when there is none, or nobody's. */
    add(address: string, work: Work): Work | undefined {
      const lane = lanes.get(address) ?? [];
      if (size >= most) {
        // Only from an address that would still have as many: two equals do not push each other out.
        const longest = [...lanes.values()].reduce((most, other) => (other.length > most.length ? other : most), lane);
        if (longest.length <= lane.length + 1) return work;
        const given = longest.pop();
        lane.push(work);
        lanes.set(address, lane);
        return given;
      }
      lane.push(work);
      lanes.set(address, lane);
      size += 1;
      return undefined;
    },
    next(): Work | undefined {
      const [turn] = lanes;
      if (!turn) return undefined;
      const [address, lane] = turn;
      const work = lane.shift();
      size -= 1;
      lanes.delete(address);
      if (lane.length > 0) lanes.set(address, lane);
      return work;
    },
    drain(): Work[] {
      const all = [...lanes.values()].flat();
      lanes.clear();
      size = 0;
      return all;
    },
  };
}

/** Known devices guess five times at most, so that unknown callers hardly wait for them. */
const mostKnownInRow = 3;

export function createHashingQueue<Work>(limits: QueueLimits) {
  const unknownCallers = createRound<Work>(limits.unknownCallers);
  const known = createRound<Work>(limits.known);
  let knownInRow = 0;

  return {
    /** Returns the work that must be refused for it, perhaps itself. */
    add: ({ address, isKnown }: Place, work: Work): Work | undefined =>
      (isKnown ? known : unknownCallers).add(address, work),
    /** A known device waits only for the work under way; unknown callers have at least one of four turns. */
    next(): Work | undefined {
      const own = knownInRow < mostKnownInRow ? known.next() : undefined;
      knownInRow = own === undefined ? 0 : knownInRow + 1;
      return own ?? unknownCallers.next() ?? known.next();
    },
    drain: (): Work[] => [...known.drain(), ...unknownCallers.drain()],
  };
}
