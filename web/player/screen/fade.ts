/** A jump of the volume is heard as a fault: it is lowered and raised over this time. */
export const fadeMs = 300;

/** The volume `elapsedMs` after a fade between two volumes (0 to 1) began: by the time, so a busy box only takes fewer steps. */
export function volumeAt(from: number, to: number, elapsedMs: number): number {
  return elapsedMs >= fadeMs ? to : from + (to - from) * (Math.max(0, elapsedMs) / fadeMs);
}
