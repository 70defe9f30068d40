/** Lists and checks the server's folders from which administrators may import: IMPORT_DIRS, and `import` in the data folder. */
import { AppError } from '../../../contract/errors.ts';
import type { ImportFolderList } from '../../../contract/contents/imports.ts';
import { dataFolder } from '../../../platform/storage/data-folder.ts';
import { entriesOf, folderAbove, fileStatsAsync, joinPath, realPath } from '../../../platform/storage/files.ts';
import { makeDirectory } from '../../../platform/storage/writing.ts';
import { byName } from './formats/plan.ts';
import type { FolderSource } from './archive/folder.ts';

/** Folders that are not read, even if IMPORT_DIRS contains them. Only the data folder's `import` is read even inside them. */
const systemFolders = ['/proc', '/sys', '/dev', '/etc', '/boot'];

const isIn = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
const notThere = () => new AppError('not_found', 'Esta pasta não existe, ou não é de onde se pode importar.');

export type ImportFolders = ReturnType<typeof createImportFolders>;

export function createImportFolders({ dataDir, importDirs }: { dataDir: string; importDirs: readonly string[] }) {
  const importFolder = dataFolder(dataDir).import;
  makeDirectory(importFolder);

  /** Returns the existing folders from which people may start, with links resolved. */
  async function roots(): Promise<string[]> {
    const found = await Promise.all([importFolder, ...importDirs].map(realPath));
    return [...new Set(found.filter((path) => path !== undefined && path !== '/'))] as string[];
  }

  async function isAllowed(path: string): Promise<boolean> {
    const [data, importPath] = await Promise.all([realPath(dataDir), realPath(importFolder)]);
    if (importPath !== undefined && isIn(path, importPath)) return true;
    return !systemFolders.some((folder) => isIn(path, folder)) && (data === undefined || !isIn(path, data));
  }

  /** Returns a folder with links resolved, and the excluded folders. Throws `not_found` if nobody may import from the folder. */
  async function resolve(path: string): Promise<FolderSource & { root: string }> {
    const folder = path.includes('\0') ? undefined : await realPath(path);
    const root = (await roots()).find((each) => folder !== undefined && isIn(folder, each));
    if (folder === undefined || root === undefined || !(await isAllowed(folder))) throw notThere();
    if (!(await fileStatsAsync(folder))?.isDirectory) throw notThere();
    const data = await realPath(dataDir);
    return { folder, root, excluded: [...systemFolders, ...(data === undefined ? [] : [data])] };
  }

  return {
    resolve,

    /** Lists the folders in `path`; without `path`, lists the folders from which people may start. Throws like `resolve`. */
    async list(path: string | undefined): Promise<ImportFolderList> {
      if (path === undefined)
        return { path: null, parent: null, folders: (await roots()).map((each) => ({ name: each, path: each })) };
      const { folder, root, excluded } = await resolve(path);
      const found = await entriesOf(folder).catch(() => {
        throw notThere();
      });
      const folders = found
        .filter(({ name, kind }) => kind === 'directory' && !name.startsWith('.'))
        .map(({ name }) => ({ name, path: joinPath(folder, name) }))
        .filter((each) => !excluded.includes(each.path))
        .toSorted((a, b) => byName(a.name, b.name));
      return { path: folder, parent: folder === root ? null : folderAbove(folder), folders };
    },
  };
}
