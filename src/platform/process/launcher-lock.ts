/** Ensures that only one executable launches servers from a data folder. It needs no native module: these are not unpacked yet. */
import { mkdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { platform } from 'node:process';

/**
 * Creates the folder, and locks it for other launchers until the end of this process, also by a crash. Resolves to false if it is locked.
 * On Linux the lock is an abstract socket; elsewhere there is none.
 */
export async function lockForLauncher(directory: string): Promise<boolean> {
  if (platform !== 'linux') return true;
  let name: string;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    // A service may see the folder under another path.
    const { dev, ino } = statSync(directory);
    name = `\0antessala-${dev}-${ino}`;
  } catch {
    // The server reports a folder that this user may not use.
    return true;
  }
  const server = createServer((socket) => socket.destroy()).unref();
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'));
    server.listen(name, () => resolve(true));
  });
}
