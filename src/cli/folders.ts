/** Checks the folder that a command works on, and switches to the user who owns it. */
import { CommandError } from '../platform/process/failures.ts';
import { switchToOwnerOf } from '../platform/process/folder-owner.ts';
import { dataFolder } from '../platform/storage/data-folder.ts';
import { fileStats } from '../platform/storage/files.ts';

/**
 * Switches a process of root to the user who owns the folder, so that new files in it belong to that user. Returns the folder.
 * Throws CommandError, ending with `hint`, if the path is a file, and NotOwnerError if that user cannot use the folder.
 */
export function switchToFolderOwner(directory: string, hint: string): string {
  const stats = fileStats(directory);
  if (stats && !stats.isDirectory) throw new CommandError(`${directory} is a file, not a folder. ${hint}`);
  switchToOwnerOf(directory);
  return directory;
}

/** Like `switchToFolderOwner`, for DATA_DIR. Also throws CommandError if the folder contains no database. */
export function switchToDataOwner(dataDir: string): string {
  switchToFolderOwner(dataDir, 'Set DATA_DIR.');
  if (!fileStats(dataFolder(dataDir).database))
    throw new CommandError(`There is no database in ${dataDir}. Set DATA_DIR, or start the server once.`);
  return dataDir;
}
