/** Display times of pictures. In other programs each playlist has its own; here a picture has only one. */
import type { Details } from './plan.ts';

/** Paths of the pictures to which a playlist has given a time. */
const timedPaths = new WeakMap<Map<string, Details>, Set<string>>();

/** Sets the display time that a playlist gives to a picture. The first playlist counts; a note mentions other times. */
export function setSeconds(details: Map<string, Details>, path: string, seconds: number | undefined): void {
  if (seconds === undefined) return;
  const paths = timedPaths.get(details) ?? new Set();
  timedPaths.set(details, paths);
  const current = details.get(path);
  if (!paths.has(path)) details.set(path, { ...current, seconds });
  else if (current?.seconds !== seconds)
    details.set(path, {
      ...current,
      note: `Tinha outra duração (${seconds} s) em outra playlist: aqui a foto tem uma só.`,
    });
  paths.add(path);
}
