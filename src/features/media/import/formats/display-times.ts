/** Display times of imported pictures. Other programs store one for each playlist; here a picture has one for all playlists. */
import type { Details } from './plan.ts';

/** Key: the details of an import. Value: paths of the pictures whose display time a playlist has already set. */
const timedPaths = new WeakMap<Map<string, Details>, Set<string>>();

/** Sets the display time that a playlist gives to a picture. The first time counts; a note mentions the last different time. */
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
