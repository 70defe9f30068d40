/** Checks the folder that a command works on, and switches to the user who owns it. */
import { CommandError } from '../platform/process/failures.ts';
import { switchToOwnerOf } from '../platform/process/folder-owner.ts';
import { dataFolder } from '../platform/storage/data-folder.ts';
import { fileStats } from '../platform/storage/files.ts';

/** Switches this process to the user who owns a folder, so that new files in it belong to that user. Throws CommandError if the path is a file, NotOwnerError. */
export function switchToFolderOwner(directory: string, hint: string): string {
  const stats = fileStats(directory);
  if (stats && !stats.isDirectory) throw new CommandError(`${directory} is a file, not a folder. ${hint}`);
  switchToOwnerOf(directory);
  return directory;
}

/** Like `switchToFolderOwner`, for DATA_DIR, which must contain a database. Throws CommandError, NotOwnerError. */
export function switchToDataOwner(dataDir: string): string {
  switchToFolderOwner(dataDir, 'Set DATA_DIR.');
  if (!fileStats(dataFolder(dataDir).database))
    throw new CommandError(`There is no database in ${dataDir}. Set DATA_DIR, or start the server once.`);
  return dataDir;
}
