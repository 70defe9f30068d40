/** Plans the import of plain files: each folder with photos and videos becomes a playlist. */
import { byName, fileNameOf, folderOf, newPlan, type Plan } from './plan.ts';

/**
 * Returns one playlist for each folder; playlists and files are sorted by name. If one folder contains everything, the files
 * directly in it are a playlist with the folder's name. Files outside of any folder are a playlist called `name`.
 */
export function planFiles(paths: readonly string[], name: string): Plan {
  const plan = newPlan('files');
  const root = commonFolder(paths);
  const rootName = root === '' ? name : fileNameOf(root.slice(0, -1));
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    const folder = folderOf(path).slice(root.length, -1);
    folders.set(folder, [...(folders.get(folder) ?? []), path]);
  }
  plan.playlists = [...folders]
    .toSorted(([a], [b]) => byName(a, b))
    .map(([folder, folderPaths]) => ({
      name: folder === '' ? rootName : folder.split('/').join(' / '),
      paths: folderPaths.toSorted((a, b) => byName(fileNameOf(a), fileNameOf(b))),
    }));
  return plan;
}

/** Returns the deepest folder that contains all files. */
function commonFolder(paths: readonly string[]): string {
  let common = folderOf(paths[0] ?? '');
  for (const path of paths) while (!path.startsWith(common)) common = folderOf(common.slice(0, -1));
  return common;
}
