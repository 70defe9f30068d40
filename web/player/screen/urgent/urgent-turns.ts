/** Chooses the newest urgent notice that still runs (contract/README 18.4). Pure; monotonic milliseconds, sleep included. */

export interface Running {
  id: number;
  until: number;
}

/** Undefined: none. */
export function urgentAt<One extends Running>(notices: readonly One[], now: number): One | undefined {
  return notices.filter(({ until }) => until > now).sort((a, b) => b.id - a.id)[0];
}
