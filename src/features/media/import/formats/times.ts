/** Display times of pictures, which belong to the content here and to the playlist in other programs. */
import type { Details } from './plan.ts';

/** Paths whose time was given by a playlist. */
const timedPaths = new WeakMap<Map<string, Details>, Set<string>>();

/** Sets the time that a playlist gives to a picture. The first one counts; a note mentions others. */
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
