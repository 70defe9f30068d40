/** Switches from root to the owner of the data folder, who could not use files that root creates. */
import { canUseDirectory, fileStats } from '../storage/files.ts';

/** Thrown when this process may not act for the owner of a folder; the message says how to fix that. */
export class NotOwnerError extends Error {}

/** Switches from root to the owner of `directory`. Does nothing when the folder does not exist or belongs to root. Throws NotOwnerError. */
export function switchToOwnerOf(directory: string): void {
  if (process.getuid?.() !== 0) return;
  const owner = fileStats(directory)?.owner;
  if (!owner || owner.user === 0) return;
  try {
    process.setgroups?.([owner.group]);
    process.setgid?.(owner.group);
    process.setuid?.(owner.user);
  } catch (cause) {
    throw new NotOwnerError(
      `${directory} belongs to user ${owner.user}, and this process may not act as that user (${cause instanceof Error ? cause.message : String(cause)}). Run the command as user ${owner.user}.`,
      { cause },
    );
  }
  if (canUseDirectory(directory)) return;
  throw new NotOwnerError(
    `${directory} belongs to user ${owner.user}, who cannot reach it from here. For a systemd service with DynamicUser let systemd run the command as the user of the service: systemd-run -p DynamicUser=yes -p User=antessala -p StateDirectory=antessala ...`,
  );
}
