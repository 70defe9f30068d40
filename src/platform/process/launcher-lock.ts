/** Ensures that only one executable launches servers from a data folder. Uses no native modules: they are not unpacked yet. */
import { mkdirSync, openSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { platform } from 'node:process';
import { generateKey } from '../random.ts';
import { entries } from '../storage/data-folder.ts';
import { removeFile, renameIfPresent } from '../storage/writing.ts';

/**
 * Creates the folder, and locks it against other launchers until this process ends, even by a crash. Resolves to false if it is locked.
 * On Linux the lock is a socket in the folder, which other users cannot reach and all containers share. Other systems have none.
 */
export async function lockForLauncher(directory: string): Promise<boolean> {
  if (platform !== 'linux') return true;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    // The path of a socket has 107 bytes at most. The descriptor stays open, because Node removes the socket by this path when
    // the process ends orderly. After a crash the next launcher calls `removeEnded`.
    const socket = `/proc/self/fd/${openSync(directory, 'r')}/${entries.launcherLock}`;
    while (!(await listen(socket))) {
      if (await isListening(socket)) return false;
      await removeEnded(socket);
    }
  } catch {
    // The server reports a folder that this user may not use.
  }
  return true;
}

/** Resolves to false if the path is in use. Rejects when this file system has no sockets, or they are forbidden. */
function listen(path: string): Promise<boolean> {
  const server = createServer((connection) => connection.destroy()).unref();
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    server.listen(path, () => resolve(true));
  });
}

function isListening(path: string): Promise<boolean> {
  const connection = connect(path);
  return new Promise<boolean>((resolve) => {
    connection.once('error', () => resolve(false)).once('connect', () => resolve(true));
  }).finally(() => connection.destroy());
}

/** Removes the socket of a process that has ended. */
async function removeEnded(path: string): Promise<void> {
  // Another launcher may have replaced the socket meanwhile: check the socket that was moved.
  const moved = `${path}.${generateKey()}`;
  renameIfPresent(path, moved);
  if (await isListening(moved)) renameIfPresent(moved, path);
  else await removeFile(moved);
}
